"""The pages that keep themselves up to date, each in pieces."""
