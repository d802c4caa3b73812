"""Rounds, reports and checks of the log: work that takes long, in threads of its own.

Pages ask here instead of reading a log while a visitor waits.
"""
