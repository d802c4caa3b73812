"""The card room in a browser."""
