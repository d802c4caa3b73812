"""Every pay table and printed figure, copied from the documents a second time.

Each row below is a row of its document: the event, then the pay of each table from left to right.
Bare numbers and "200:1" are written out as "to 1"; a dash is a cell the document leaves empty or
marks n/a, and gives no line.
"""

from typing import NamedTuple

Column = dict[str, str]
PayTable = dict[str, Column]


def _grid(names: str, rows: dict[str, str]) -> dict[str, Column]:
    tables: dict[str, Column] = {name: {} for name in names.split()}
    for event, row in rows.items():
        for column, cell in zip(tables.values(), row.split("|"), strict=True):
            if cell.strip() != "-":
                column[event] = cell.strip()
    return tables


def _to_1(names: str, rows: dict[str, str]) -> dict[str, PayTable]:
    spelled = {
        event: " | ".join(cell if cell == "-" else f"{cell} to 1" for cell in row.split())
        for event, row in rows.items()
    }
    return {name: {"pays": column} for name, column in _grid(names, spelled).items()}


# The document prints "Straight Flush" twice; the third row is the straight.
_TCP_ANTE_BONUS = _to_1(
    "A B C",
    {
        "straight-flush": "5 5 4",
        "three-of-a-kind": "4 3 3",
        "straight": "1 1 1",
    },
)
_TCP_PAIR_PLUS = _to_1(
    "A B C D",
    {
        "straight-flush": "40 40 40 40",
        "three-of-a-kind": "30 25 30 30",
        "straight": "6 6 5 6",
        "flush": "4 4 4 3",
        "pair": "1 1 1 1",
    },
)
_TCP_BONUS = _to_1(
    "TCPB-01 TCPB-02 TCPB-03E TCPB-04E",
    {
        "akq-spades": "4000 4000 4000 3000",
        "akq-suited": "1000 1000 1000 1000",
        "straight-flush": "125 60 100 50",
        "three-of-a-kind": "100 40 75 40",
        "straight": "- 7 - 6",
    },
)
_ENVY = {"akq-spades": "$100", "akq-suited": "$25", "straight-flush": "$5"}
for _name in ("TCPB-03E", "TCPB-04E"):
    _TCP_BONUS[_name]["envy"] = dict(_ENVY)

# The document's royal flush is the suited A-K-Q, here mini-royal like everywhere else.
_NAPA_PAIR_PLUS = _to_1(
    "NAPA",
    {
        "mini-royal": "200",
        "straight-flush": "40",
        "three-of-a-kind": "30",
        "straight": "6",
        "flush": "3",
        "pair": "1",
    },
)

_AGS_ANTE_BONUS = _to_1("AGS", {"straight-flush": "5", "three-of-a-kind": "4", "straight": "1"})
_AGS_PLAYER_BONUS = _to_1(
    "A B C",
    {
        "mini-royal": "50 50 -",
        "straight-flush": "40 40 40",
        "three-of-a-kind": "30 30 30",
        "straight": "6 5 6",
        "flush": "3 4 3",
        "pair": "1 1 1",
    },
)
_AGS_SIX_CARD_BONUS = _to_1(
    "A B C",
    {
        "six-card-royal": "20000 - -",
        "royal-flush": "1000 1000 1000",
        "straight-flush": "200 200 200",
        "four-of-a-kind": "50 100 100",
        "full-house": "20 20 20",
        "flush": "15 15 15",
        "straight": "10 9 10",
        "three-of-a-kind": "5 8 7",
    },
)
_AGS_STAX = {
    "royal-diamonds": "star meter",
    "royal-other": "spade meter",
    "straight-flush-diamonds": "heart meter",
    "straight-flush-other": "diamond meter",
    "three-of-a-kind": "20 for 1",
    "straight": "6 for 1",
    "flush": "3 to 1",
}
RESET_CENTS = {"star": 100_000, "spade": 50_000, "heart": 40_000, "diamond": 25_000}
INCREMENT = {"star": "5%", "spade": "5%", "heart": "7%", "diamond": "6%"}
METER_WAGER_CENTS = 500

