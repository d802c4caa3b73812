"""Programmed players."""
