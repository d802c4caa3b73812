"""Opens a room, keeps it going and stops it.

``serving.serve`` opens it; chores such as clocks and extra tables run in one thread.
"""
