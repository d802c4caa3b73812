"""How strong a hand is: three cards, best five of five to seven, blackjack totals.

Plain functions on small ints, marked with ``@rule``, that games build on.
"""
