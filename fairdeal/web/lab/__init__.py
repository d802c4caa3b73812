"""The par-sheet lab: a pay table is changed, and every figure follows."""
