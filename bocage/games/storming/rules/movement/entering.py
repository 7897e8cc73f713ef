"""What happens when units enter hexes: control, forts, ports, bridges, dams, Paris, and victory by ground taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from bocage.rules import DIE, HEXES, WORD, About, HexSet, Roll, event

from ..elimination import check_breakout, win
from ..look import Play, StormingLook
from ..position import ALLIED, GERMAN

if TYPE_CHECKING:
    from ...game import Storming


def there(flag: str, side: str = ALLIED) -> Callable[..., About]:
    """For events about hexes that the game knows by name."""
    return lambda game, *data: About("", side, hexes=game.board.names(getattr(game, flag)))


def _bridge(game: Storming, name: str, die: int = 0) -> About:
    ends = next(bridge.ends for bridge in game.data.bridges if bridge.name == name)
    hexes = [game.board.labels[end] for end in ends]
    return About("dice" if die else "", ALLIED, [Roll(name, (die,))] if die else [], hexes=hexes)


def _paris_words(game: Storming, war: bool) -> str:
    if not war:
        return "The French 2nd Armored Division leads the way into Paris."
    return (
        "Paris is entered without the French 2nd Armored Division: civil war threatens, and the French divisions will "
        "leave in the next Attrition Phase."
    )


seine_crossed = event(
    "seine crossed", "10.7.12", "The Allies cross the Seine Line: German Strategic Movement is at an end.", side=ALLIED
)
fort_destroyed = event("fort destroyed", "16.1", "The fort of {fort} is destroyed.", side=ALLIED, fort=HEXES)
paris_entered = event("paris", "10.7.9", _paris_words, about=there("paris"))
cherbourg_taken = event(
    "cherbourg", "8.6.B", "Cherbourg is captured (die {die}): Operational on turn {turn}.",
    about=lambda game, die, turn: there("cherbourg")(game)._replace(sort="dice", rolls=[Roll("Cherbourg", (die,))]),
    die=DIE, turn=WORD,
)  # fmt: skip
antwerpen_taken = event("antwerpen", "8.7.B", "Antwerpen is Allied.", about=there("antwerpen"))
dams_captured = event("dams captured", "17.2.A", "The Roer Dams are captured intact.", about=there("dams"))
holland_open = event(
    "holland open", "17.1.B", "Allied units have entered Fortress Holland; it stays open to them.", side=ALLIED
)
commonwealth_free = event(
    "commonwealth free", "10.7.1", "Argentan and Alençon are Allied: the Commonwealth may go west of hexrow 09.",
    side=ALLIED,
)  # fmt: skip
bridge_captured = event(
    "bridge captured", "10.7.5", "The Rhine bridge of {name} is captured (die {die})!",
    about=_bridge, name=WORD, die=DIE,
)  # fmt: skip
bridge_blown = event(
    "bridge blown", "10.7.5",
    lambda game, name, die: f"The Rhine bridge of {name} is blown{f' (die {die})' if die else ''}.",
    about=_bridge,
)  # fmt: skip
bridge_lost = event(
    "bridge lost", "10.7.5", "The captured Rhine bridge of {name} is lost and destroyed.", about=_bridge, name=WORD
)
ike_sees = event("ike sees", "10.7.3", "Ike's Blind Spot is lifted: {why}.", side=ALLIED, why=WORD)


def enter(play: Play, units: Iterable[int], path: Sequence[int], moved: bool = True, more_follow: bool = False) -> None:
    """Take units along a path (or set them down: a path of one hex); each hex entered changes hands (3.2.D; R135).

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
            seine_crossed(play)  # ruling R17
    entered = path[1:] or path
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
        fort_destroyed(play, node)
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
        cherbourg_taken(play, die, position.cherbourg_turn)
    if bit & game.antwerpen and not position.antwerpen_taken:
        position.antwerpen_taken = True
        antwerpen_taken(play)
    if bit & game.dams and not position.flood_turn and not position.dams_captured:
        position.dams_captured = True
        dams_captured(play)
    if bit & game.dams:
        open_ike(play, "an Allied unit holds a Roer Dam")
    if bit & game.holland and not position.holland_open:
        position.holland_open = True
        holland_open(play)
    if not position.commonwealth_free and not game.argentan_and_alencon & ~position.allied_control:
        position.commonwealth_free = True
        commonwealth_free(play)  # ruling R58
    if bit & game.ruhr and not game.ruhr & ~position.allied_control:
        win(play, ALLIED, "every Ruhr city is taken", "3.2.C.1")


def paris_settled(play: Play, led: bool) -> None:
    """The Allies have entered Paris for the first time, led by the French 2nd Armored Division or not (10.7.9, R30)."""
    play.position.civil_war = not led
    paris_entered(play, play.position.civil_war)


def paris_warnings(look: StormingLook, units: int, hexes: HexSet) -> list[str]:
    """What the Allies should know while units may enter these hexes next (10.7.9)."""
    game = look.game
    if look.position.paris_entered or not hexes & game.paris or units >> game.french_second_armored & 1:
        return []
    war = "whoever enters Paris first without the French 2nd Armored Division brings on civil war"
    return [f"{war}: all French divisions leave the game in the next Attrition Phase (10.7.9)"]


def _german_enter(play: Play, node: int) -> None:
    position, game = play.position, play.game
    bit = 1 << node
    lost = position.allied_control & bit
    position.allied_control &= ~bit
    if node == position.bridge_hex:
        position.bridge_hex = -1
        position.bridges_blown = (*position.bridges_blown, position.bridge_captured)
        bridge_lost(play, position.bridge_captured)  # ruling R60
    if position.dams_captured and not game.dams & position.allied_control:
        position.dams_captured = False
    if not lost:
        return
    if bit & game.beach_hexes and (
        game.scenario == "breakout" or position.turn <= game.rules.numbers["beach_loss_until_turn"]
    ):
        rule = "3.3.C.2" if game.scenario == "breakout" else "3.2.C.2"
        win(play, GERMAN, "an Allied beach is captured", rule)
    if bit & game.antwerpen:
        win(play, GERMAN, "Antwerpen is recaptured", "8.7.E")
    if position.offensive_turn == position.turn:
        position.offensive_taken |= bit & (game.data.towns | game.data.cities)
        fallen = position.offensive_cities & ~position.allied_control
        if play.look.cities_in(fallen) >= game.rules.numbers["offensive_cities"]:
            win(play, GERMAN, "two cities fall to the Hitler Counteroffensive", "3.2.C.2")


def _bridges(play: Play, node: int) -> None:
    """An Allied unit moves into a hex with a Rhine Bridge: is it captured, or blown (10.7.5; ruling R33)?"""
    position, data = play.position, play.game.data
    for bridge in data.bridges:
        if node not in bridge.ends or bridge.name in position.bridges_blown or bridge.name == position.bridge_captured:
            continue
        if position.bridge_captured:
            position.bridges_blown = (*position.bridges_blown, bridge.name)
            bridge_blown(play, bridge.name, 0)
            continue
        (die,) = play.roll()
        if data.bridge_results[die - 1] == "captured":
            position.bridge_captured = bridge.name
            position.bridge_hex = node
            bridge_captured(play, bridge.name, die)
            open_ike(play, "a Rhine Bridge is captured")
        else:
            position.bridges_blown = (*position.bridges_blown, bridge.name)
            bridge_blown(play, bridge.name, die)


def open_ike(play: Play, why: str) -> None:
    """Ike's Blind Spot is lifted (10.7.3)."""
    if not play.position.ike_sees:
        play.position.ike_sees = True
        ike_sees(play, why)
