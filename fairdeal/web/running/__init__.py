"""Opens a room, keeps it going and stops it."""
