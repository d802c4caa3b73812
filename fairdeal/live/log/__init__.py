"""The log: events chained by their hashes, and the places that keep them.

Knows events and nothing of tables.  ``stores.open_store`` opens a log, ``chain`` says how it is
hashed and sealed, ``mark`` what is kept outside of it.
"""
