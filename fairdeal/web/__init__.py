"""The card room in a browser: pages, a JSON interface, and streams that keep both up to date."""
