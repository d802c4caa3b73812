"""Measure everything, print a table and write ``latest.json``."""

from benchmarks import browsers, cold, crowds, evaluators, rooms, rules, showdowns, tables
from benchmarks.harness import LATEST, Bench

if __name__ == "__main__":
    found = Bench()
    for part in (tables, showdowns, evaluators, rules, rooms, crowds, browsers, cold):
        part.bench(found)
    found.write()
    print(f"\nwrote {LATEST.name}: {len(found.results)} results")
