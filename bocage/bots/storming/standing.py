"""How a campaign stands: a few telling numbers for each of its three stages. What they weigh is fitted on games."""

from __future__ import annotations

from bocage.bots.storming.sight import Ground
from bocage.games.storming.look import StormingLook, members
from bocage.games.storming.position import ALLIED, EAST, ENGLAND, GERMAN, WATCH
from bocage.games.storming.victory import achievements, divisions_over_the_seine

NEAR, FRONT, CLOSE = 6, 4, 3  # hexes within which strength counts for a place, stands in the front, threatens a hex
FAR_OFF = 20  # distances are not told apart beyond


def features(look: StormingLook, ground: Ground) -> dict[str, float]:
    """The numbers of a position; they are the same for both sides, and weigh differently."""
    position = look.position
    if look.game.scenario != "final" and not position.breakout:
        return _normandy(look, ground)
    return _campaign(look, ground)


# Feature -> does more of it help the Allies (1) or the Germans (-1)? Where neither is named, it depends.
HELPS_ALLIES = {
    "cherbourg": 1, "towns": 1, "to towns": -1, "to brittany": -1, "last to brittany": -1, "to brittany in time": -1,
    "exited": 1, "balance": 1, "front balance": 1, "allied hungry": -1, "german hungry": 1, "waiting": -1,
    "beach danger": -1, "inland balance": 1, "inland front balance": 1, "inland allied hungry": -1,
    "inland german hungry": 1, "over the seine": 1, "antwerpen": 1, "antwerpen open": 1, "antwerpen danger": -1,
    "metz": -1, "metz turn": -1, "at metz": 1, "ruhr": 1, "ruhr late": 1, "at the ruhr": 1, "ruhr held": -1,
    "to the east": -1, "last to the east": -1, "last to the east late": -1, "gone east": 1, "over the rhine": 1,
    "in germany": 1, "watch": -1, "offensive enough": -1, "offensive cities": -1, "first city in danger": -1,
    "second city in danger": -1,
}  # fmt: skip


class _Count:
    """Who is where, counted once: strengths of both sides and their hexes."""

    def __init__(self, look: StormingLook) -> None:
        self.look = look
        position, game = look.position, look.game
        self._hungry = position.oos
        self.units: dict[str, list[tuple[int, int, int, int]]] = {}  # side -> (unit, node, attack, defence)
        for side in (ALLIED, GERMAN):
            here = members(game.side_units[side] & position.on_board & ~game.staff_units)
            self.units[side] = [(unit, position.units[unit].at, look.attack(unit), look.defence(unit)) for unit in here]

    def hungry(self, side: str) -> float:
        """The share of a side's strength that is out of supply."""
        units = self.units[side]
        return sum(a + d for u, _, a, d in units if self._hungry >> u & 1) / (1 + sum(a + d for _, _, a, d in units))

    def balance(self) -> float:
        """The Allied share of all strength on the map; those out of supply count half."""
        return self._share(list(self.units[ALLIED]), list(self.units[GERMAN]))

    def front_balance(self, ground: Ground) -> float:
        """The Allied share of the strength near the enemy."""
        look = self.look
        to_allies = ground.distances(look.occupied(ALLIED))
        to_germans = ground.distances(look.occupied(GERMAN))
        return self._share(
            [found for found in self.units[ALLIED] if to_germans[found[1]] <= FRONT],
            [found for found in self.units[GERMAN] if to_allies[found[1]] <= FRONT],
        )

    def _share(self, allied: list[tuple[int, int, int, int]], german: list[tuple[int, int, int, int]]) -> float:
        hungry = self._hungry
        ours = sum((a + d) * (0.5 if hungry >> u & 1 else 1.0) for u, _, a, d in allied)
        theirs = sum((a + d) * (0.5 if hungry >> u & 1 else 1.0) for u, _, a, d in german)
        return ours / (1.0 + ours + theirs)

    def attack_within(self, side: str, distances: list[int], radius: int) -> float:
        """The Attack Strength of a side within so many hexes."""
        return float(sum(a for _, node, a, _ in self.units[side] if distances[node] <= radius))

    def danger(self, node: int, distances: list[int], radius: int) -> float:
        """How a hex of the Allies is threatened: the German attack that is near, by the defence that is there."""
        defence = sum(d for _, there, _, d in self.units[ALLIED] if there == node)
        return min(3.0, self.attack_within(GERMAN, distances, radius) / (2.0 + 2.0 * defence))

    def nearest(self, units: int, distances: list[int], number: int) -> list[int]:
        """The distances of the nearest of some Allied units, far ones made up if there are too few."""
        found = sorted(min(FAR_OFF, distances[node]) for unit, node, _, _ in self.units[ALLIED] if units >> unit & 1)
        return (found + [FAR_OFF] * number)[:number]


def _normandy(look: StormingLook, ground: Ground) -> dict[str, float]:
    game, position = look.game, look.position
    count = _Count(look)
    turn = position.turn
    in_time = turn <= game.rules.numbers["breakout_wins_until_turn"]
    found = {"landed": 1.0, "landed turn": turn / 6, "landed in time": float(in_time)}
    found["balance"] = count.balance()
    found["front balance"] = count.front_balance(ground)
    found["allied hungry"] = count.hungry(ALLIED)
    found["german hungry"] = count.hungry(GERMAN)
    found["waiting"] = look.in_place(ENGLAND, ALLIED).bit_count() / 10
    found["cherbourg"] = float(bool(position.allied_control & game.cherbourg))
    towns = game.beyond_breakout & position.allied_control & look.allied_supply()
    found["towns"] = min(2, towns.bit_count()) / 2
    found["exited"] = float(position.brittany_closed)
    if not position.brittany_closed:
        away = count.nearest(game.us_divisions, ground.distances(game.entrances["B"]), 4)
        found["to brittany"] = sum(away) / 40
        found["last to brittany"] = away[3] / 10
        found["to brittany in time"] = found["to brittany"] * in_time
    wanted = game.beyond_breakout & game.data.west & ~position.allied_control
    away = count.nearest(game.side_units[ALLIED], ground.distances(wanted), 4)
    found["to towns"] = sum(away) / 40 * (found["towns"] < 1)
    beaches = game.board.nodes(game.beach_hexes)
    found["beach danger"] = max(count.danger(node, ground.distances(1 << node), CLOSE) for node in beaches)
    return found


def _campaign(look: StormingLook, ground: Ground) -> dict[str, float]:
    game, position = look.game, look.position
    numbers = game.rules.numbers
    count = _Count(look)
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


def _offensive(look: StormingLook, ground: Ground, count: _Count) -> dict[str, float]:
    """The Hitler Counteroffensive: what waits for it, what it has brought, what it may take."""
    game, position = look.game, look.position
    numbers = game.rules.numbers
    found: dict[str, float] = {}
    if not position.offensive_turn and not position.offensive_declined:
        found["watch"] = sum(game.cards[unit].attack[1] for unit in position.stacks.get(WATCH, ())) / 30
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