# Tables 1 to 6 have merged cells: straight and the busted bonus are one value for all, and the
# straight flush is 10 up to table 5, because at 9 table 5 would equal table 6.
_MONSTER_BEAT = _grid(
    "1 2 3 4 5 6",
    {
        "mini-royal": "25 to 1 | 20 to 1 | 20 to 1 | 25 to 1 | 15 to 1 | 15 to 1",
        "straight-flush": "10 to 1 | 10 to 1 | 10 to 1 | 10 to 1 | 10 to 1 | 9 to 1",
        "three-of-a-kind": "5 to 1 | 6 to 1 | 5 to 1 | 4 to 1 | 4 to 1 | 4 to 1",
        "straight": "1 to 1 | 1 to 1 | 1 to 1 | 1 to 1 | 1 to 1 | 1 to 1",
        "flush": "push | push | push | push | push | push",
        "other": "lose | lose | lose | lose | lose | lose",
    },
) | _grid(
    "7 8 9 10 11",
    {
        "spade-mini-royal": "40 to 1 | 50 to 1 | 60 to 1 | 50 to 1 | 60 to 1",
        "mini-royal": "20 to 1 | 30 to 1 | 20 to 1 | 20 to 1 | 25 to 1",
        "straight-flush": "9 to 1 | 9 to 1 | 9 to 1 | 9 to 1 | 9 to 1",
        "three-of-a-kind": "8 to 1 | 7 to 1 | 7 to 1 | 7 to 1 | 6 to 1",
        "straight": "1 to 1 | 1 to 1 | 1 to 1 | 1 to 1 | 1 to 1",
        "flush": "push | push | push | push | push",
        "other": "lose | lose | lose | lose | lose",
    },
)
_MONSTER_BUSTED = _grid(
    "1 2 3 4 5 6",
    {
        "mini-royal": "250 to 1 | 250 to 1 | 250 to 1 | 250 to 1 | 250 to 1 | 250 to 1",
        "straight-flush": "250 to 1 | 250 to 1 | 250 to 1 | 250 to 1 | 250 to 1 | 250 to 1",
        "three-of-a-kind": "250 to 1 | 250 to 1 | 250 to 1 | 250 to 1 | 250 to 1 | 250 to 1",
    },
) | _grid(
    "7 8 9 10 11",
    {
        "mini-royal": "500 to 1 | 500 to 1 | 500 to 1 | 500 to 1 | 500 to 1",
        "straight-flush": "100 to 1 | 50 to 1 | 100 to 1 | 75 to 1 | 100 to 1",
        "three-of-a-kind": "20 to 1 | 20 to 1 | 30 to 1 | 25 to 1 | 50 to 1",
    },
)
_MONSTER = {
    name: {"beat": beat, "busted": _MONSTER_BUSTED[name]} for name, beat in _MONSTER_BEAT.items()
}
_ROYAL_FAMILY = _to_1(
    "1 2 3 4 5 6",
    {
        "royal-family": "500 500 500 500 1000 1000",
        "four-of-a-kind": "200 200 200 200 400 400",
        "four-card-straight-flush": "100 100 100 100 200 200",
        "three-card-straight-flush": "15 16 15 15 16 15",
        "three-of-a-kind": "9 9 8 7 9 8",
        "four-card-straight-or-flush": "5 5 5 5 5 5",
        "three-card-straight": "2 2 2 2 1 1",
        "three-card-flush": "1 1 1 1 1 1",
    },
) | _to_1(
    "7 8 9 10",
    {
        "royal-family": "250 250 250 250",
        "four-of-a-kind": "100 100 100 100",
        "four-card-straight-flush": "70 70 70 70",
        "mini-royal": "50 40 30 30",
        "three-card-straight-flush": "20 20 20 20",
        "three-of-a-kind": "10 10 10 9",
        "four-card-straight-or-flush": "3 3 3 3",
        "three-card-straight": "2 2 2 2",
        "three-card-flush": "1 1 1 1",
    },
)
_SEVEN_CARD = _to_1(
    "1 2 3 4 5",
    {
        "seven-card-straight-flush": "1000 3000 3000 5000 5000",
        "six-card-straight-flush": "500 400 500 400 500",
        "royal-flush": "250 150 300 250 200",
        "straight-flush": "50 50 50 40 50",
        "four-of-a-kind": "30 20 25 20 25",
        "full-house": "8 9 8 8 7",
        "flush": "6 6 6 6 6",
        "straight": "4 4 4 4 4",
        "three-of-a-kind": "3 3 3 3 3",
    },
)

