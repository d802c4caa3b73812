"""A table as pages draw it: felt, seats, spots, cards and chips."""
