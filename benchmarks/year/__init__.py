"""A simulated year of a busy room, and whether its meters came out as they must."""
