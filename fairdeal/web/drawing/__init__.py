"""A table as pages draw it: felt, seats, spots, cards and chips.

Data for templates, from a table and its viewer; hidden cards never come this far.
"""
