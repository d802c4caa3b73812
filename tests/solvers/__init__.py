"""Games by other makers' public rules, and tests of the solvers on them."""
