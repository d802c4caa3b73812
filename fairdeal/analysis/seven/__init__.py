"""Hands of five to seven cards, counted by kinds; and two hands of seven against each other."""
