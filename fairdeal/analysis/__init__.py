"""Exact mathematics of the games, from the functions that settle the live table.

Uses the games and their rules, and knows nothing of rooms and pages.  ``registry.solver_of`` gives
the solver of a game; ``sheet.par_sheet``, ``sweep.sweep``, ``design.design`` and
``strategy.strategy`` answer the questions people ask.
"""
