"""The front door for Python: ``import fairdeal as fd`` and ``fd.Game`` offer what is here.

A game is one immutable object that settles, counts, draws and copies itself.  Everything is read,
checked and counted by the packages below; this one reads what people type in Python, and shows
results as people look at them in a notebook.
"""
