"""Air drops, and airborne divisions that leave the map to drop again (DROP, ruling R34)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from bocage.engine.steps import EVERYTHING, Clause, Offer
from bocage.hexes import HexSet

from .air.strategic_bombing import GROUNDED, once_a_turn
from .elimination import disrupt, leave_map
from .look import Play, RhineLook, members
from .movement.entering import enter
from .position import ALLIED, BAD, FULL, GERMAN, GOOD, POOL, RESTING, SHORT
from .telling import hex_name
from .weather import WEATHER

if TYPE_CHECKING:
    from .air.operations import Flying

# How many divisions drop in a turn, by weather.
DROPS = {GOOD: "drops_good", BAD: "drops_bad"}


def most_drops(look: RhineLook) -> int:
    """How many airborne divisions the weather lets drop in a turn (DROP.1)."""
    return look.game.rules.numbers[DROPS.get(look.position.weather, "drops_very_bad")]


def land(play: Play, unit: int, node: int) -> None:
    """An airborne division comes down, Disrupted unless a supply line reaches it at that moment (DROP.3)."""
    position, name = play.position, play.game.unit_ids[unit]
    position.drop_turn = position.turn
    if name in position.resting_since:
        position.resting_since = {other: turn for other, turn in position.resting_since.items() if other != name}
    play.tell("air drop", "DROP.2", unit, node)
    enter(play, unit, (node,))
    if play.game.look(position).supply(unit) not in (FULL, SHORT):
        # The deployed side is for corps, so it does not matter that this is no combat result.
        disrupt(play, unit, "DROP.3", by_combat=False)


def rest(play: Play, unit: int) -> None:
    """An airborne division leaves the map for a later drop (DROP.4)."""
    position = play.position
    leave_map(play, unit, RESTING)
    position.resting_since = {**position.resting_since, play.game.unit_ids[unit]: position.turn}
    play.tell("airborne rests", "DROP.4", unit, position.turn + play.rules.numbers["drop_pause"])


# Who may drop


def _airborne(look: RhineLook, frame: Flying) -> int:
    return look.game.airborne_units


def _off_map(look: RhineLook, frame: Flying) -> int:
    return look.in_place(POOL) | look.in_place(RESTING)


def _explain_off_map(look: RhineLook, frame: Flying, unit: int) -> tuple[str, str]:
    if look.position.on_board >> unit & 1:
        pause = look.game.rules.numbers["drop_pause"]
        return "DROP.4", f"{{it}} is on the map: it drops again {pause} turns after it has left it"
    return "REPL.1", "{it} is lost: Allied units are never replaced"


def come_by_now(look: RhineLook) -> int:
    """The units whose turn of entry has come."""
    turn, memo = look.position.turn, look.game.memo
    units: int | None = memo.get(("entered", turn))
    if units is None:
        units = sum(1 << unit for unit, counter in enumerate(look.game.counters) if counter.entry_turn <= turn)
        memo["entered", turn] = units
    return units


def explain_turn(look: RhineLook, unit: int) -> tuple[str, str]:
    """Why a unit cannot enter yet."""
    turn = look.counter(unit).entry_turn
    rule = "REIN.4" if unit == look.game.british_first_airborne else "REIN.3"
    return rule, f"{{it}} enters on turn {turn} ({look.game.data.turns[turn - 1].name}) or later"


def _in_time(look: RhineLook, frame: Flying) -> int:
    return come_by_now(look)


def _explain_in_time(look: RhineLook, frame: Flying, unit: int) -> tuple[str, str]:
    return explain_turn(look, unit)


def _rested(look: RhineLook, frame: Flying) -> int:
    position, numbers = look.position, look.game.unit_numbers
    pause = look.game.rules.numbers["drop_pause"]
    tired = 0
    for name, left in position.resting_since.items():
        if position.turn - left < pause:
            tired |= 1 << numbers[name]
    return ~tired


def _explain_rested(look: RhineLook, frame: Flying, unit: int) -> tuple[str, str]:
    left = look.position.resting_since[look.game.unit_ids[unit]]
    pause = look.game.rules.numbers["drop_pause"]
    return "DROP.4", f"{{it}} left the map on turn {left} and drops again on turn {left + pause} at the earliest"


def _number_left(look: RhineLook, frame: Flying) -> int:
    return EVERYTHING if frame.dropped.bit_count() < most_drops(look) else 0


def _explain_number(look: RhineLook, frame: Flying, unit: int) -> tuple[str, str]:
    weather = WEATHER[look.position.weather]
    return "DROP.1", f"{most_drops(look)} airborne divisions have dropped, and no more may do so in {weather} weather"


def _another_unit(look: RhineLook, frame: Flying) -> int:
    return EVERYTHING if frame.hand < 0 else ~(1 << frame.hand)


# Where it drops


def _in_hand(look: RhineLook, frame: Flying) -> int:
    return 0 if frame.hand < 0 else EVERYTHING


def _no_german(look: RhineLook, frame: Flying) -> HexSet:
    return look.game.board.all & ~look.occupied(GERMAN)


def _no_stronghold(look: RhineLook, frame: Flying) -> HexSet:
    return ~look.strongholds(GERMAN)


# Who may leave


def _on_map(look: RhineLook, frame: Flying) -> int:
    return look.position.on_board


def _undisrupted(look: RhineLook, frame: Flying) -> int:
    return ~look.position.disrupted


def _not_just_dropped(look: RhineLook, frame: Flying) -> int:
    return ~frame.dropped


def _full(look: RhineLook, frame: Flying) -> int:
    candidates = look.game.airborne_units & look.position.on_board & ~look.position.disrupted
    return sum(1 << unit for unit in members(candidates) if look.supply(unit) == FULL)


def overfull(look: RhineLook, hexes: HexSet) -> list[str]:
    """Warnings for Allied stacks over the limit: that is judged when movement ends (ruling R28)."""
    return [
        f"{hex_name(look.game, node)} holds more than its stacking limit: "
        "what is still in excess there when movement ends is Disrupted (STK.6)."
        for node in look.game.board.nodes(hexes & look.occupied(ALLIED))
        if look.overstacked(node)
    ]


_AIRBORNE = Clause("airborne", "DROP.1", "{it} is not an Allied airborne division", _airborne)
OFFERS: dict[str, Offer] = {
    "pick drop": Offer(
        "pick",
        "DROP.1",
        (
            _AIRBORNE,
            GROUNDED,
            Clause("bombing", "DROP.5", "Strategic Bombing was flown this turn: there are no air drops", once_a_turn),
            Clause("off map", "DROP.4", "", _off_map, _explain_off_map),
            Clause("turn", "REIN.4", "", _in_time, _explain_in_time),
            Clause("rested", "DROP.4", "", _rested, _explain_rested),
            Clause("number", "DROP.1", "", _number_left, _explain_number),
            Clause("hand", "DROP.1", "{it} is chosen already: say where it drops", _another_unit),
        ),
    ),
    "drop": Offer(
        "drop",
        "DROP.2",
        (
            Clause("hand", "DROP.1", "choose the airborne division that drops first", _in_hand),
            Clause("german", "R34", "there are German pieces in {it}: a drop needs a hex without any", _no_german),
            Clause("fortress", "R34", "{it} is a German fortress, on which nobody drops", _no_stronghold),
        ),
    ),
    "withdraw airborne": Offer(
        "withdraw",
        "DROP.4",
        (
            _AIRBORNE,
            Clause("map", "R34", "{it} is not on the map", _on_map),
            Clause(
                "dropped",
                "R34",
                "{it} has dropped just now and leaves on a later turn at the earliest",
                _not_just_dropped,
            ),
            Clause("undisrupted", "R34", "{it} is Disrupted and cannot leave the map", _undisrupted),
            Clause("full", "R34", "{it} is not in Full supply and cannot leave the map", _full),
        ),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("pick", "withdraw"), "hexes": ("drop",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "air drop": lambda game, unit, node: f"{game.counters[unit].name} drops on {hex_name(game, node)}.",
    "airborne rests": lambda game, unit, turn: (
        f"{game.counters[unit].name} leaves the map; it may drop again from turn {turn} on."
    ),
}
