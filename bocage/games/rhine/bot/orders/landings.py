"""The planner's landings and flights: beaches, the landing force, air drops and the bombers."""

from __future__ import annotations

from typing import Any

from bocage.bots.ground import FAR
from bocage.bots.planning import Verbs, with_index
from bocage.engine.actions import Action

from ...rules.airborne import most_drops
from ...rules.invasion import beaches as rules
from ...rules.invasion.landing_force import force
from ...rules.invasion.waves import beaches_now
from ...rules.position import ALLIED, AMERICAN, BRITISH, GERMAN, GOOD
from ...rules.victory import across_the_rhine, missing
from ..aims.shared import Aims
from ..sight import Sight

NORMANDY = ("1717", "1817", "1915", "2015")  # Utah, Omaha, Gold-Juno, Sword
TRUSTED = 1.5  # what it is worth that everybody knows the plan for Normandy
NOWHERE = -1.0  # the style names no other coast, by its distance from the German side of the map
PULL = 0.3  # what a hex counts less for each hex that it is off that coast
FIRST, SECOND = 2.0, 1.6  # a place in the first wave, and in the second
GARRISON, NEIGHBOURS = 0.9, 0.25  # a defence factor in the hex, an attack factor near it
HARBOUR, HARBOUR_RANGE = 2.0, 4  # an empty fortress port so near
AHEAD = 0.12  # a hex that a second landing is ahead of the front
SECOND_LANDING = 14.0  # what a second D-Day must be worth
RISKED = 3.0  # what may stand on its beaches: a face-down piece or two
SECOND_FORCE = 6  # and so many units must be waiting for it
QUIET = 3  # the first beaches can do without naval guns if no enemy is so near
GOOD_DROP = 1.0  # what a drop zone beyond the Rhine must be worth
DROP_RANGE = 3  # how far from the beaches somebody jumps on D-Day
REACH = 4  # and how far it may be from troops on the ground
FAT_TARGET = 8.0  # for which the bombers fly, once: the first bombing costs no time (SB.5)
REST_FROM, REST_SPARE = 4, 5  # from which turn airborne divisions rest, and how many turns must be left then


# Beaches


def beaches(sight: Sight, frame: Any, verbs: Verbs) -> Action:
    """The landing hexes of D-Day, or of a second one where it helps."""
    if sight.turn > 1 and not frame.beaches and not _second_landing(sight):
        return verbs["end"][0]
    for node in best_beaches(sight):
        action = with_index(verbs.get("beach", ()), node)
        if action is not None:
            return action
    return verbs["end"][0] if verbs.get("end") else verbs["beach"][0]


def best_beaches(sight: Sight) -> list[int]:
    """Up to four landing hexes close together that promise most."""
    data, look = sight.game.data, sight.look
    worth = {node: beach_worth(sight, node) for node in data.landings if not sight.position.first_beaches >> node & 1}
    best: tuple[float, list[int]] = (-1e9, [])
    for start in worth:
        allowed, chosen, total = rules.near(look.game, start), [start], worth[start]
        for node in sorted(worth, key=lambda node: (-worth[node], node)):
            if len(chosen) < 4 and node not in chosen and allowed >> node & 1 and worth[node] > 0:
                chosen.append(node)
                allowed &= rules.near(look.game, node)
                total += worth[node]
        if total > best[0]:
            best = (total, chosen)
    return best[1]


def beach_worth(sight: Sight, node: int) -> float:
    """What a landing hex promises: places, defenders, neighbours, a port near it."""
    landing = sight.game.data.landings[node]
    worth = FIRST * landing.first + SECOND * landing.second
    worth -= GARRISON * sum(sight.defence(unit) for unit in sight.fighters(node))
    for near in sight.ground.disc(node, 2):
        worth -= NEIGHBOURS * sum(sight.attack(unit) for unit in sight.fighters(near) if near != node)
    for near in sight.ground.disc(node, HARBOUR_RANGE):
        if sight.walls >> near & 1 and not sight.fighters(near):
            worth += HARBOUR
            break
    coast = sight.style.get("coast", NOWHERE)
    if sight.turn > 1:
        worth += AHEAD * (_front(sight) - sight.ground.home[node])
    elif coast != NOWHERE:
        worth += TRUSTED - PULL * abs(sight.ground.home[node] - coast)
    if sight.board.labels[node] in NORMANDY and coast == NOWHERE:
        worth += TRUSTED
    return worth


def _front(sight: Sight) -> int:
    """How far the foremost Allied unit is from the German side of the map."""
    home = sight.ground.home
    return int(sight.kept("front", lambda: min((home[sight.at(unit)] for unit in sight.troops(ALLIED)), default=FAR)))


