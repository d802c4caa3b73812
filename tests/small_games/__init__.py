"""Small games with what the others lack: a board, several decisions, bets that are taken back.

Their rules are not marked with ``@rule``: nothing compiles them, and tests of every rule must not
meet them.
"""

from tests.small_games import bare_cut, five_ways, let_go, small_holdem

SMALL = (small_holdem, let_go, bare_cut, five_ways)
