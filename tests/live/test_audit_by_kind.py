"""Events rewritten by somebody who makes all hashes fit: what they say gives it away."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from fairdeal.live import events
from fairdeal.live.actors import MAY
from fairdeal.live.audit import Check, Fault, audit
from fairdeal.live.log import codec
from fairdeal.live.log.chain import Recorded
from fairdeal.live.shoe import commitment_of
from tests.live.days import OF_A_DAY, eventful_day
from tests.live.decks import ARRANGED
from tests.live.forging import Forged, appended, first, rechained, rewritten

Change = Callable[[Any], events.AnyEvent]


@cache
def rows() -> tuple[Recorded, ...]:
    return tuple(eventful_day().store.read())


def fault_of(forged: list[Recorded] | tuple[Recorded, ...]) -> Fault:
    """The first fault of a log without a key to check its seal with."""
    fault = audit(rechained(forged)).first_fault
    assert fault is not None
    return fault


def to(**fields: Any) -> Change:
    return lambda event: replace(event, **fields)


def with_line(**fields: Any) -> Change:
    """The first line of a settlement, changed."""
    return lambda event: replace(event, lines=(replace(event.lines[0], **fields), *event.lines[1:]))


def with_deal(**fields: Any) -> Change:
    """The first cards of a deal, changed."""
    return lambda event: replace(event, deals=(replace(event.deals[0], **fields), *event.deals[1:]))


def with_hand(**fields: Any) -> Change:
    return lambda event: replace(event, turned=(replace(event.turned[0], **fields),))


def with_returned(**fields: Any) -> Change:
    return lambda event: replace(
        event, returned=(replace(event.returned[0], **fields), *event.returned[1:])
    )


def swapped_cards(event: Any) -> Any:
    """The first two cards of the deck changed places."""
    deck = event.deck
    return replace(event, deck=deck[1:2] + deck[:1] + deck[2:])


def undone_otherwise(event: Any) -> Any:
    return replace(event, undone=(replace(event.undone[0], reason="a gift"), *event.undone[1:]))


def with_parts(**parts: int) -> Change:
    return lambda event: replace(event, parts=event.parts | parts)


def with_cents(**cents: int) -> Change:
    return lambda event: replace(event, cents=event.cents | cents)


def with_award(cents: int) -> Change:
    """Another amount out of the meter, and to the player."""
    return lambda event: replace(
        event, award_cents=cents, line=replace(event.line, net_cents=cents - 500)
    )


def to_player(name: str) -> Change:
    return lambda event: replace(event, line=replace(event.line, player=name))


def with_meter(**fields: int) -> Change:
    """The star meter set up otherwise."""
    return lambda event: replace(
        event, meters=event.meters | {"star": replace(event.meters["star"], **fields)}
    )


LIMIT = events.Limit(1, 10**9, 1)
WASHINGTON = {"profile": "washington"}
UP: dict[str, Any] = {"deals": lambda deals: deals[0].faces == "u"}
RULED: dict[str, Any] = {"effect": "void"}

FORGERIES: list[tuple[str, dict[str, Any], Change, Check, str]] = [
    ("table-opened", {}, to(configuration=3), Check.TABLE, "the configuration's number is 3"),
    ("table-opened", {"configuration": 2}, to(float_cents=5), Check.TABLE, "the float of a table"),
    ("table-opened", {}, to(game="baccarat"), Check.TABLE, "of three-card-poker, not of baccarat"),
    ("table-opened", {}, to(game="ags-3-card"), Check.TABLE, "of three-card-poker, not of ags"),
    ("table-opened", {}, to(pay_tables={}), Check.TABLE, "the list of pay tables is {}"),
    ("table-opened", {}, to(options={}), Check.TABLE, "the list of options is {}"),
    ("table-opened", {}, to(style="by mail"), Check.TABLE, "is not dealt by 'by mail'"),
    ("table-opened", {}, to(seats=9), Check.TABLE, "cannot have 9 seats"),
    ("table-opened", {}, to(hands_per_player=9), Check.TABLE, "does not give a player 9 hands"),
    ("table-opened", WASHINGTON, to(profile_from="2009-09-14"), Check.TABLE, "the edition of"),
    ("table-opened", WASHINGTON, to(profile="atlantis"), Check.TABLE, "atlantis"),
    ("table-opened", WASHINGTON, to(limits={"poker": LIMIT}), Check.TABLE, "Washington allows"),
    ("dealer-changed", {}, to(dealer=""), Check.TABLE, "the automatic dealer was dealing already"),
    ("closing-announced", {}, to(reason="rain"), Check.TABLE, "the reason is few players"),
    ("table-closed", {"bank_cents": bool}, to(bank_cents=1), Check.TABLE, "what went back to"),
    ("bank-filled", {}, to(cents=1_000_000), Check.SETTLEMENT, "what the house added to the bank"),
    ("bank-filled", {"by": bool}, to(by="max"), Check.AUTHORITY, "fran acted in the name of max"),
    ("bank-filled", {"by": bool}, to(by=""), Check.EVENT, "should have come first"),
    ("bank-short", {}, to(cents=0), Check.TABLE, "the bank did not have to wait for chips"),
    ("seat-freed", {}, to(later=False), Check.TABLE, "whether they wait for the round is False"),
    ("seat-freed", {}, to(seats=(1,)), Check.TABLE, "the seats is (1,) and should be (2,)"),
    ("ruling-signed", {}, to(by="max"), Check.RULING, "who signs is ('max', 'floor')"),
    ("clock-set", {}, to(log="sideways"), Check.EVENT, "does not say what the log's time does"),
    ("loss-accepted", {}, to(by="mia"), Check.EVENT, "not accepted by the person who asked"),
    ("loss-accepted", {}, to(reason=""), Check.EVENT, "not accepted by the person who asked"),
    ("loss-accepted", {}, to(pos=3), Check.EVENT, "is not the event before this one"),
    ("loss-accepted", {}, to(hash=bytes(31)), Check.EVENT, "is not the event before this one"),
    ("room-opened", {}, to(chips="gold"), Check.EVENT, "does not say what chips are worth"),
    ("seat-taken", {"seat": 2}, to(seat=9), Check.TABLE, "there is no seat 9"),
    ("seat-taken", {"seat": 2}, to(seat=1), Check.TABLE, "seat 1 was p1's"),
    ("seat-taken", {"seat": 2}, to(player="p1"), Check.AUTHORITY, "p2 acted in the name of p1"),
    ("seat-left", {}, to(player="p6"), Check.TABLE, "the player is p6 and should be p"),
    ("chips-bought", {}, to(cents=-5), Check.LEDGER, "would hold -5 cents"),
    ("chips-bought", {}, to(cents=0), Check.TABLE, "chips were bought for $0"),
    ("chips-bought", {}, to(player="p6"), Check.TABLE, "p6 had no seat at the table"),
    ("chips-bought", {}, to(player="fran"), Check.AUTHORITY, "fran handled their own chips"),
    ("chips-cashed", {}, to(player="finn"), Check.LEDGER, "account chips:finn would hold"),
    ("dealer-tipped", {}, to(cents=-5), Check.LEDGER, "account tips would hold -5 cents"),
    ("dealer-tipped", {}, to(cents=0), Check.TABLE, "p1 could not tip $0"),
    ("dealer-tipped", {}, to(player="p2"), Check.AUTHORITY, "p1 acted in the name of p2"),
    ("table-closed", {"tips_cents": bool}, to(tips_cents=50), Check.TABLE, "what the dealers got"),
    ("table-opened", {"tips": True}, to(tips=False), Check.TABLE, "the table took no tips"),
    ("chips-cashed", {}, to(cents=0), Check.TABLE, "chips were cashed for $0"),
    ("chips-cashed", {}, to(cents=10**9), Check.LEDGER, "account chips:p1 would hold"),
    ("round-opened", {"round": 2}, to(round=4), Check.BETS, "the round's number is 4"),
    ("round-opened", {"until": bool}, to(until=7), Check.BETS, "the end of the betting is 7"),
    ("bank-offered", {}, to(seat=3, player="p3"), Check.BETS, "who was offered the bank is seat 3"),
    ("bank-declined", {}, to(seat=4), Check.BETS, "the seat that declined is 4"),
    ("bank-declined", {}, to(by_system=True), Check.AUTHORITY, "is marked as the system's"),
    ("bank-declined", {"by_system": True}, to(by_system=False), Check.AUTHORITY, "is not marked"),
    ("bank-posted", {}, to(seat=4), Check.BETS, "the player at seat 4"),
    ("bank-posted", {}, to(cents=0), Check.BETS, "a bank cannot be $0"),
    ("bank-posted", {}, to(at=5), Check.BETS, "when it was posted is 5"),
    ("bank-posted", {}, to(until=5), Check.BETS, "the end of the betting is 5"),
    ("bets-placed", {}, to(cents=1), Check.BETS, "what moved is $0.01"),
    ("bets-placed", {}, to(bets={"ante": 2001}), Check.BETS, "what moved is $20"),
    ("bets-placed", {}, to(bets={"ante": 10**8}, cents=10**8), Check.LEDGER, "would hold"),
    ("bets-placed", {}, to(bets={"ante": 20_000}, cents=20_000), Check.BETS, "the table takes"),
    ("bets-placed", {}, to(seat=2), Check.BETS, "the player at seat 2 is p1"),
    ("bets-placed", {}, to(player="p2"), Check.AUTHORITY, "p1 acted in the name of p2"),
    ("betting-closed", {}, to(step=5), Check.BETS, "the next step is 5 and should be 2"),
    ("betting-closed", {}, to(commitment=b"x"), Check.DECK, "the length of the commitment is 1"),
    ("betting-closed", {}, to(commitment=bytes(32)), Check.DECK, "had published"),
    ("step-taken", {}, to(step=3), Check.CARDS, "the next step is 3"),
    ("cards-dealt", {}, to(step=7), Check.CARDS, "the next step is 7"),
    ("cards-dealt", {}, with_deal(to=2), Check.CARDS, "who got which cards"),
    ("cards-dealt", {}, with_deal(faces="dd"), Check.CARDS, "who got which cards"),
    ("cards-dealt", {}, with_deal(faces="duu"), Check.CARDS, "0 cards were shown and dealt as"),
    ("cards-dealt", {}, with_deal(faces="ddx"), Check.CARDS, "dealt as 'ddx'"),
    ("cards-dealt", {}, with_deal(faces="d" * 60), Check.CARDS, "cards left a deck of 52"),
    ("cards-dealt", UP, with_deal(shown=(99,)), Check.CARDS, "99 was shown where"),
    ("dealer-peeked", {"shown": ()}, to(shown=(1, 2, 3)), Check.CARDS, "3 cards were turned of a"),
    ("dealer-peeked", {"shown": ()}, to(shown=(51, 47)), Check.CARDS, "was shown where"),
    ("decision-asked", {}, to(seat=3), Check.DECISION, "the seat that was asked is 3"),
    ("decision-asked", {}, to(step=9), Check.DECISION, "the step is 9"),
    ("decision-asked", {}, to(until=9), Check.DECISION, "the end of the time to think is 9"),
    ("decision-declared", {}, to(seat=2), Check.DECISION, "seat 2 spoke on the turn of seat 1"),
    ("decision-declared", {}, to(player="p2"), Check.AUTHORITY, "p1 acted in the name of p2"),
    ("decision-declared", {}, to(word="play"), Check.DECISION, "play of seat 1 needs no confirm"),
    ("decision-made", {"word": "play"}, to(word="fold"), Check.DECISION, "what it added is $10"),
    ("decision-made", {"word": "play"}, to(word="pray"), Check.DECISION, "open to it was play or"),
    ("decision-made", {"word": "play"}, to(cents=-1000), Check.DECISION, "took $10 off play"),
    ("decision-made", {"word": "play"}, to(bet="ante"), Check.DECISION, "the bet it raised is an"),
    ("decision-made", {"word": "play"}, to(player="p4"), Check.AUTHORITY, "in the name of p4"),
    ("decision-made", {"next_seat": 2}, to(seat=2, player="p1"), Check.DECISION, "seat 2 spoke on"),
    ("decision-made", {"next_seat": 2}, to(next_seat=3), Check.DECISION, "the next seat is 3"),
    ("decision-made", {"next_seat": 0}, to(step=9), Check.DECISION, "the next step is 9"),
    ("decision-made", {"by_system": True}, to(by_system=False), Check.AUTHORITY, "not marked as"),
    ("decision-made", {"by_system": True}, to(word="hit"), Check.DECISION, "what the system said"),
    ("decision-made", {"word": "play"}, to(by_system=True), Check.AUTHORITY, "is marked"),
    ("cards-turned", {}, with_hand(hand=3), Check.CARDS, "was shown where"),
    ("cards-turned", {}, with_hand(cards=(1, 2)), Check.CARDS, "2 cards were turned of a hand of"),
    ("cards-turned", {}, with_hand(cards=(1, 2, 3)), Check.CARDS, "was shown where"),
    ("cards-turned", {}, to(turned=()), Check.CARDS, "whose cards were turned is []"),
    ("cards-turned", {}, to(step=9), Check.CARDS, "the next step is 9"),
    ("bets-settled", {}, with_line(net_cents=900), Check.SETTLEMENT, "it settles as seat 4 play"),
    ("bets-settled", {}, with_line(event="pays"), Check.SETTLEMENT, "; hands, pays)"),
    ("bets-settled", {}, with_line(returned_cents=5), Check.SETTLEMENT, "$0.05 returned"),
    ("bets-settled", {}, with_line(stage="envy"), Check.SETTLEMENT, "; envy)"),
    ("bets-settled", {}, with_line(player="p1"), Check.SETTLEMENT, "the player at seat 4 is p1"),
    ("bets-settled", {}, to(banker="p1"), Check.SETTLEMENT, "whose bank pays is p1"),
    ("bets-settled", {"banker": bool}, to(banker=""), Check.SETTLEMENT, "whose bank pays is ''"),
    ("bets-settled", {}, to(step=3), Check.SETTLEMENT, "the next step is 3"),
    ("round-closed", {}, swapped_cards, Check.DECK, "does not follow from the secret"),
    ("round-closed", {}, to(deck=bytes(52)), Check.DECK, "does not hold every card once"),
    ("round-closed", {}, to(secret=bytes(32)), Check.DECK, "the house committed to before the"),
    ("round-closed", {}, to(next_commitment=b""), Check.DECK, "the length of the next commitment"),
    ("round-voided", {"deck": b""}, to(secret=bytes(32)), Check.DECK, "the house committed to"),
    ("deck-committed", {}, to(round=2), Check.DECK, "the round of the commitment is 2"),
    ("deck-committed", {}, to(commitment=b"x"), Check.DECK, "the length of the commitment is 1"),
    ("deck-committed", {}, to(commitment=bytes(32)), Check.DECK, "had published"),
    ("seed-announced", {}, to(anchor=b"x"), Check.DECK, "the length of the anchor is 1"),
    ("seed-announced", {}, to(anchor=bytes(32)), Check.DECK, "is not the next one of its chain"),
    ("seed-announced", {}, to(player="p6"), Check.AUTHORITY, "acted in the name of p6"),
    ("bets-placed", {"seed": bool}, to(seed=bytes(32)), Check.DECK, "is not the next one of its"),
    ("bets-placed", {"seed": b""}, to(seed=bytes(32)), Check.DECK, "had announced no seeds"),
    ("betting-closed", {"seeds": bool}, to(seeds=()), Check.DECK, "the seeds of seats [] were"),
    ("betting-closed", {}, to(beacon="x"), Check.DECK, "the beacon is x and should be ''"),
    ("betting-closed", {}, to(sealed=b"x"), Check.DECK, "when the bets were known"),
    ("round-closed", {}, to(banker="p1"), Check.SETTLEMENT, "whose bank goes back is p1"),
    ("round-closed", {"banker": bool}, to(bank_cents=5), Check.SETTLEMENT, "what is left of the"),
    ("irregularity-reported", {}, to(irregularity="rain"), Check.RULING, "no irregularity 'rain'"),
    ("irregularity-reported", {"seat": 3}, to(seat=6), Check.RULING, "seat 6 was not in play"),
    ("irregularity-reported", {}, to(by="max"), Check.AUTHORITY, "cam acted in the name of max"),
    ("irregularity-ruled", {}, to(by="cam"), Check.AUTHORITY, "max acted in the name of cam"),
    ("irregularity-ruled", {}, to(irregularity="x"), Check.RULING, "what was ruled on is x"),
    ("irregularity-ruled", {}, to(seat=5), Check.RULING, "the seat is 5"),
    ("irregularity-ruled", {}, to(effect="stands"), Check.RULING, "its effect is stands"),
    ("irregularity-ruled", {"effect": "stands", "upheld": True}, to(upheld=False), Check.RULING,
     "it was not upheld, and its ruling was given"),
    ("irregularity-ruled", {"upheld": False}, to(effect="void"), Check.RULING, "effect is void"),
    ("irregularity-ruled", {}, to(until=5), Check.RULING, "the end of the new time is 5"),
    ("seat-died", {}, with_returned(cents=1), Check.RULING, "$0.01 to p1 went back, $10 to p1 was"),
    ("seat-died", {}, to(returned=()), Check.RULING, "nothing went back, $10 to p1 was due"),
    ("seat-died", {}, to(seat=2), Check.RULING, "the seat is 2 and should be 1"),
    ("seat-died", {}, to(seat=6), Check.RULING, "seat 6 had no bets that could go back"),
    ("seat-died", {}, to(next_seat=2), Check.RULING, "the next seat is 2"),
    ("seat-died", {}, to(until=9), Check.RULING, "the end of the time to think is 9"),
    ("card-burned", {}, lambda e: to(card=51 - e.card)(e), Check.RULING, "was shown where"),
    ("card-shown", {}, lambda e: to(card=51 - e.card)(e), Check.RULING, "was shown where"),
    ("round-voided", {}, to(returned=()), Check.RULING, "nothing went back"),
    ("round-voided", {}, with_returned(player="p9"), Check.RULING, "to p9 went back"),
    ("round-voided", {"undone": bool}, undone_otherwise, Check.RULING,
     "lines were undone that are not"),
    ("round-voided", {}, to(banker="p1"), Check.RULING, "whose bank goes back is p1"),
    ("round-voided", {"banker": bool}, to(bank_cents=1), Check.RULING, "what is left of the bank"),
    ("round-voided", {"deck": bool}, swapped_cards, Check.DECK, "does not follow from the secret"),
    ("round-voided", {"deck": b""}, to(deck=bytes(52)), Check.DECK, "every card once"),
    ("round-voided", {}, to(dropped=(1,)), Check.RULING, "what is not paid is ((1,), 0)"),
    ("meters-fed", {}, with_parts(star=50_000_001), Check.METERS, "what the settlement brought"),
    ("meters-fed", {}, with_parts(moon=1), Check.METERS, "what the settlement brought"),
    ("meters-fed", {}, with_cents(star=51), Check.METERS, "what the settlement brought"),
    ("meters-fed", {}, to(stakes=((1, 500),)), Check.METERS, "what the settlement brought"),
    ("meters-fed", {}, to(progressive="nova"), Check.METERS, "what the settlement brought"),
    ("pay-held", {}, to(pay=2), Check.EVENT, "KeyError"),
    ("pay-held", {}, to(seat=2, player="p2"), Check.SETTLEMENT, "what the settlement brought"),
    ("pay-held", {}, to(wager_cents=9), Check.SETTLEMENT, "what the settlement brought"),
    ("pay-held", {}, to(meter="spade"), Check.SETTLEMENT, "what the settlement brought"),
    ("pay-held", {}, to(includes_bet=False), Check.SETTLEMENT, "what the settlement brought"),
    ("pay-held", {}, to(shares=2), Check.SETTLEMENT, "what the settlement brought"),
    ("pay-held", {}, to(stake_cents=400), Check.SETTLEMENT, "what the settlement brought"),
    ("seat-touched", {}, to(by="dirk"), Check.APPROVAL, "who entered it is dirk"),
    ("seat-touched", {}, to(seat=1), Check.APPROVAL, "the screen is None"),
    ("hand-chosen", {"fits": False}, to(fits=True), Check.APPROVAL, "whether the hand fits"),
    ("hand-chosen", {"fits": True}, to(fits=False), Check.APPROVAL, "whether the hand fits"),
    ("hand-chosen", {"seat": 1}, to(hand="royal-other"), Check.APPROVAL, "whether the hand fits"),
    ("hand-chosen", {"seat": 1}, to(by="dirk"), Check.APPROVAL, "who entered it is dirk"),
    ("hand-erased", {}, to(by="dirk"), Check.APPROVAL, "who entered it is dirk"),
    ("hand-erased", {}, to(seat=1), Check.APPROVAL, "the screen is None"),
    ("pending-touched", {}, to(by="dirk"), Check.APPROVAL, "who entered it is dirk"),
    ("pending-touched", {}, to(seat=2), Check.APPROVAL, "the screen is None"),
    ("jackpot-cancelled", {}, to(by="dirk"), Check.APPROVAL, "who entered it is dirk"),
    ("jackpot-cancelled", {}, to(seat=2), Check.APPROVAL, "the screen is None"),
    ("claim-settled", {}, to(by="finn"), Check.APPROVAL, "who entered it is finn"),
    ("claim-settled", {}, to(seat=1), Check.APPROVAL, "the screen is None"),
    ("pay-submitted", {}, to(by="dirk"), Check.APPROVAL, "who entered it is dirk"),
    ("pay-submitted", {}, to(cents=99_999), Check.APPROVAL, "what was submitted"),
    ("pay-submitted", {}, to(needs=()), Check.APPROVAL, "what was submitted"),
    ("pay-submitted", {}, to(needs=("surveillance",)), Check.APPROVAL, "what was submitted"),
    ("pay-submitted", {}, to(deck_days=0), Check.APPROVAL, "what was submitted"),
    ("pay-submitted", {}, to(form="W-2G"), Check.APPROVAL, "what was submitted"),
    ("pay-submitted", {}, to(pay=7), Check.EVENT, "KeyError"),
    ("pay-signed", {}, to(by="finn"), Check.APPROVAL, "who signs is ('finn', 'floor')"),
    ("pay-signed", {}, to(role="surveillance"), Check.APPROVAL, "need the signature of a surv"),
    ("pay-signed", {}, to(checked=("hand",)), Check.APPROVAL, "what was checked is ('hand',)"),
    ("pay-signed", {}, to(checked=()), Check.APPROVAL, "what was checked is ()"),
    ("pay-sent-back", {}, to(by="finn"), Check.APPROVAL, "who signs is ('finn', 'floor')"),
    ("pay-sent-back", {}, to(role="manager"), Check.APPROVAL, "need the signature of a manager"),
    ("pay-made", {}, with_award(99_999), Check.SETTLEMENT, "the payment is"),
    ("pay-made", {}, to(award_cents=1), Check.SETTLEMENT, "the payment is"),
    ("pay-made", {}, to(reset_cents=1), Check.SETTLEMENT, "the payment is"),
    ("pay-made", {}, to(meter="spade"), Check.SETTLEMENT, "the payment is"),
    ("pay-made", {}, to(banker="p1", award_cents=99_550), Check.SETTLEMENT, "the payment is"),
    ("pay-made", {}, to(form="W-2G"), Check.SETTLEMENT, "the payment is"),
    ("pay-made", {}, to_player("p2"), Check.SETTLEMENT, "the payment is"),
    ("progressive-opened", {}, to(progressive="nova"), Check.METERS, "opens another progressive"),
    ("progressive-opened", {}, to(wager_cents=0), Check.METERS, "meant for no wager"),
    ("progressive-opened", {}, with_meter(rate=2_000_000), Check.METERS, "cannot be a meter star"),
    ("progressive-opened", {}, with_meter(ceiling_cents=1), Check.METERS, "cannot be a meter star"),
    ("progressive-opened", {}, with_meter(rate=51_000), Check.METERS, "what the settlement brou"),
    ("progressive-opened", {}, with_meter(reset_cents=200_000), Check.APPROVAL, "submitted"),
    ("progressive-opened", {}, to(links=()), Check.METERS, "win other meters than there are"),
    ("rate-scheduled", {}, to(rate=-1), Check.METERS, "heart cannot grow by -1 millionths"),
    ("rate-scheduled", {}, to(meter="moon"), Check.EVENT, "KeyError"),
    ("ceiling-raised", {}, to(ceiling_cents=99_999), Check.METERS, "of star was not raised"),
    ("ceiling-raised", {}, to(meter="moon"), Check.EVENT, "KeyError"),
    ("adjustment-proposed", {}, to(by="finn"), Check.METERS, "fran acted in the name of finn"),
    ("adjustment-refused", {}, to(by="max"), Check.METERS, "aude acted in the name of max"),
    ("meter-adjusted", {}, to(progressive="nova"), Check.METERS, "it names another progressive"),
    ("meter-adjusted", {}, to(meter="star"), Check.METERS, "it is not what had been proposed"),
    ("meter-adjusted", {}, to(why="seed"), Check.METERS, "it is not what had been proposed"),
    ("meter-adjusted", {}, to(why="greed"), Check.METERS, "a meter does not fall for 'greed'"),
    ("meter-adjusted", {}, to(why="seed"), Check.METERS, "by more than the reason allows"),
    ("meter-adjusted", {}, to(cents=50), Check.METERS, "it is not what had been proposed"),
    ("meter-adjusted", {}, to(approver="aude"), Check.METERS, "no second person approved it"),
    ("meter-adjusted", {}, to(approver="fran"), Check.METERS, "no second person approved it"),
    ("meter-adjusted", {}, to(before_cents=25_001), Check.METERS, "before and after does not fit"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "which", "change", "check", "words"),
    FORGERIES,
    ids=[f"{each[0]}: {each[4]}" for each in FORGERIES],
)
def test_a_rewritten_event_is_found(
    kind: str, which: dict[str, Any], change: Change, check: Check, words: str
) -> None:
    pos = first(rows(), kind, **which)
    forged = rewritten(rows(), pos, change)
    assert forged != list(rows())
    result = audit(rechained(forged), every=True)
    said = [str(fault) for fault in result.faults]
    assert any(words in each for each in said), said[:3]
    assert check in {fault.check for fault in result.faults}
    assert fault_of(forged).pos >= pos - 20


def with_reason(event: Any) -> Any:
    return replace(event, line=replace(event.line, reason="a gift"))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("bets-settled", with_line(reason="a gift")),
        ("irregularity-ruled", to(ruling="a gift")),
        ("round-voided", to(reason="a gift")),
        ("pay-held", to(reason="a gift")),
        ("pay-made", with_reason),
    ],
)
def test_rewritten_words_break_the_chain_and_are_noted_where_every_hash_is_made_to_fit(
    kind: str, change: Change
) -> None:
    """Words decide no payment, and another program of the same rules may have better ones."""
    pos = first(rows(), kind)
    forged = rewritten(rows(), pos, change)
    fault = audit(Forged(forged, eventful_day().store.head())).first_fault
    assert fault is not None
    assert (fault.pos, fault.check) == (pos, Check.CHAIN)
    result = audit(rechained(forged))
    assert result.holds, result.first_fault
    [note] = [each for each in result.warnings if "in other words" in each]
    assert f"event {pos} has 'a gift', this program " in note
    assert not any("in other words" in each for each in audit(rechained(rows())).warnings)


def test_every_kind_of_event_was_rewritten_but_those_with_nothing_but_a_reason() -> None:
    reasons_only = {"table-disabled", "table-enabled"}
    reasons_only |= {"progressive-disabled", "progressive-enabled"}
    assert {each[0] for each in FORGERIES} | reasons_only == OF_A_DAY


def test_a_deck_exchanged_together_with_its_commitment_is_found_by_the_cards_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = first(rows(), "round-closed")
    event: Any = codec.decoded("round-closed", rows()[closed - 1].body)
    deck = bytes(reversed(event.deck))
    secret = bytes(32)
    monkeypatch.setitem(ARRANGED, secret, deck)
    forged = rewritten(rows(), closed, to(deck=deck, secret=secret))
    fixed = commitment_of("table/pit-1", 1, secret)
    for kind in ("deck-committed", "betting-closed"):
        forged = rewritten(forged, first(rows(), kind), to(commitment=fixed))
    fault = fault_of(forged)
    assert fault.check in (Check.CARDS, Check.DECISION, Check.SETTLEMENT)
    assert fault.pos < closed


@pytest.mark.parametrize("kind", sorted(OF_A_DAY))
def test_an_event_of_a_command_that_the_role_may_not_give_is_found(kind: str) -> None:
    command, asked = next((row.key, row.command) for row in rows() if row.kind == kind)
    role = "player" if "auditor" in MAY.get(asked, ()) else "auditor"
    forged = [replace(row, actor="eve", role=role) if row.key == command else row for row in rows()]
    fault = fault_of(forged)
    assert fault.check is Check.AUTHORITY
    assert rows()[fault.pos - 1].key == command


@pytest.mark.parametrize(
    ("actor", "role", "words"),
    [
        ("dora", "dealer", "dora acted where house deals"),
        ("p1", "player", "player p1 may not ask for no-more-bets: that takes a dealer"),
        ("house", "owner", "there is no role 'owner'"),
        ("Häuptling", "dealer", "'Häuptling' is not the name of a dealer"),
    ],
)
def test_only_the_tables_own_dealer_deals(actor: str, role: str, words: str) -> None:
    pos = first(rows(), "betting-closed")
    command = rows()[pos - 1].key
    forged = [replace(row, actor=actor, role=role) if row.key == command else row for row in rows()]
    assert words in str(fault_of(forged))


def test_a_command_that_begins_with_what_only_follows_is_found() -> None:
    pos = first(rows(), "round-closed")
    last = rows()[pos - 1]
    forged = appended(rows()[:pos], events.SeatDied(1, ()), actor="max", role="manager")
    assert fault_of(forged).check is Check.EVENT  # there is no round
    begun = first(rows(), "decision-asked")
    forged = appended(rows()[:begun], events.CardShown(3), actor="house", role="dealer")
    assert "next-step does not begin with such an event" in str(fault_of(forged))
    assert last.kind == "round-closed"


def test_only_the_clock_and_the_tables_own_dealer_say_that_the_time_is_up() -> None:
    pos = first(rows(), "decision-made", by_system=True)
    key = rows()[pos - 1].key
    forged = [replace(row, actor="dora") if row.key == key else row for row in rows()]
    assert "dora acted where house deals" in str(fault_of(forged))
