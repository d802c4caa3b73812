"""Programmed players: how they decide, what they bet, and how a crowd of them fills a room."""
