"""How fast the rules and the referee are; every benchmark asserts the answer it times."""
