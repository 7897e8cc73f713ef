"""How the simple bot brings units into play, rests and supplies them, and what its air forces do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.bots.storming_aims import Aims
from bocage.bots.storming_battle import with_index
from bocage.bots.storming_sight import FAR, Sight
from bocage.engine.actions import Action
from bocage.games.storming import travel
from bocage.games.storming.look import members
from bocage.games.storming.moving import Moving
from bocage.games.storming.position import ALLIED, GERMAN, WATCH

Verbs = Mapping[str, Sequence[Action]]
REST = 2  # hexes from the enemy at which armour is taken out of the line


# Arrivals


def place(sight: Sight, aims: Aims, verbs: Verbs, unit: int) -> Action:
    """Each unit as near as it can to where it should go; headquarters not beside the enemy."""
    actions = verbs.get("place", ())
    if not actions:
        for verb in ("pick", "end"):
            if verbs.get(verb):
                return verbs[verb][0]
        return next(iter(verbs.values()))[0]
    game = sight.game
    field = aims.field_to(aims.arrival(unit), unit)

    def score(action: Action) -> tuple[float, int]:
        node = action.index
        value = float(field[node])
        if aims.guards.get(node) and not sight.own_hexes >> node & 1:
            value -= 20.0
        if game.staff_units >> unit & 1 and sight.from_enemy[node] <= 1:
            value += 5.0
        value += 0.3 * len(sight.stack(node))
        return value, node

    return min(actions, key=score)


def waiting(sight: Sight, aims: Aims, frame: Any, verbs: Verbs) -> Action:
    """The question of an arrival segment."""
    if frame.hand >= 0 and verbs.get("place"):
        if verbs.get("watch") and with_index(verbs["watch"], frame.hand) and sight.turn >= 7:
            action = with_index(verbs["watch"], frame.hand)
            assert action is not None
            return action
        return place(sight, aims, verbs, frame.hand)
    if verbs.get("pick"):
        return verbs["pick"][0]
    return verbs["end"][0] if verbs.get("end") else next(iter(verbs.values()))[0]


def rebuild(sight: Sight, verbs: Verbs) -> Action:
    """Early in the campaign panzers are needed at the front; later they wait for the offensive."""
    return verbs["rebuild-on-track" if sight.turn <= 6 else "rebuild-in-box"][0]


def refit(sight: Sight, verbs: Verbs) -> Action:
    """The armour that gains most, if the enemy leaves it alone."""
    cards = sight.game.cards
    able = [action for action in verbs.get("refit", ()) if sight.from_enemy[sight.at(action.index)] >= REST]
    if not able:
        return verbs["end"][0]
    return max(
        able, key=lambda action: (sum(cards[action.index].attack) - 2 * cards[action.index].attack[0], -action.index)
    )


def withdraw(sight: Sight, verbs: Verbs) -> Action:
    """The weakest divisions leave (17.8)."""
    return min(verbs["withdraw"], key=lambda action: (sight.attack(action.index), action.index))


# Logistics


def ground_division(sight: Sight, aims: Aims, verbs: Verbs) -> Action:
    """The weakest and rearmost divisions give up their transport (9.2.A)."""

    def score(action: Action) -> tuple[float, int]:
        unit = action.index
        return 3.0 * sight.attack(unit) - 0.3 * min(FAR, aims.field(unit)[sight.at(unit)]), unit

    return min(verbs["ground"], key=score)


def spearhead(sight: Sight, aims: Aims, actions: Sequence[Action]) -> Action | None:
    """The strongest unit near the front, for Priority Supply and trucks."""

    def score(action: Action) -> tuple[float, int]:
        unit = action.index
        red = 2.0 if sight.game.red_units >> unit & 1 else 0.0
        away = sight.from_enemy[sight.at(unit)]
        return sight.attack(unit) + red - 0.3 * aims.field(unit)[sight.at(unit)] - 0.2 * min(away, 20), -unit

    return max(actions, key=score, default=None)


def declaration(sight: Sight, verbs: Verbs) -> Action:
    """As few points as bring most of the army to grips; all of them if nobody gets there anyway."""
    numbers = sorted(action.index for action in verbs["declare"])
    most = numbers[-1] - sight.game.rules.numbers["assault_remaining_mp"]
    beside = sight.look.beside_enemy(sight.side)
    reached = [0.0] * (most + 1)
    total = 0.0
    position, game = sight.position, sight.game
    idle = position.refit | position.grounded | position.disrupted | game.garrison_units | game.staff_units
    for unit in sight.units_of(sight.side):
        at = sight.at(unit)
        strength = sight.attack(unit)
        if not strength or idle >> unit & 1 or sight.from_enemy[at] > most + 1:
            continue
        if beside >> at & 1:
            cost = 0
        else:
            frame = Moving(sight.side, 1 << unit, at, at, allowance=max(0, most))
            goals = travel.ways(sight.look, frame)
            flood = goals.flood
            by_cost: list[int] = getattr(flood, "by_cost", [])
            cost = next((points for points, hexes in enumerate(by_cost) if hexes & beside & goals.goals), most + 1)
        total += strength
        for points in range(cost, most + 1):
            reached[points] += strength
    if most < 0 or not total or not reached[most]:
        return verbs["declare"][-1]
    least = min(most, _leaving(sight))
    best = max(range(least, most + 1), key=lambda points: (reached[points] / total - 0.05 * points, -points))
    action = with_index(verbs["declare"], best)
    assert action is not None
    return action


def _leaving(sight: Sight) -> int:
    """The points that units in Entrance Hexes need to leave them, for they must (7.1.2.C)."""
    late = sight.look.units_in(sight.game.mute_hexes, sight.side) & ~sight.game.staff_units
    needed = 0
    for unit in members(late):
        steps = sight.game.supply_sides.step(1 << sight.at(unit)) & sight.game.in_play & ~sight.game.mute_hexes
        costs = [travel.step_cost(sight.look, unit, sight.at(unit), node) for node in sight.board.nodes(steps)]
        needed = max(needed, min((cost for cost in costs if cost is not None), default=0))
    return needed


# Air


def strafe(sight: Sight, frame: Any, verbs: Verbs) -> Action:
    """Half of the counters against panzers that are on the move behind the front; the others support combats."""
    counters = sight.game.data.turns[sight.turn - 1].air
    if not verbs.get("strafe") or len(frame.targets) >= counters // 2:
        return verbs["end"][0]
    game = sight.game

    def score(action: Action) -> tuple[float, int]:
        unit = action.index
        away = sight.from_own[sight.at(unit)]
        mobile = 2.0 if game.mechanized_units >> unit & 1 else 1.0
        return mobile * sight.attack(unit) - abs(away - 3), -unit

    return max(verbs["strafe"], key=score)


def bomb(sight: Sight, aims: Aims, verbs: Verbs) -> Action:
    """The strongest stack that stands in the way of a strong force."""
    if verbs.get("roll"):
        return verbs["roll"][0]
    best: tuple[float, Action] = (7.0, verbs["end"][0])
    for verb in ("bomb-us", "bomb-cw"):
        for action in verbs.get(verb, ()):
            node = action.index
            near = sight.board.around[node] & sight.own_hexes
            ours = sum(sight.attack(unit) for unit in members(sight.look.units_in(near, ALLIED)))
            theirs = sum(sight.defence(unit) for unit in sight.stack(node))
            worth = min(ours, 16) * 0.5 + theirs + aims.prizes.get(node, 0.0)
            if ours >= 8 and theirs >= 3 and worth > best[0]:
                best = (worth, action)
    return best[1]


def bomb_loss(sight: Sight, verbs: Verbs) -> Action:
    """The dearest step."""
    return max(verbs["hit"], key=lambda action: (sight.step_cost(action.index), -action.index))


# The Hitler Counteroffensive


def launch(sight: Sight, verbs: Verbs) -> Action:
    """Only if its minimum looks attainable; and never while a garrison of Metz may win the game by holding out."""
    if not verbs.get("decline"):
        return verbs["launch"][0]
    game, position = sight.game, sight.position
    last = sight.turn == game.rules.numbers["offensive_last_turn"]
    if position.on_board & game.garrison_units:
        return verbs["decline"][0]
    panzers = game.mechanized_units & game.divisions
    near = 0
    for unit in members(panzers & position.on_board):
        near += sight.from_enemy[sight.at(unit)] <= 5
    box = sum(1 for unit in position.stacks.get(WATCH, ()) if panzers >> unit & 1)
    settled = (game.data.towns | game.data.cities) & position.allied_control & sight.board.step(sight.own_hexes)
    attainable = near + box >= 6 or settled.bit_count() >= 2
    if attainable and (last or near + box >= 8):
        return verbs["launch"][0]
    return verbs["decline"][0]


def disrupt(sight: Sight, aims: Aims, verbs: Verbs) -> Action:
    """The Allied hex whose zone bars most panzers from the nearest city."""
    panzers = sight.game.mechanized_units & sight.position.on_board

    def score(action: Action) -> tuple[float, int]:
        node = action.index
        near = sum(1 for unit in members(panzers) if sight.board.distance(sight.at(unit), node) <= 2)
        prize = max((aims.prizes.get(there, 0.0) for there in sight.ground.disc(node, 2)), default=0.0)
        return near + 0.1 * prize, -node

    return max(verbs["disrupt"], key=score)


def react(sight: Sight, aims: Aims, frame: Any, verbs: Verbs) -> Action:
    """SHAEF's reserve goes to the cities that the Germans are nearest to (17.7.5)."""
    if verbs.get("place"):
        cities = sight.game.data.cities

        def score(action: Action) -> tuple[float, int]:
            node = action.index
            empty = 0 if sight.own_hexes >> node & 1 else 3
            return 3 * (cities >> node & 1) + empty - sight.from_enemy[node], -node

        return max(verbs["place"], key=score)
    if verbs.get("react"):
        return verbs["react"][0]
    return verbs["end"][0]


def fall_back(sight: Sight, verbs: Verbs) -> Action:
    """Out of the way of the paratroops, into cover."""
    if verbs.get("fall-back"):
        return max(
            verbs["fall-back"],
            key=lambda action: (sight.cover[action.index] - 0.2 * sight.threat[action.index], -action.index),
        )
    return verbs["pick"][0]


def cull(sight: Sight, verbs: Verbs) -> Action:
    """The German takes the strongest divisions that were not Grounded (9.2.A)."""
    if sight.side == GERMAN and verbs.get("eliminate"):
        return max(verbs["eliminate"], key=lambda action: (sight.attack(action.index), -action.index))
    return verbs["end"][0]
