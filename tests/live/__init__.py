"""Tests of the live tables."""
