"""Measure everything, print a table and write ``latest.json``."""

from benchmarks import (
    browsers,
    cold,
    crowds,
    designs,
    evaluators,
    rooms,
    rules,
    showdowns,
    solvers,
    tables,
)
from benchmarks.harness import LATEST, Bench

if __name__ == "__main__":
    found = Bench()
    parts = (tables, showdowns, solvers, designs, evaluators, rules, rooms, crowds, browsers, cold)
    for part in parts:
        part.bench(found)
    found.write()
    print(f"\nwrote {LATEST.name}: {len(found.results)} results")
