"""The blackjack leg of 3 Way Action: every state of it, and the best word in each.

Only the solver and the simulation of that game use it.
"""
