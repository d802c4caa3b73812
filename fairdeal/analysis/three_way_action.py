"""3 Way Action: high card, poker and bonus."""


def figure(bet, terms):
    raise NotImplementedError
