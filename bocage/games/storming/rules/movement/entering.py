"""What happens when units enter hexes: control, forts, ports, bridges, dams, Paris, and victory by ground taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bocage.hexes import HexSet

from ..elimination import check_breakout, win
from ..look import Play, StormingLook
from ..position import ALLIED, GERMAN


def enter(play: Play, units: Iterable[int], path: Sequence[int], moved: bool = True, more_follow: bool = False) -> None:
    """Take units along a path (or set them down: a path of one hex); each hex entered changes hands (3.2.D).

    `moved` is false for placing and drops, which cross no line on the map. With `more_follow` the French may still be
    among those who enter Paris together: what that means is told by `paris_settled`.
    """
    numbers = tuple(units)
    position = play.position
    for unit in numbers:
        play.put(unit, path[-1])
    side = play.game.counters[numbers[0]].side
    if side == ALLIED and moved and not position.seine_crossed:
        west = play.game.data.west
        if any(west >> here & 1 and not west >> there & 1 for here, there in pairwise(path)):
            position.seine_crossed = True
            play.tell("seine crossed", "10.7.12")
    entered = path[1:] if len(path) > 1 else path
    for node in entered:
        if side == ALLIED:
            _allied_enter(play, numbers, node, more_follow)
        else:
            _german_enter(play, node)
    # A German who moves away may open a Supply Line too.
    check_breakout(play)


def _allied_enter(play: Play, units: Sequence[int], node: int, more_follow: bool) -> None:
    position, game = play.position, play.game
    bit = 1 << node
    new = not position.allied_control & bit
    position.allied_control |= bit
    if bit & game.breakable_forts & ~position.forts_destroyed:
        position.forts_destroyed |= bit
        play.tell("fort destroyed", "16.1", node)
    if bit & game.paris and not position.paris_entered:
        position.paris_entered = True
        if not more_follow:
            paris_settled(play, led=game.french_second_armored in units)
    if bit & game.bridge_hexes:
        _bridges(play, node)
    if not new:
        return
    if bit & game.cherbourg and not position.cherbourg_turn:
        (die,) = play.roll()
        position.cherbourg_turn = position.turn + game.data.port_delay[die - 1]
        play.tell("cherbourg", "8.6.B", die, position.cherbourg_turn)
    if bit & game.antwerpen and not position.antwerpen_taken:
        position.antwerpen_taken = True
        play.tell("antwerpen", "8.7.B")
    if bit & game.dams and not position.flood_turn and not position.dams_captured:
        position.dams_captured = True
        play.tell("dams captured", "17.2.A")
    if bit & game.dams:
        open_ike(play, "an Allied unit holds a Roer Dam")
    if bit & game.holland and not position.holland_open:
        position.holland_open = True
        play.tell("holland open", "17.1.B")
    if not position.commonwealth_free and not game.argentan_and_alencon & ~position.allied_control:
        position.commonwealth_free = True
        play.tell("commonwealth free", "10.7.1")
    if bit & game.ruhr and not game.ruhr & ~position.allied_control:
        win(play, ALLIED, "every Ruhr city is taken", "3.2.C.1")


def paris_settled(play: Play, led: bool) -> None:
    """The Allies have entered Paris for the first time, led by the French 2nd Armored Division or not (10.7.9)."""
    play.position.civil_war = not led
    play.tell("paris", "10.7.9", play.position.civil_war)


def paris_warnings(look: StormingLook, units: int, hexes: HexSet) -> list[str]:
    """What the Allies should know while units may enter these hexes next (10.7.9)."""
    game = look.game
    if look.position.paris_entered or not hexes & game.paris or units >> game.french_second_armored & 1:
        return []
    return [PARIS_WARNING]


PARIS_WARNING = (
    "whoever enters Paris first without the French 2nd Armored Division brings on civil war: all French divisions "
    "leave the game in the next Attrition Phase (10.7.9)"
)


def _german_enter(play: Play, node: int) -> None:
    position, game = play.position, play.game
    bit = 1 << node
    lost = position.allied_control & bit
    position.allied_control &= ~bit
    if node == position.bridge_hex:
        position.bridge_hex = -1
        position.bridges_blown = (*position.bridges_blown, position.bridge_captured)
        play.tell("bridge lost", "10.7.5", position.bridge_captured)
    if position.dams_captured and not game.dams & position.allied_control:
        position.dams_captured = False
    if not lost:
        return
    if bit & game.beach_hexes and (
        game.scenario == "breakout" or position.turn <= play.rules.numbers["beach_loss_until_turn"]
    ):
        rule = "3.3.C.2" if game.scenario == "breakout" else "3.2.C.2"
        win(play, GERMAN, "an Allied beach is captured", rule)
    if bit & game.antwerpen:
        win(play, GERMAN, "Antwerpen is recaptured", "8.7.E")
    if position.offensive_turn == position.turn:
        position.offensive_taken |= bit & (game.data.towns | game.data.cities)
        fallen = position.offensive_cities & ~position.allied_control
        if game.look(position).cities_in(fallen) >= play.rules.numbers["offensive_cities"]:
            win(play, GERMAN, "two cities fall to the Hitler Counteroffensive", "3.2.C.2")


def _bridges(play: Play, node: int) -> None:
    """An Allied unit moves into a hex with a Rhine Bridge: is it captured, or blown (10.7.5)?"""
    position, data = play.position, play.game.data
    for bridge in data.bridges:
        if node not in bridge.ends or bridge.name in position.bridges_blown or bridge.name == position.bridge_captured:
            continue
        if position.bridge_captured:
            position.bridges_blown = (*position.bridges_blown, bridge.name)
            play.tell("bridge blown", "10.7.5", bridge.name, 0)
            continue
        (die,) = play.roll()
        if data.bridge_results[die - 1] == "captured":
            position.bridge_captured = bridge.name
            position.bridge_hex = node
            play.tell("bridge captured", "10.7.5", bridge.name, die)
            open_ike(play, "a Rhine Bridge is captured")
        else:
            position.bridges_blown = (*position.bridges_blown, bridge.name)
            play.tell("bridge blown", "10.7.5", bridge.name, die)


def open_ike(play: Play, why: str) -> None:
    """Ike's Blind Spot is lifted (10.7.3)."""
    if not play.position.ike_sees:
        play.position.ike_sees = True
        play.tell("ike sees", "10.7.3", why)