_THREE_WAY_BONUS = _to_1(
    "3WA-A1 3WA-A2 3WA-A3 3WA-A4 3WA-A5",
    {
        "royal-flush": "100 200 200 250 100",
        "straight-flush": "20 25 30 50 20",
        "four-of-a-kind": "7 10 15 20 10",
        "full-house": "5 5 5 5 6",
        "flush": "4 4 4 4 4",
        "straight": "3 3 3 3 3",
        "three-of-a-kind": "2 2 2 2 2",
        "two-pair-jacks": "1 1 1 1 1",
    },
) | _to_1(
    "C1 C2 C3 C4",
    {
        "royal-flush": "1000 1000 1000 500",
        "straight-flush": "100 100 100 100",
        "four-of-a-kind": "25 25 25 25",
        "full-house": "7 7 8 9",
        "flush": "5 5 5 6",
        "straight": "3 4 4 3",
        "three-of-a-kind": "3 3 3 2",
    },
)

PAY_TABLES: dict[str, dict[str, dict[str, PayTable]]] = {
    "three-card-poker": {
        "ante-bonus": _TCP_ANTE_BONUS,
        "pair-plus": _TCP_PAIR_PLUS,
        "bonus": _TCP_BONUS,
    },
    "napa-three-card-poker": {"pair-plus": _NAPA_PAIR_PLUS},
    "ags-3-card": {
        "ante-bonus": _AGS_ANTE_BONUS,
        "player-bonus": _AGS_PLAYER_BONUS,
        "six-card-bonus": _AGS_SIX_CARD_BONUS,
        "stax": {"STAX": {"pays": _AGS_STAX}},
    },
    "three-card-fury": {
        "monster": _MONSTER,
        "royal-family": _ROYAL_FAMILY,
        "seven-card": _SEVEN_CARD,
    },
    "three-way-action": {"bonus": _THREE_WAY_BONUS},
}

DEFAULT_TABLES = {
    "three-card-poker": {"ante-bonus": "A", "pair-plus": "A", "bonus": "TCPB-01"},
    "napa-three-card-poker": {"pair-plus": "NAPA"},
    "ags-3-card": {
        "ante-bonus": "AGS",
        "player-bonus": "A",
        "six-card-bonus": "A",
        "stax": "STAX",
    },
    "three-card-fury": {"monster": "8", "royal-family": "8", "seven-card": "2"},
    "three-way-action": {"bonus": "3WA-A1"},
}


class Combination(NamedTuple):
    """A TCP designator: the two tables it pairs and the par per ante printed under them."""

    ante_bonus: str
    pair_plus: str
    par: str


COMBINATIONS = {
    "TCP-01": Combination("A", "A", "3.37%"),
    "TCP-02": Combination("A", "B", "3.37%"),
    "TCP-03": Combination("B", "A", "3.61%"),
    "TCP-04": Combination("B", "B", "3.61%"),
    "TCP-05": Combination("C", "A", "3.83%"),
    "TCP-06": Combination("C", "B", "3.83%"),
    "TCP-07": Combination("A", "C", "3.37%"),
    "TCP-08": Combination("B", "C", "3.61%"),
    "TCP-09": Combination("C", "C", "3.83%"),
    "TCP-10": Combination("A", "D", "3.37%"),
    "TCP-11": Combination("B", "D", "3.61%"),
    "TCP-12": Combination("C", "D", "3.83%"),
}
