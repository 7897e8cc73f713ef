"""How a campaign stands: a few telling numbers for each of its three stages. What they weigh is fitted on games."""

from __future__ import annotations

from ...rules.look import StormingLook, members
from ...rules.position import ALLIED, EAST, GERMAN, WATCH
from ...rules.victory.conditions import achievements, divisions_over_the_seine
from ..sight import Ground
from . import landing
from .count import FRONT, Count

NEAR, CLOSE = 6, 3  # hexes within which strength counts for a place, and threatens a hex


def features(look: StormingLook, ground: Ground) -> dict[str, float]:
    """The numbers of a position; they are the same for both sides, and weigh differently."""
    position = look.position
    if look.game.scenario != "final" and not position.breakout:
        return landing.features(look, ground)
    return _campaign(look, ground)


# Feature -> does more of it help the Allies (1) or the Germans (-1)? Where neither is named, it depends.
HELPS_ALLIES = {
    **landing.HELPS_ALLIES,
    "inland balance": 1, "inland front balance": 1, "inland allied hungry": -1,
    "inland german hungry": 1, "over the seine": 1, "antwerpen": 1, "antwerpen open": 1, "antwerpen danger": -1,
    "metz": -1, "metz turn": -1, "at metz": 1, "ruhr": 1, "ruhr late": 1, "at the ruhr": 1, "ruhr held": -1,
    "to the east": -1, "last to the east": -1, "last to the east late": -1, "gone east": 1, "over the rhine": 1,
    "in germany": 1, "watch": -1, "offensive enough": -1, "offensive cities": -1, "first city in danger": -1,
    "second city in danger": -1,
}  # fmt: skip


def _campaign(look: StormingLook, ground: Ground) -> dict[str, float]:
    game, position = look.game, look.position
    numbers = game.rules.numbers
    count = Count(look)
    turn = position.turn
    late = turn > numbers["offensive_last_turn"]
    found = {"inland": 1.0, "inland turn": turn / 15, "inland late": float(late)}
    found["inland balance"] = count.balance()
    found["inland front balance"] = count.front_balance(ground)
    found["inland allied hungry"] = count.hungry(ALLIED)
    found["inland german hungry"] = count.hungry(GERMAN)
    if turn <= numbers["seine_test_turn"]:
        found["over the seine"] = min(3, divisions_over_the_seine(look).bit_count()) / 3
        found["seine turn"] = float(turn == numbers["seine_test_turn"])
    found["antwerpen"] = float(position.antwerpen_taken)
    found["antwerpen open"] = float(position.antwerpen_operational)
    if position.antwerpen_taken:
        port = game.antwerpen.bit_length() - 1
        found["antwerpen danger"] = count.danger(port, ground.distances(game.antwerpen), CLOSE)
    garrisons = position.on_board & game.garrison_units
    if garrisons and not position.offensive_turn and not late:
        found["metz"] = garrisons.bit_count() / 4
        found["metz turn"] = turn / 11
        hexes = look.hexes_of(members(garrisons))
        found["at metz"] = min(60.0, count.attack_within(ALLIED, ground.distances(hexes), CLOSE)) / 30
    # The road to the Ruhr and to the east edge.
    taken = (game.ruhr & position.allied_control).bit_count()
    found["ruhr"] = taken / 8
    found["ruhr late"] = taken / 8 * late
    to_ruhr = ground.distances(game.ruhr)
    found["at the ruhr"] = min(100.0, count.attack_within(ALLIED, to_ruhr, NEAR)) / 50
    found["ruhr held"] = min(100.0, count.attack_within(GERMAN, to_ruhr, NEAR)) / 50
    away = count.nearest(game.divisions, ground.distances(game.allied_exits & game.in_play), 10)
    found["to the east"] = sum(away) / 200
    found["last to the east"] = away[9] / 20
    found["last to the east late"] = away[9] / 20 * late
    found["gone east"] = look.in_place(EAST, ALLIED).bit_count() / 10
    east = ground.east_of_rhine & look.occupied(ALLIED)
    found["over the rhine"] = min(6, east.bit_count()) / 6
    found["in germany"] = min(20, (game.data.germany & look.occupied(ALLIED)).bit_count()) / 10
    found.update(_offensive(look, ground, count))
    return found


def _offensive(look: StormingLook, ground: Ground, count: Count) -> dict[str, float]:
    """The Hitler Counteroffensive: what waits for it, what it has brought, what it may take."""
    game, position = look.game, look.position
    numbers = game.rules.numbers
    found: dict[str, float] = {}
    if not position.offensive_turn and not position.offensive_declined:
        found["watch"] = sum(game.counters[unit].attack[1] for unit in position.stacks.get(WATCH, ())) / 30
        if position.turn < numbers["offensive_first_turn"] - 2:
            return found
        cities = game.data.cities & game.in_play & ~game.data.germany & position.allied_control
    elif look.offensive_now():
        done = achievements(look)
        found["offensive enough"] = float(done.enough)
        found["offensive cities"] = float(done.cities)
        found["offensive"] = 1.0
        cities = position.offensive_cities & position.allied_control
    else:
        found["offensive over"] = 1.0
        return found
    risk = sorted(count.danger(node, ground.distances(1 << node), FRONT) for node in game.board.nodes(cities))
    found["first city in danger"] = risk[-1] if risk else 0.0
    found["second city in danger"] = risk[-2] if len(risk) > 1 else 0.0
    return found
