"""Figures the documents print about their bets, as text, right or wrong."""

_WIN_A = {"hit-frequency": "28.265%", "win-probability": "0.28265", "one-in": "3.54"}
_WIN_C = {"hit-frequency": "0.1527", "one-in": "6.55"}

PUBLISHED: dict[str, dict[str, dict[str, dict[str, str]]]] = {
    "three-card-poker": {
        # Par per ante, printed under TCP-01..12: it depends on the ante-bonus table alone.
        "ante": {
            "A": {"house-advantage": "3.37%"},
            "B": {"house-advantage": "3.61%"},
            "C": {"house-advantage": "3.83%"},
        },
        "bonus": {
            "TCPB-01": {"house-advantage": "19.46%", "hit-frequency": "0.45%"},
            "TCPB-02": {"house-advantage": "20.45%", "hit-frequency": "3.71%"},
            "TCPB-03E": {"house-advantage": "19.59%", "hit-frequency": "0.45%"},
            "TCPB-04E": {"house-advantage": "19.50%", "hit-frequency": "3.71%"},
        },
    },
    "three-way-action": {
        "bonus": {
            "3WA-A1": {"house-advantage": "8.08%", **_WIN_A},
            "3WA-A2": {"house-advantage": "7.12%", **_WIN_A},
            "3WA-A3": {"house-advantage": "6.14%", **_WIN_A},
            "3WA-A4": {"house-advantage": "4.58%", **_WIN_A},
            "3WA-A5": {"house-advantage": "4.98%", **_WIN_A},
            # The C rows repeat the first four A rows and cannot all be right.
            "C1": {"house-advantage": "8.08%", **_WIN_C},
            "C2": {"house-advantage": "7.12%", **_WIN_C},
            "C3": {"house-advantage": "6.14%", **_WIN_C},
            "C4": {"house-advantage": "4.58%", **_WIN_C},
        },
    },
}

# Both 3 Way Action tables print the same probability column; the C tables stop one row earlier.
PUBLISHED_PROBABILITY: dict[str, dict[str, dict[str, str]]] = {
    "three-way-action": {
        "bonus": {
            "royal-flush": "0.00003232",
            "straight-flush": "0.00027851",
            "four-of-a-kind": "0.00168067",
            "full-house": "0.02596102",
            "flush": "0.03025494",
            "straight": "0.04619382",
            "three-of-a-kind": "0.04829870",
            "two-pair-jacks": "0.12995078",
        },
    },
}
