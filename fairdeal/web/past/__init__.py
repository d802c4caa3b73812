"""What was: rounds, reports, checks of the log; long work in threads of its own."""
