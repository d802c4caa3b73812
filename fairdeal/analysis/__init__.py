"""Exact mathematics of the games, from the functions that settle the live table."""
