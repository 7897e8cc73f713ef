"""The planner's invasions: where to land, with whom, what comes from the air and the sea, and the harbour behind it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bocage.bots.planning import Verbs
from bocage.engine.actions import Action
from bocage.hexes import HexSet

from ...rules.combat.odds import defence
from ...rules.invasion import lines
from ...rules.invasion.waves import used_factors
from ...rules.look import FortressLook, members
from ...rules.position import ALLIED, ENGLAND, GERMAN
from ...rules.supply import lines as supply
from ...rules.supply.capacity import capacity
from ..aims import goals as aims
from ..aims.sites import Site, sites
from ..odds import Odds
from ..sight import Sight

SECOND_AT_LEAST = 7.0  # what a second landing must promise
ROOM = 6  # of the supply capacity, for those who come ashore before the second harbour
AT_LEAST, NOW_OR_NEVER = 4, 2  # and what there must be of it, at first and when time runs out
SOON, PATIENCE = 1, 5  # turns before the first that allows it, and before the last
STAFF_NEAR = 8  # hexes from a beach within which a headquarters feeds those who land there
BEACHHEAD = 6.0  # that it opens another front
NARROW, WIDE = 1.5, 3  # a harbour where fewer units than in the open come ashore at once and stand guard
TOGETHER = 0.5  # a unit that can be fed from it
FACING = 6.0  # of the harbour: whoever guards it must attack, and is gone when he is thrown back
OPEN_SIDE = 0.8  # of the harbour: a hex from which the enemy can attack it
DROP_NEAR = 2
DROP_WORTH = 2.0
UNSEEN = 0.25  # of a prize on the first day: harbours that look empty hold hidden units


# Coming ashore


def nation_of(sight: Sight, line: HexSet) -> str:
    """Who lands: the British with their 79th where walls are stormed, the Americans where there are most to come."""
    return "BR" if line & (sight.look.intact() | sight.game.data.cities) & sight.look.occupied(GERMAN) else "US"


def _party(sight: Sight, nation: str) -> int:
    game = sight.game
    return next((party for party in game.parties if any(game.counters[u].nation == nation for u in members(party))), -1)


def land(sight: Sight, frame: Any, verbs: Verbs) -> Action:
    """The first wave: held beaches get their storming parties first, then the others are filled."""
    nation = nation_of(sight, sight.position.beaches)
    if verbs.get("land"):
        return max(verbs["land"], key=lambda action: (_beach_need(sight, frame.hand, action.index), -action.index))
    if verbs.get("end") and (frame.hand >= 0 or not verbs.get("pick")):
        return verbs["end"][0]  # there is no room for whoever is in hand
    factors, _ = lines.capacity(sight.game, sight.position.beaches)
    left = factors - used_factors(sight.look)
    party = _party(sight, nation)
    room = any(
        sight.look.weight(sight.look.of_side(node, ALLIED)) < sight.look.limit(node)
        for node in sight.board.nodes(sight.position.beaches)
    )

    def worth(action: Action) -> tuple[float, int]:
        unit = action.index
        if sight.attack(unit) > left or not room or not sight.game.first_wave >> unit & 1:
            return -1.0, -unit
        if sight.game.raiders >> unit & 1 or sight.game.airborne_units >> unit & 1:
            return 0.0, -unit
        mine = 3.0 if party >> unit & 1 else 0.0
        if sight.game.seventy_ninth >> unit & 1:
            storm = sight.position.beaches & sight.look.occupied(GERMAN)
            return (20.0 if storm and sight.position.invasions == 1 and party >> unit & 1 else -1.0), -unit
        return mine + sight.attack(unit), -unit

    if frame.hand >= 0:  # nobody but a raider finds room in the supply capacity (21.1)
        return max(verbs["pick"], key=lambda action: (sight.game.raiders >> action.index & 1, -action.index))
    best = max(verbs["pick"], key=worth)
    if worth(best)[0] > 0:
        return best
    return verbs["end"][0] if verbs.get("end") else best


def _beach_need(sight: Sight, unit: int, node: int) -> float:
    """How much a unit is needed on a beach."""
    look = sight.look
    held = defence(look, node, 0) if look.occupied(GERMAN) >> node & 1 else 0
    mine = [other for other in look.of_side(node, ALLIED) if sight.game.land_units >> other & 1]
    there = sum(sight.attack(other) for other in mine)
    party = next((party for party in sight.game.parties if party >> unit & 1), -1)
    if any(not party >> other & 1 for other in mine):
        return -20.0
    if held:
        return 8.0 - 2.5 * max(0.0, there / held - 4) if there < 5 * held else 0.5
    ports = sum(0.3 * port.capacity for at, port in sight.game.data.ports.items() if sight.board.distance(at, node) < 2)
    return 4.0 + ports - 2.2 * len(mine)


def second_wave(sight: Sight, frame: Any, verbs: Verbs) -> Action:
    """A headquarters first, then the strongest divisions."""
    look, game = sight.look, sight.game
    if verbs.get("land"):
        staff = game.headquarters >> frame.hand & 1
        return min(
            verbs["land"],
            key=lambda action: (
                staff and sight.enemy_zone >> action.index & 1,
                0 if staff else -min(1, _berths(sight, action.index)),
                sight.danger(action.index, 6),
                action.index,
            ),
        )
    picks = verbs.get("pick")
    if not picks or frame.hand >= 0:
        return verbs["end"][0]
    near = sight.ground.sphere(sight.position.beaches, STAFF_NEAR)
    staffs = sum(near >> sight.at(staff) & 1 for staff in sight.staffs(ALLIED))
    party = _party(sight, nation_of(sight, sight.position.beaches))
    held = sight.position.beaches & ~sight.enemy_hexes
    room = any(_berths(sight, node) > 0 for node in sight.board.nodes(held))

    def worth(action: Action) -> tuple[float, int]:
        unit = action.index
        if game.headquarters >> unit & 1:
            return (50.0 + 5 * (party >> unit & 1) + look.pace(unit) if not staffs else -1.0), -unit
        if not room and look.weight((unit,)):
            return -1.0, -unit  # somebody would have to be eliminated (6.3)
        if game.airborne_units >> unit & 1 or game.raiders >> unit & 1:
            return 0.0, -unit
        return 1.0 + sight.attack(unit) + (2.0 if party >> unit & 1 else 0.0), -unit

    best = max(picks, key=worth)
    return best if worth(best)[0] > 0.5 else verbs["end"][0]


def _berths(sight: Sight, node: int) -> int:
    """How many more units a beach takes, one of those who can walk on at once counted."""
    look = sight.look
    there = look.of_side(node, ALLIED)
    left = look.limit(node) - look.weight(there)
    if sight.enemy_zone >> node & 1 or not look.weight(there):
        return left
    inland = look.sides().step(1 << node) & sight.game.land & ~sight.enemy_zone & ~sight.enemy_hexes
    return left + any(not sight.fighters(near) for near in sight.board.nodes(inland & ~sight.game.dyke))


def mulberry(sight: Sight, verbs: Verbs) -> Action:
    """The larger one first, where it is safest: the only harbour until a port is taken."""
    if verbs.get("place"):
        return min(
            verbs["place"],
            key=lambda action: (
                sight.strike(action.index)
                + FACING * (sight.enemy_zone >> action.index & 1)
                + OPEN_SIDE * _open_sides(sight, action.index)
                + NARROW * (WIDE - sight.look.limit(action.index))
                - TOGETHER * _within(sight, action.index)
                - 0.15 * sum(sight.attack(unit) for unit in sight.fighters(action.index))
                - 0.3 * len([near for near in sight.board.neighbours[action.index] if sight.own_hexes >> near & 1]),
                action.index,
            ),
        )
    if verbs.get("pick"):
        return max(verbs["pick"], key=lambda action: (sight.game.counters[action.index].capacity, -action.index))
    return verbs["end"][0]


def _within(sight: Sight, node: int) -> int:
    """The units ashore that a headquarters in a hex would reach: a harbour on an island feeds nobody (18.1)."""
    span = sight.game.rules.numbers["supply_range"]
    hexes = supply.reached(sight.game, 1 << node, supply.through(sight.look, ALLIED), span)
    return (sight.look.units_in(hexes, ALLIED) & sight.game.land_units).bit_count()


def _open_sides(sight: Sight, node: int) -> int:
    """Hexes beside a beach from which it can be attacked, and where none of ours stands."""
    beside = sight.look.sides().step(1 << node) & sight.game.land & ~sight.own_hexes
    return beside.bit_count()


def invasion(sight: Sight, frame: Any, verbs: Verbs, site: Site | None) -> Action:
    """The line as it was chosen, hex by hex."""
    if site is not None and verbs.get("beach"):
        for action in verbs["beach"]:
            if site.line >> action.index & 1:
                return action
    return verbs["end"][0] if verbs.get("end") else verbs["beach"][0]


def second_open(look: FortressLook) -> bool:
    """May there be a second landing this turn or later, in a war that is long enough for it (12.2)?

    Whoever was thrown into the sea has nothing left to lose by it, whatever he has written down (12.18).
    """
    rules, position = look.game.rules, look.position
    wanted = not look.ashore() or (rules.ending == "cities" and 11 not in position.picks.get(ALLIED, ()))
    used = rules.winter or position.invasions >= rules.numbers["invasions"]
    return wanted and not used and position.turn <= rules.numbers["second_invasion_last_turn"]


def berths_kept(look: FortressLook) -> int:
    """The supply capacity that is left free for a second landing (12.14, 18.7.4): without it there is none."""
    soon = look.position.turn >= look.game.rules.numbers["second_invasion_first_turn"] - SOON
    return ROOM if soon and second_open(look) else 0


def second_site(sight: Sight, dice: Random) -> Site | None:
    """A second landing where it opens another front and the first wave is there for it."""
    late = sight.turn >= sight.game.rules.numbers["second_invasion_last_turn"] - PATIENCE
    room = capacity(sight.look) if sight.look.ashore() else ROOM
    if not second_open(sight.look) or room < (NOW_OR_NEVER if late else AT_LEAST):
        return None  # those who land count at once (18.7.12)
    worth = aims.stakes(sight)
    ready = {
        base: sum(sight.attack(unit) for unit in members(sight.game.first_wave & sight.look.in_place(base)))
        for base in lines.BASE.values()
    }
    good = [site for site in sites(sight, worth) if ready[site.base] >= 2 * 6 * len(site.nodes)]
    if not good:
        return None
    best = max(good, key=lambda site: (site.score, -site.line))
    if not sight.look.ashore():
        return best  # nothing is left to wait for (12.18)
    return best if best.score + BEACHHEAD * late > SECOND_AT_LEAST else None


# Ships and aircraft


def ship(sight: Sight, frame: Any, verbs: Verbs, odds: Odds) -> Action:
    """Ships lie where their guns reach the hexes that are attacked."""
    if verbs.get("place") and frame.hand >= 0:
        weights = _fire_wanted(sight, odds)
        at = sight.at(frame.hand)
        now = _covered(sight, at, weights) if at >= 0 else -1.0
        best = max(verbs["place"], key=lambda action: (_covered(sight, action.index, weights), -action.index))
        if _covered(sight, best.index, weights) > now or not verbs.get("end"):
            return best
    if verbs.get("end"):
        weights = _fire_wanted(sight, odds) if verbs.get("pick") else {}
        if weights:
            for action in verbs["pick"]:
                at = sight.at(action.index)
                if at >= 0 and _covered(sight, at, weights) <= 0 and _best_sea(sight, weights) > 0:
                    return action
        return verbs["end"][0]
    return verbs["pick"][0] if verbs.get("pick") else verbs["place"][0]


def _fire_wanted(sight: Sight, odds: Odds) -> dict[int, float]:
    """Enemy hexes that may be attacked this turn -> how much ships would help."""
    hexes = sight.enemy_hexes & (sight.own_hexes | sight.board.step(sight.own_hexes))
    return {node: 1.0 + odds.prizes.get(node, 0.0) for node in sight.board.nodes(hexes)}


def _covered(sight: Sight, node: int, weights: dict[int, float]) -> float:
    span = sight.game.rules.numbers["naval_range"]
    near = sight.board.within(node, span)
    return max((value for at, value in weights.items() if near >> at & 1), default=0.0)


def _best_sea(sight: Sight, weights: dict[int, float]) -> float:
    hexes = sight.board.nodes(sight.game.data.sea)
    return max((_covered(sight, node, weights) for node in hexes), default=0.0)


def cover(sight: Sight, odds: Odds, verbs: Verbs) -> Action:
    """Ground Support on an invasion turn: where an aircraft raises the chances most."""
    if not verbs.get("cover"):
        return verbs["end"][0]
    look, position = sight.look, sight.position

    def gain(action: Action) -> tuple[float, int]:
        node = action.index
        given = position.support.get(sight.board.labels[node], 0)
        here = [unit for unit in look.of_side(node, ALLIED) if sight.game.land_units >> unit & 1]
        if not look.occupied(GERMAN) >> node & 1:
            return 0.3 - 0.1 * given, -node  # a hidden unit may be there
        if not here:
            near = look.sides().step(1 << node)
            here = [unit for unit in members(position.dropped) if near >> sight.at(unit) & 1]
        party = {unit: sight.at(unit) for unit in here}
        more = odds.verdict((node,), party, given + 1, doomed=True).worth
        return more - odds.verdict((node,), party, given, doomed=True).worth, -node

    return max(verbs["cover"], key=gain)


# Paratroopers


def drop(sight: Sight, frame: Any, verbs: Verbs) -> Action:
    """Behind the beaches, or into a port or city that lies open."""
    if verbs.get("drop"):
        return max(verbs["drop"], key=lambda action: (_drop_worth(sight, frame, action.index), -action.index))
    if verbs.get("pick") and _wants_drop(sight):
        spots = [node for node in _drop_hexes(sight) if _drop_worth(sight, frame, node) > DROP_WORTH]
        if spots and len(frame.spots) < min(3, len(spots)):
            able = [action for action in verbs["pick"] if sight.at(action.index) == ENGLAND or sight.side == GERMAN]
            if able:
                return max(able, key=lambda action: (sight.attack(action.index), -action.index))
    return (verbs.get("roll") or verbs.get("end") or verbs["pick"])[0]


def _wants_drop(sight: Sight) -> bool:
    if sight.side == GERMAN:
        return False
    if not sight.look.ashore() and not sight.look.invading():
        return False
    once = 10 in sight.position.picks.get(ALLIED, ())
    return not (once and sight.position.drops.get(ALLIED, 0))


def _drop_hexes(sight: Sight) -> Sequence[int]:
    start = sight.position.beaches if sight.look.first_landing() else sight.own_hexes
    near = sum(sight.board.layers(start, sight.board.all, 4)) if start else 0
    clear = sight.game.data.terrain["clear"] & ~sight.enemy_zone & ~sight.enemy_hexes & ~sight.own_hexes
    return sight.board.nodes(near & clear & sight.game.land & ~sight.position.beaches & ~sight.game.data.germany)


def _drop_worth(sight: Sight, frame: Any, node: int) -> float:
    """What a drop on a hex is worth: the way barred to the beach, or a prize; never alone before a strong enemy."""
    bit = 1 << node
    clear = sight.game.data.terrain["clear"] & bit and not (sight.enemy_zone | sight.enemy_hexes) & bit
    if not clear or sight.position.beaches & bit:
        return -5.0
    if node in frame.spots.values():
        return -1.0
    worth = 0.0
    if sight.look.first_landing():
        away = sight.ground.distances(sight.position.beaches)[node]
        if away > DROP_NEAR or not sight.fence & bit:
            return -5.0
        worth = 4.5 - 1.2 * abs(away - 1)
    prize = aims.stakes(sight).get(node, 0.0)
    if not sight.position.allied_control >> node & 1:
        worth += (UNSEEN if sight.look.first_landing() else 0.8) * prize
    friends = sight.from_own[node] if sight.own_hexes else 3
    worth -= 0.5 * max(0, friends - 3)
    return worth - 1.0 * sight.danger(node, 6)
