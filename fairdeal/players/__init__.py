"""Programmed players: how they decide, what they bet, and how a crowd of them fills a room.

They use a room as people do, through commands.  ``crowd.crowd`` fills tables,
``simulation.simulate`` plays without a room, ``strategies.strategy`` decides.
"""
