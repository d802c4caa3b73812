"""The pages that keep themselves up to date, each in pieces.

A face says which pieces a page has and who sees the same; ``web.hub`` sends those that changed.
"""
