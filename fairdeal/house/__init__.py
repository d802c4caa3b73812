"""Jurisdictions and limits: what the law and the house allow at a table."""
