"""What a log tells afterwards: rounds step by step, and days as rows for other programs.

``recall.recall`` replays a round; books, pages and exports read on from here.
"""
