"""The end of a turn (12.0) and of the game (14.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bocage.parts.stacks import members
from bocage.rules import UNITS, Outcome, Sequencing, automatic, event

from .look import Play, RoundupLook
from .position import ALLIED, GERMAN, POOL
from .supply import overland, passable

if TYPE_CHECKING:
    from ..game import Roundup

LEVELS = ("failure", "limited", "tactical", "operational", "strategic")


def _verdict(game: Roundup, *facts: Any) -> str:
    found = Standing(*facts)
    return (
        f"The game ends. Allies: {LEVELS[found.allied]} (beachheads {found.beachheads} of 4, ports {found.ports} of 3, "
        f"linked {found.linked_ports}{', an edge reached' if found.edge_linked else ''}). "
        f"Germans: {LEVELS[found.german]} ({found.german_hexes}, beachheads destroyed: {found.beachheads_lost}, "
        f"edges {'clear' if found.edge_clear else 'not clear'})."
    )


turned = event("turn", "12.0", lambda game, turn: f"Turn {turn}: {game.data.turns[turn - 1][0]}.", sort="turn")
ready = event("back", "8.4", "{unit} is ready in England again.", sort="arrival", unit=UNITS)
ended = event("verdict", "14.0", _verdict)


@automatic("administration", "12.0")
def administration(play: Play, side: str) -> None:
    """Markers come off the map and the turn marker advances; after the last turn victory is judged (12.0)."""
    position, rules = play.position, play.game.rules
    play.clear("turn")
    if position.turn == rules.turns:
        judge(play)
        return
    position.turn += 1
    turned(play, position.turn)
    if not rules.drop_ban_until_linked:
        position.dropped = 0  # the bans after a drop last for its turn, German phase included (R35)
    _return_units(play)
    # The row of this step is on top of the stack: the next turn takes its place.
    play.swap(Sequencing("turn"))


@automatic("link-up", "R35")
def link_up(play: Play, side: str) -> None:
    """Dropped units function again once they are in overland supply at the start of a turn (10.7, R35)."""
    position, look = play.position, play.look
    position.dropped = sum(1 << unit for unit in members(position.dropped) if not overland(look, unit))


def _return_units(play: Play) -> None:
    """Non-divisional units whose turn has come join the pool (8.4, R21)."""
    position = play.position
    due = [name for name, turn in position.returning.items() if turn <= position.turn]
    for name in due:
        unit = play.game.unit_numbers[name]
        play.put(unit, POOL)
        position.returned |= 1 << unit
        ready(play, unit)
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

    @property
    def german_hexes(self) -> str:
        """What counts for the German: ports of which he controls one hex or more, with or without Allies there (14.2).

        >>> Standing(0, 0, 4, 0, 0, False, True, 3, 0, "14.2").german_hexes
        'German hexes in all 3 ports'
        >>> Standing(0, 0, 4, 3, 0, False, True, 0, 0, "14.2").german_hexes
        'German hexes in none of 3 ports'
        """
        ports = self.ports + self.german_ports
        how_many = {0: "none of", ports: "all"}.get(self.german_ports, f"{self.german_ports} of")
        return f"German hexes in {how_many} {ports} ports"


def standing(look: RoundupLook) -> Standing:
    """Victory levels as if the game ended now (14.1, 14.2); links ignore nation (R17), beachheads are markers (R45)."""
    position, game = look.position, look.game
    ports, beachheads = look.complete_ports(), look.beachheads()
    linked, edge = 0, False
    if beachheads:
        through = passable(look, ALLIED)
        start = beachheads & -beachheads
        net = game.board.flood(start & through, through)
        if not beachheads & ~net:
            linked = sum(1 for name in ports if game.data.ports[name] & net)
            edge = bool(net & position.allied_control & game.allied_goal_edge)
    allied = 0
    if position.beachheads_lost == 0 and ports:
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


def judge(play: Play) -> None:
    """The higher level wins; equal levels are a draw (14.0)."""
    result, position = standing(play.look), play.position
    ended(play, *result)
    if result.allied > result.german:
        position.outcome = Outcome(ALLIED, LEVELS[result.allied], "14.1")
    elif result.german > result.allied:
        position.outcome = Outcome(GERMAN, LEVELS[result.german], result.rule)
    else:
        position.outcome = Outcome("", "draw", "14.0")
    position.frames.clear()
