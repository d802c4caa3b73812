"""Whoever shares a rendering with others would see the very same alone."""

from pathlib import Path

from fairdeal.errors import FairdealError
from fairdeal.live import Actor, Role, commands
from fairdeal.web.hub import Shared
from tests.live.tables import DEALER, FLOOR, MANAGER
from tests.web.house import AUTOMATIC, House
from tests.web.roles import may_listen

PIA, TOM, IDA = (Actor(name, Role.PLAYER) for name in ("pia", "tom", "ida"))
VIEWERS = (None, PIA, TOM, IDA, DEALER, FLOOR, MANAGER)


def test_who_shares_a_rendering_sees_what_they_would_see_alone(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.room.do("stax", commands.open_progressive, by=MANAGER, game="ags-3-card")
    house.open("three-card-poker", practice=True)
    house.open("three-card-poker", "pit-2", dealer=DEALER.name)
    for seat, player in enumerate((PIA, TOM), 1):
        house.room.do("pit-1", commands.sit, by=player, seat=seat)
        house.site.give_chips("pit-1", player)
        house.room.do("pit-1", commands.place, by=player, seat=seat, bets={"ante": 500})
    house.room.do("pit-1", commands.no_more_bets, by=AUTOMATIC)
    for seat, player in enumerate((PIA, TOM), 1):
        house.room.do("pit-1", commands.decide, by=player, seat=seat, word="fold")
    house.room.do("pit-1", commands.leave, by=TOM, seat=2)
    shared = 0
    for name, face in house.site.hub.faces.items():
        for topic in ("all", "pit-1", "pit-2", "stax"):
            if not isinstance(face, Shared) or not _has(house, name, topic):
                continue
            stands = face.alike(topic)
            for viewer in VIEWERS:
                if may_listen(name, viewer.role if viewer else "player"):
                    alone, together = face.parts(topic, viewer), face.parts(topic, stands(viewer))
                    assert alone == together, f"{name} {topic} for {viewer}"
                    shared += stands(viewer) != viewer
    assert shared > len(VIEWERS)


def _has(house: House, face: str, topic: str) -> bool:
    """Whether there is such a page: a lobby has no tables as topics, and a table is not a lobby."""
    try:
        house.site.hub.check(face, topic)
    except FairdealError:
        return False
    return True
