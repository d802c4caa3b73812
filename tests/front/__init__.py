"""What ``import fairdeal`` offers."""
