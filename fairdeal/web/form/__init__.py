"""The form in which a table is opened or changed, with exact edges."""
