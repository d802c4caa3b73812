"""Solvers: every decision of a kind of game and what it is worth, from the game's rules alone.

``hands`` knows cards as arrays, ``settling`` what a settlement rule says of every outcome, and
``staking`` what is at stake after which choices.  ``community`` counts games with common cards.
"""
