"""A table: what its events have made of it, and what its procedure asks for next."""
