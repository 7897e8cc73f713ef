"""The end of a turn (12.0) and of the game (14.0)."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from bocage.engine.position import Frame, Outcome
from bocage.engine.steps import Automatic, Sequencing

from .combat.losses import members
from .look import Play, RoundupLook
from .position import ALLIED, GERMAN, POOL

LEVELS = ("failure", "limited", "tactical", "operational", "strategic")


class Tidying(Frame, frozen=True):
    """The administrative phase."""

    step: ClassVar[str] = "administration"
    side: str


class Administration(Automatic[Tidying]):
    """Markers come off the map and the turn marker advances; after the last turn victory is judged (12.0)."""

    name = "administration"
    rule = "12.0"

    def begin(self, play: Play, side: str) -> Tidying:
        return Tidying(side)

    def run(self, play: Play, frame: Tidying) -> None:
        position = play.position
        position.us_aerial = position.uk_aerial = 0
        position.replaced = 0
        position.tas = position.tas_nations = ()
        position.tas_left = 0
        position.superiority = ""
        position.bombers_grounded = False
        position.us_drop = position.uk_drop = position.german_drop = -1
        if position.turn == play.rules.turns:
            judge(play)
            return
        position.turn += 1
        play.tell("turn", "12.0", position.turn)
        if not play.rules.drop_ban_until_linked:
            position.dropped = 0
        _return_units(play)
        # The row of this step is on top of the stack: the next turn takes its place.
        play.swap(Sequencing("turn"))


class Linking(Frame, frozen=True):
    """Dropped units are about to be checked for a link-up (option R35)."""

    step: ClassVar[str] = "link-up"
    side: str


class LinkUp(Automatic[Linking]):
    """Dropped units function again once they are in overland supply at the start of a turn (10.7, R35)."""

    name = "link-up"
    rule = "R35"

    def begin(self, play: Play, side: str) -> Linking:
        return Linking(side)

    def run(self, play: Play, frame: Linking) -> None:
        position = play.position
        look: RoundupLook = play.game.look(position)
        position.dropped = sum(1 << unit for unit in members(position.dropped) if not look.overland(unit))


def _return_units(play: Play) -> None:
    """Non-divisional units whose turn has come join the pool (8.4, R21)."""
    position = play.position
    due = [name for name, turn in position.returning.items() if turn <= position.turn]
    for name in due:
        unit = play.game.unit_numbers[name]
        play.put(unit, POOL)
        position.returned |= 1 << unit
        play.tell("back", "8.4", unit)
    if due:
        position.returning = {name: turn for name, turn in position.returning.items() if name not in due}


class Standing(NamedTuple):
    """How both sides stand under the victory conditions."""

    allied: int
    german: int
    beachheads: int
    ports: int
    linked_ports: int
    edge_linked: bool
    edge_clear: bool
    german_ports: int
    beachheads_lost: int
    rule: str


def standing(look: RoundupLook) -> Standing:
    """Victory levels as if the game ended now (14.1, 14.2)."""
    position, game = look.position, look.game
    ports = look.complete_ports()
    beachheads = look.beachheads()
    linked, edge = 0, False
    if beachheads:
        through = look.passable(ALLIED)
        start = beachheads & -beachheads
        net = game.board.flood(start & through, through)
        if not beachheads & ~net:
            linked = sum(1 for name in ports if game.data.ports[name] & net)
            edge = bool(net & position.allied_control & game.allied_goal_edge)
    all_four = position.beachheads_lost == 0
    allied = 0
    if all_four and ports:
        allied = 1
        if linked:
            allied = 4 if linked == len(game.data.ports) and edge else 3 if linked >= 2 else 2
    clear = not game.german_watched_edge & (look.occupied(ALLIED) | look.zone(ALLIED))
    german_ports = len(game.data.ports) - len(ports)
    rule = game.data.strategies[position.strategy].victory if position.strategy else "14.2"
    german = 0
    if clear:
        for level in game.data.german_levels.get(rule, ()):
            if german_ports >= level.ports and position.beachheads_lost >= level.beachheads:
                german = LEVELS.index(level.level)
                break
    return Standing(
        allied, german, beachheads.bit_count(), len(ports), linked, edge, clear, german_ports,
        position.beachheads_lost, rule,
    )  # fmt: skip


def german_ports(count: int, ports: int) -> str:
    """What counts for the German: ports of which he controls one hex or more, with or without Allies there (14.2).

    >>> german_ports(3, 3), german_ports(0, 3)
    ('German hexes in all 3 ports', 'German hexes in none of 3 ports')
    """
    how_many = {0: "none of", ports: "all"}.get(count, f"{count} of")
    return f"German hexes in {how_many} {ports} ports"


def judge(play: Play) -> None:
    """The higher level wins; equal levels are a draw (14.0)."""
    look: RoundupLook = play.game.look(play.position)
    result = standing(look)
    play.tell("verdict", "14.0", *result)
    position = play.position
    if result.allied > result.german:
        position.outcome = Outcome(ALLIED, LEVELS[result.allied], "14.1")
    elif result.german > result.allied:
        position.outcome = Outcome(GERMAN, LEVELS[result.german], result.rule)
    else:
        position.outcome = Outcome("", "draw", "14.0")
    position.frames.clear()


FRAMES = (Tidying, Linking)
STEPS = (Administration(), LinkUp())