def _second_landing(sight: Sight) -> bool:
    """Eight units instead of four, and a port of their own: worth it if nobody waits for them there."""
    if (rules.landable(sight.look) & ~sight.game.airborne_units).bit_count() < SECOND_FORCE:
        return False
    chosen = best_beaches(sight)
    if len(chosen) < 3 or sum(_resistance(sight, node) for node in chosen) > sight.style.get("risked", RISKED):
        return False
    ahead = min(sight.ground.home[node] for node in chosen) < _front(sight)
    return ahead and sum(beach_worth(sight, node) for node in chosen) >= sight.style.get(
        "second_landing", SECOND_LANDING
    )


def naval_guns(sight: Sight, verbs: Verbs) -> Action:
    """The ships go to the new landing unless the first beaches still need them."""
    if any(sight.from_enemy[node] <= QUIET for node in sight.board.nodes(sight.position.first_beaches)):
        return verbs["keep-bombardment"][0]
    return verbs["shift-bombardment"][0]


# The landing force


def landing_force(sight: Sight, frame: Any, verbs: Verbs) -> Action:
    """Americans in the west, British in the east; corps first, and what fits in the second wave."""
    if frame.hand >= 0:
        return _berth(sight, frame.hand, verbs)
    british, american = force(sight.look)
    picks = verbs.get("pick", ())
    wanted = AMERICAN if american <= british else BRITISH
    ours = [action for action in picks if sight.nation(action.index) == wanted and _lands(sight, action.index)]
    ours = ours or [action for action in picks if _lands(sight, action.index)]
    if not ours or (abs(british - american) > 0 and all(sight.nation(action.index) != wanted for action in ours)):
        return verbs["end"][0] if verbs.get("end") else picks[0]
    first = _first_wave_open(sight, wanted)
    return max(ours, key=lambda action: (_assault(sight, action.index, first), -action.index))


def _lands(sight: Sight, unit: int) -> bool:
    """Dumps come when there is a port for them, and airborne divisions by air."""
    return not (sight.game.dumps | sight.game.airborne_units) >> unit & 1


def _first_wave_open(sight: Sight, nation: str) -> bool:
    """Has the nation's half of the beaches a place in the first wave?"""
    position, numbers = sight.position, sight.game.unit_numbers
    taken = {node for name, node in position.landing_at.items() if not position.second_wave >> numbers[name] & 1}
    return any(node not in taken for node in _half(sight, nation))


def _half(sight: Sight, nation: str) -> list[int]:
    """The beaches of a nation, of west and east."""
    nodes = sight.board.nodes(beaches_now(sight.look))
    middle = (len(nodes) + 1) // 2
    return nodes[:middle] if nation == AMERICAN else nodes[middle:] or nodes


def _assault(sight: Sight, unit: int, first: bool) -> float:
    counter = sight.game.counters[unit]
    worth = float(counter.attack + counter.defence)
    if unit == sight.game.seventh_corps and first:
        worth += 2.0
    if unit in sight.game.brussels_corps:
        # Those who have to pass through Brussels rather land near it (WIN.3).
        worth += 0.5 if sight.turn > 1 else -0.5
    if not first and counter.armour:
        worth += 3.0  # to exploit
    return worth


def _berth(sight: Sight, unit: int, verbs: Verbs) -> Action:
    """A place in the first wave of its own half, of the other half, and only then in the second wave."""
    half = set(_half(sight, sight.nation(unit)))
    for verb in ("first", "second"):
        choices = verbs.get(verb, ())
        mine = [action for action in choices if action.index in half] or choices
        if mine:
            return max(mine, key=lambda action: (_resistance(sight, action.index), -action.index))
    return next(iter(verbs.values()))[0]


def _resistance(sight: Sight, node: int) -> float:
    return sum(sight.defence(unit) for unit in sight.fighters(node))


# Flights


def fly(sight: Sight, aims: Aims, frame: Any, verbs: Verbs) -> Action:
    """Drops on D-Day and over the Rhine; the bombers once, against a fat target; rest in between."""
    if frame.hand >= 0:

        def zone(action: Action) -> tuple[float, int]:
            return _zone_worth(sight, aims, frame.hand, action.index), -action.index

        drops = verbs["drop"]
        if sight.turn == sight.game.rules.numbers["first_turn"]:
            # Nobody jumps far from the beaches on D-Day.
            close = sight.ground.sphere(sum(1 << node for node in _landings(sight)), DROP_RANGE)
            drops = [action for action in drops if close >> action.index & 1] or drops
        elif not _coup(sight, 1 + len(verbs.get("pick", ()))):
            near = sight.ground.sphere(sight.own_hexes, REACH)  # nobody is left alone over there
            drops = [action for action in drops if near >> action.index & 1] or drops
        return max(drops, key=zone)
    picks = verbs.get("pick", ())
    if picks and _drop_pays(sight, aims, [action.index for action in picks], frame.dropped):
        return picks[0]
    target = _bomb_target(sight, verbs)
    if target is not None:
        return target
    for action in verbs.get("withdraw", ()):
        if _may_rest(sight, aims, action.index):
            return action
    return verbs["end"][0]


