"""How the landing stands, until the breakout: the race for Brittany and two towns, and the beaches behind it."""

from __future__ import annotations

from ...rules.look import StormingLook
from ...rules.position import ALLIED, ENGLAND, GERMAN
from ...rules.sequence import TURN
from ..sight import STRIKE, Ground
from .count import Count

CLOSE = 3  # hexes within which strength threatens a beach
MARCH = 4  # what a way may cost that troops cover in one movement
WORST = 3.0  # further behind is not told apart
SHIELDED = 0.3  # how much a threat counts that our zones keep away
LEAVING = 4  # divisions that exit into Brittany (17.6)

_ROWS = [row.name for row in TURN]
_ALLIED_MOVES = ("allied assault movement", "allied exploitation")
_GERMAN_MOVES = ("german assault movement", "german exploitation")


def _moves_left() -> dict[str, int]:
    return {row: sum(_ROWS.index(move) >= at for move in _ALLIED_MOVES) for at, row in enumerate(_ROWS)}


def _germans_next() -> frozenset[str]:
    """The rows after which the Germans move before the Allies do."""
    found = set()
    for at, row in enumerate(_ROWS):
        coming = next((move for move in _ROWS[at:] if move in _ALLIED_MOVES or move in _GERMAN_MOVES), "")
        if coming in _GERMAN_MOVES:
            found.add(row)
    return frozenset(found)


MOVES_LEFT, GERMANS_NEXT = _moves_left(), _germans_next()

# Feature -> does more of it help the Allies (1) or the Germans (-1)? Where neither is named, it depends.
HELPS_ALLIES = {
    "cherbourg": 1, "first town": 1, "second town": 1, "exited": 1, "to brittany": -1, "pace in time": -1,
    "short in time": -1, "pace late": -1, "balance": 1, "front balance": 1, "german west": -1, "allied hungry": -1,
    "german hungry": 1, "waiting": -1, "beach exposed": -1, "beaches exposed": -1, "beach exposed now": -1,
    "thin beach": -1,
}  # fmt: skip


def features(look: StormingLook, ground: Ground) -> dict[str, float]:
    """The numbers of a landing."""
    count = Count(look)
    found = {"landed": 1.0, **_strength(look, ground, count)}
    found.update(_race(look, ground, count))
    found.update(_beaches(look, ground, count))
    return found


def _strength(look: StormingLook, ground: Ground, count: Count) -> dict[str, float]:
    west = look.game.data.west
    return {
        "balance": count.balance(),
        "front balance": count.front_balance(ground),
        "german west": sum(a + d for _, node, a, d in count.units[GERMAN] if west >> node & 1) / 100,
        "allied hungry": count.hungry(ALLIED),
        "german hungry": count.hungry(GERMAN),
        "waiting": look.in_place(ENGLAND, ALLIED).bit_count() / 10,
        "cherbourg": float(bool(look.position.allied_control & look.game.cherbourg)),
    }


def _race(look: StormingLook, ground: Ground, count: Count) -> dict[str, float]:
    """What is missing to the breakout (17.6), and how many movements are left for it: in time to win, and at all."""
    game, position, numbers = look.game, look.position, look.game.rules.numbers
    moves = MOVES_LEFT.get(game.phase(position), 2)
    in_time = max(0, 2 * (numbers["breakout_wins_until_turn"] - position.turn) + moves)
    left = max(0, 2 * (numbers["seine_test_turn"] - position.turn) + moves)
    towns = (game.beyond_breakout & position.allied_control & look.allied_supply()).bit_count()
    found = {
        "in time": float(in_time > 0),
        "left in time": in_time / 8,
        "left": left / 12,
        "first town": float(towns >= 1),
        "second town": float(towns >= 2),
        "exited": float(position.brittany_closed),
    }
    germans = look.occupied(GERMAN)
    hard = (look.zone(GERMAN) | ground.rough) & ~germans
    way = 0
    if not position.brittany_closed:
        doors = game.entrances["B"]
        found["to brittany"] = sum(count.nearest(game.us_divisions, ground.distances(doors), LEAVING)) / 40
        way = count.nearest(game.us_divisions, ground.field(doors & ~germans, 0, germans, hard), LEAVING)[-1]
    missing = numbers["breakout_towns"] - towns
    if missing > 0:
        wanted = game.beyond_breakout & game.data.west & ~position.allied_control
        field = ground.field(wanted & ~germans or wanted, 0, germans, hard)
        way = max(way, count.nearest(game.side_units[ALLIED], field, missing)[-1])
    if in_time:
        found["pace in time"] = min(WORST, way / in_time / MARCH)
        found["short in time"] = max(0.0, min(WORST, way / MARCH - in_time))
    else:
        found["pace late"] = min(WORST, way / max(1, left) / MARCH)
    return found


def _beaches(look: StormingLook, ground: Ground, count: Count) -> dict[str, float]:
    """The loss of a beach loses the game (3.2.C.2)."""
    game, position = look.game, look.position
    beaches = game.board.nodes(game.beach_hexes)
    # Panzers come no further next turn where Allied zones halt them.
    coming = ground.coming(look.occupied(GERMAN), look.occupied(ALLIED), look.zone(ALLIED), STRIKE[True])
    exposed = sorted(
        count.danger(node, ground.distances(1 << node), CLOSE)
        * (1.0 if game.supply_sides.step(1 << node) & coming else SHIELDED)
        for node in beaches
    )
    soon = game.phase(position) in GERMANS_NEXT
    steps = [sum(position.units[unit].steps for unit in look.stack(node) if look.defence(unit)) for node in beaches]
    return {
        "beach exposed": exposed[-1],
        "beaches exposed": sum(exposed[:-1]),
        "beach exposed now": exposed[-1] * soon,
        "thin beach": float(min(steps) <= 1),
        "germans next": float(soon),
    }
