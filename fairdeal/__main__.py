"""``python -m fairdeal`` is ``fairdeal``."""

from fairdeal.cli import main

main()
