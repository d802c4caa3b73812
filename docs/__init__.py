"""Documentation that is written by the code it documents."""
