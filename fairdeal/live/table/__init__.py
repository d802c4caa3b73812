"""A table: what its events have made of it, and what its procedure asks for next.

``state.Table`` is immutable; ``state.after`` gives the table after an event.
"""
