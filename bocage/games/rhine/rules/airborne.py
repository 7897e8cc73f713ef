"""Air drops, and airborne divisions that leave the map to drop again (DROP, ruling R34)."""

from __future__ import annotations

from bocage.rules import HEXES, UNITS, WORD, Conditions, HexSet, Units, event, provided

from .air.strategic_bombing import grounded
from .elimination import disrupt, leave_map
from .look import Play, RhineLook, members
from .movement.entering import enter
from .position import ALLIED, BAD, FULL, GERMAN, GOOD, POOL, RESTING, SHORT
from .telling import hex_name
from .weather import WEATHER

# How many divisions drop in a turn, by weather.
DROPS = {GOOD: "drops_good", BAD: "drops_bad"}

drops = event("air drop", "DROP.2", "{unit} drops on {node}.", sort="arrival", unit=UNITS, node=HEXES)
rests = event(
    "airborne rests", "DROP.4", "{unit} leaves the map; it may drop again from turn {turn} on.", unit=UNITS, turn=WORD
)


def most_drops(look: RhineLook) -> int:
    """How many airborne divisions the weather lets drop in a turn (DROP.1)."""
    return look.game.rules.numbers[DROPS.get(look.position.weather, "drops_very_bad")]


def land(play: Play, unit: int, node: int) -> None:
    """An airborne division comes down, Disrupted unless a supply line reaches it at that moment (DROP.3).

    A port on which it drops is liberated at once and supplies it (ruling R107).
    """
    position, name = play.position, play.game.unit_ids[unit]
    position.drop_turn = position.turn
    if name in position.resting_since:
        position.resting_since = {other: turn for other, turn in position.resting_since.items() if other != name}
    drops(play, unit, node)
    enter(play, unit, (node,))
    if play.look.supply(unit) not in (FULL, SHORT):
        # The deployed side is for corps, so it does not matter that this is no combat result.
        disrupt(play, unit, "DROP.3", by_combat=False)


def rest(play: Play, unit: int) -> None:
    """An airborne division leaves the map for a later drop (DROP.4)."""
    position = play.position
    leave_map(play, unit, RESTING)
    position.resting_since = {**position.resting_since, play.game.unit_ids[unit]: position.turn}
    rests(play, unit, position.turn + play.game.rules.numbers["drop_pause"])


def droppable(look: RhineLook, dropped: Units) -> Conditions:
    """Who may drop, after those who have dropped this turn (DROP.1, DROP.4, DROP.5)."""
    game, position = look.game, look.position
    yield from _airborne(look)
    yield from grounded(look)
    bombed = position.bombing_turn == position.turn
    yield provided(not bombed), "DROP.5", "Strategic Bombing was flown this turn: there are no air drops"
    pause = game.rules.numbers["drop_pause"]
    on_map = f"{{it}} is on the map: it drops again {pause} turns after it has left it"
    yield ~position.on_board, "DROP.4", on_map
    waiting = look.in_place(POOL) | look.in_place(RESTING)
    yield waiting, "REPL.1", "{it} is lost: Allied units are never replaced"
    yield come_by_now(look), "REIN.4", lambda unit: explain_turn(look, unit)
    since = position.resting_since
    tired = sum(1 << game.unit_numbers[name] for name, left in since.items() if position.turn - left < pause)
    yield ~tired, "DROP.4", lambda unit: _still_tired(look, unit)
    most = most_drops(look)
    enough = f"{most} airborne divisions have dropped, and no more may do so in {WEATHER.get(position.weather)} weather"
    yield provided(dropped.bit_count() < most), "DROP.1", enough


def _still_tired(look: RhineLook, unit: int) -> str:
    left = look.position.resting_since[look.game.unit_ids[unit]]
    pause = look.game.rules.numbers["drop_pause"]
    return f"{{it}} left the map on turn {left} and drops again on turn {left + pause} at the earliest"


def drop_zones(look: RhineLook, unit: int) -> Conditions:
    """Where a division drops (DROP.2, ruling R34)."""
    yield provided(unit >= 0), "DROP.1", "choose the airborne division that drops first"
    yield ~look.occupied(GERMAN), "R34", "there are German pieces in {it}: a drop needs a hex without any"
    yield ~look.strongholds(GERMAN), "R34", "{it} is a German fortress, on which nobody drops"


def withdrawable(look: RhineLook, dropped: Units) -> Conditions:
    """Who may leave the map for a later drop (DROP.4, rulings R34, R62)."""
    position = look.position
    yield from _airborne(look)
    yield position.on_board, "R34", "{it} is not on the map"
    yield ~dropped, "R34", "{it} has dropped just now and leaves on a later turn at the earliest"  # R62
    yield ~position.disrupted, "R34", "{it} is Disrupted and cannot leave the map"
    candidates = look.game.airborne_units & position.on_board & ~position.disrupted
    full = sum(1 << unit for unit in members(candidates) if look.supply(unit) == FULL)
    yield full, "R34", "{it} is not in Full supply and cannot leave the map"


def _airborne(look: RhineLook) -> Conditions:
    yield look.game.airborne_units, "DROP.1", "{it} is not an Allied airborne division"


def come_by_now(look: RhineLook) -> Units:
    """The units whose turn of entry has come."""
    return look.game.come_by[look.position.turn]


def explain_turn(look: RhineLook, unit: int) -> tuple[str, str]:
    """Why a unit cannot enter yet."""
    turn = look.counter(unit).entry_turn
    rule = "REIN.4" if unit == look.game.british_first_airborne else "REIN.3"
    return rule, f"{{it}} enters on turn {turn} ({look.game.data.turns[turn - 1].name}) or later"


def overfull(look: RhineLook, hexes: HexSet) -> list[str]:
    """Warnings for Allied stacks over the limit: that is judged when movement ends (ruling R28)."""
    return [
        f"{hex_name(look.game, node)} holds more than its stacking limit: "
        "what is still in excess there when movement ends is Disrupted (STK.6)."
        for node in look.game.board.nodes(hexes & look.occupied(ALLIED))
        if look.overfull(node)
    ]
