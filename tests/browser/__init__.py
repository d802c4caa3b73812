"""People at work in real browsers."""