def _hex(game: Any, node: int) -> str:
    name = game.data.names.get(node)
    return f"{name} ({game.board.labels[node]})" if name else game.board.labels[node]


SENTENCES: Mapping[str, Callable[..., str]] = {
    "seine crossed": lambda game: "The Allies cross the Seine Line: German Strategic Movement is at an end.",
    "fort destroyed": lambda game, node: f"The fort of {_hex(game, node)} is destroyed.",
    "paris": lambda game, war: (
        "Paris is entered without the French 2nd Armored Division: civil war threatens, and the French divisions will "
        "leave in the next Attrition Phase."
        if war
        else "The French 2nd Armored Division leads the way into Paris."
    ),
    "cherbourg": lambda game, die, turn: f"Cherbourg is captured (die {die}): Operational on turn {turn}.",
    "antwerpen": lambda game: "Antwerpen is Allied.",
    "dams captured": lambda game: "The Roer Dams are captured intact.",
    "holland open": lambda game: "Allied units have entered Fortress Holland; it stays open to them.",
    "commonwealth free": lambda game: "Argentan and Alençon are Allied: the Commonwealth may go west of hexrow 09.",
    "bridge captured": lambda game, name, die: f"The Rhine bridge of {name} is captured (die {die})!",
    "bridge blown": lambda game, name, die: (
        f"The Rhine bridge of {name} is blown (die {die})." if die else f"The Rhine bridge of {name} is blown."
    ),
    "bridge lost": lambda game, name: f"The captured Rhine bridge of {name} is lost and destroyed.",
    "ike sees": lambda game, why: f"Ike's Blind Spot is lifted: {why}.",
}
