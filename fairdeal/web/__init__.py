"""The card room in a browser: pages, a JSON interface, and streams that keep both up to date.

Uses all other packages but the command line.  ``running.serving.serve`` runs it, ``app`` puts it
together, and what the pages of one room share is in ``site``.
"""
