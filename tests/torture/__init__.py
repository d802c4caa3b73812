"""A room that is killed again and again while clients play, and the count of what was lost."""
