"""The tests: worked hands, a naive twin, known counts, properties and the command line."""
