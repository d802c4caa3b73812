"""The log: events chained by their hashes, and the places that keep them."""