def _drop_pays(sight: Sight, aims: Aims, units: list[int], dropped: int) -> bool:
    """On D-Day always; later to help those who cross the Rhine, or where a drop alone may win the game."""
    if sight.turn == sight.game.rules.numbers["first_turn"] or dropped:
        return True
    nation = sight.nation(units[0])
    zones = sight.short(nation) & sight.game.data.across_rhine & ~sight.look.occupied(GERMAN) & ~sight.walls
    if not _coup(sight, len(units)):
        zones &= sight.ground.sphere(sight.own_hexes, REACH)  # nobody is left alone over there
    return any(_zone_worth(sight, aims, units[0], node) >= GOOD_DROP for node in sight.board.nodes(zones))


def _coup(sight: Sight, ready: int) -> bool:
    """Would there be units enough across the Rhine, and everything else done (WIN.1 to WIN.4)?"""
    lacks = {case for case, _ in missing(sight.look)}
    across = across_the_rhine(sight.look).bit_count()
    enough = across + min(ready, most_drops(sight.look)) >= sight.game.rules.numbers["victory_units"]
    return enough and lacks <= {"WIN.1", "WIN.2"}


def _zone_worth(sight: Sight, aims: Aims, unit: int, node: int) -> float:
    """What a drop zone is worth: behind the beaches on D-Day, later beyond the Rhine, and always in supply."""
    company = sum(sight.defence(other) for other in sight.fighters(node) if sight.game.charged_units >> other & 1)
    score = -0.7 * sight.danger(node, sight.defence(unit) + company)
    if sight.enemy_zone >> node & 1:
        score -= 0.8
    if not sight.look.has_room(unit, node):
        score -= 6.0
    if sight.turn == sight.game.rules.numbers["first_turn"]:
        landings = _landings(sight)
        away = min(sight.board.distance(node, beach) for beach in landings)
        near = sum(sight.board.distance(node, beach) <= 2 for beach in landings)
        score += 0.4 * near - 1.5 * abs(away - 1) + 0.3 * sight.cover(node)
        if company:
            score -= 0.7
        if any(sight.walls >> other & 1 for other in sight.ground.disc(node, 1)):
            score += 1.0
        return score
    if not sight.short(sight.nation(unit)) >> node & 1:
        return score - 9.0
    # Together in a city they are hard to beat (CITY.1, ABN.1).
    return score + aims.prizes.get(node, 0.0)


def _landings(sight: Sight) -> list[int]:
    """Where D-Day is going to be."""
    found: list[int] = sight.kept("beaches", lambda: best_beaches(sight))
    return found


def _bomb_target(sight: Sight, verbs: Verbs) -> Action | None:
    """An open stack of panzers close to the front, in Good weather, and only as long as it costs no turn."""
    per_turn = sight.game.rules.numbers["bombings_per_turn_lost"]
    if not verbs.get("bomb") or sight.position.weather != GOOD or sight.position.bombings >= per_turn - 1:
        return None
    best: tuple[float, Action | None] = (FAT_TARGET, None)
    for action in verbs["bomb"]:
        node = action.index
        if not sight.enemy_hexes >> node & 1 or sight.from_own[node] > 4:
            continue
        hurt = [unit for unit in sight.fighters(node) if not sight.look.is_deployed(unit)]
        worth = sum(sight.value(unit) for unit in hurt if unit < sight.game.first_stranger)
        if worth > best[0]:
            best = (worth, action)
    return best[1]


def _may_rest(sight: Sight, aims: Aims, unit: int) -> bool:
    """A division that nobody needs where it is gets ready for the Rhine (DROP.4)."""
    at = sight.at(unit)
    if not REST_FROM <= sight.turn <= sight.look.last_turn() - REST_SPARE or not sight.look.open_ports():
        return False
    return sight.from_enemy[at] >= 3 and at not in aims.guards


def stray_bombs(sight: Sight, verbs: Verbs) -> Action:
    """The Germans let stray bombs fall where they hurt most."""

    def worth(action: Action) -> float:
        return sum(sight.value(unit) for unit in sight.fighters(action.index))

    if not verbs.get("bomb"):
        return verbs["spare"][0]
    return max(verbs["bomb"], key=lambda action: (worth(action), -action.index))


def send(sight: Sight, verbs: Verbs) -> Action:
    """Units of a second wave whose beach is still German help to take it."""
    for action in verbs.get("send", ()):
        if sight.game.troop_units >> action.index & 1:
            return action
    return verbs["end"][0]


__all__ = ["beaches", "best_beaches", "fly", "landing_force", "naval_guns", "send", "stray_bombs"]
