"""Jurisdictions and limits: what the law and the house allow at a table.

Uses the games' declarations.  ``profile.profile`` gives the law of a place on a day,
``limits.limits_of`` and ``approvals.approval_of`` what a table of it allows.
"""
