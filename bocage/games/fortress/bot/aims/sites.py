"""Where the planner lands: every line of beaches, what speaks for it, and one of the best by lot."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bocage.hexes import HexSet

from ...rules.combat.odds import defence
from ...rules.invasion import lines
from ...rules.movement.districts import ground_of
from ...rules.position import AFRICA, GERMAN
from ..sight import Sight
from . import goals as aims
from .ways import district_ways, quickest

LONGEST = 4  # hexes of a landing
NEAR_PORT = 3
OPENNESS = 1.5  # a beach without visible defenders
STORMED = 1.3  # what each doubling of a beach's defence costs
RESISTANCE, REACH = 0.035, 5  # each German factor that can be there at once
CLOSE = 3  # hexes from which they need not march far
COMMITTED = 0.12  # a factor of the area's capacity
UNDER_FIGHTERS = 2.0  # within the radius of aircraft from England
ROOMY = 3  # units stand on open ground
UNUSED = 2.0  # a division that finds no room on the beach
BESIDE = 0.4  # Germans next to the beach: whoever lands must attack them in the second impulse
FAR_AWAY, LONG_WAY = 0.12, 0.25  # each hex from there to what decides the war, in Invasion and in a campaign
A_TURN = 0.8  # each turn that the quickest goal of Invasion may take from there
ALARMING = ("NL", "15")  # districts whose invasion frees every German (9.1.E)
HARBOURS, A_POINT = 4, 0.1  # ports within so many hexes, and what a point of their capacity is worth
LOTS, AS_GOOD = 4.0, 0.5  # how much the dice of the bot sway the choice of a coast, and of the beaches there
WRITTEN = 1.5  # and of the coast, where objectives are written down that lie behind one of them
FORLORN, LEAST = 20.0, 3  # a landing in which fewer units than these find room: Bremen takes a single division


SOUTHERN = 3.0  # in Invasion the goals of the south lie behind mountains, too far for seven turns
FAR_SOUTH = 12.0  # and in a long war the army that lands there first is years away from Germany


class Fears(NamedTuple):
    """What speaks against a landing: in a short game one dares it where the goals are, in a long war one stays."""

    alarm: float  # all Germans are freed at once
    at_once: float  # a German factor close to the beach
    beside: float  # and next to it
    cramped: float  # each unit less than in the open that can stand on a beach


INVASION, SHORT, LONG = Fears(4.0, 0.05, 0.1, 1.2), Fears(0.5, 0.05, 0.1, 0.0), Fears(13.0, 0.12, 0.2, 0.0)


class Site:
    """A line of beaches that may be invaded."""

    def __init__(self, sight: Sight, line: HexSet, worth: dict[int, float]) -> None:
        self.line = line
        self.sight = sight
        self.nodes = sight.board.nodes(line)
        self.base = lines.base(sight.game, line)
        self.score = self._score(worth)

    def defence(self, node: int) -> int:
        """The factors that hold a beach, as far as one sees."""
        held = self.sight.look.occupied(GERMAN) >> node & 1
        return defence(self.sight.look, node, 0) if held else 0

    def _score(self, worth: dict[int, float]) -> float:
        sight, game = self.sight, self.sight.game
        fears = {"districts": INVASION, "objectives": SHORT}.get(game.rules.ending, LONG)
        factors, units = lines.capacity(game, self.line)
        score = COMMITTED * factors + 0.4 * units
        away = sight.ground.distances(self.line)
        landers_ = 0
        for node in self.nodes:
            roomy = game.roomy_beaches >> node & 1
            held = self.defence(node)
            landers_ += 2 if roomy else 1
            score -= fears.cramped * (ROOMY - sight.look.limit(node))
            if not held:
                score += OPENNESS * (1.0 if roomy else 0.6)
            else:
                odds = (12.0 if roomy else 6.0) / held
                score -= STORMED * max(0.0, 2.0 - odds) * 2
                score -= 0.4
        score -= FORLORN if landers_ < LEAST else 0.0
        score -= 0.5 * max(0, landers_ - factors // 6) + UNUSED * max(0, factors // 6 - landers_)
        for node, value in worth.items():
            if away[node] <= NEAR_PORT:
                guard = self.defence(node)
                score += value * 0.5 / (1 + away[node]) / (1 + guard / 8)
            elif away[node] <= 3 * NEAR_PORT:
                score += value * 0.15 / away[node]
        touched = lines.districts_of(game, self.line)
        alarm = not sight.position.released and (len(touched) > 1 or any(name in ALARMING for name in touched))
        asleep = 0 if alarm else sight.position.frozen & ~sight.look.units_in(ground_of(game, touched), GERMAN)
        for unit in sight.troops(GERMAN):
            steps = away[sight.at(unit)]
            if steps <= REACH and not asleep >> unit & 1:
                weight = 1.5 if game.armored_units >> unit & 1 else 1.0
                score -= (fears.at_once if steps <= CLOSE else RESISTANCE) * weight * sight.attack(unit)
        near = sum(port.capacity for node, port in game.data.ports.items() if away[node] <= HARBOURS)
        if game.rules.ending != "districts":
            score += A_POINT * near  # who can be fed decides how many may come in a long war
        if not self.line & ~game.data.radius:
            score += UNDER_FIGHTERS
        beside = sight.look.sides().step(self.line) & sight.look.occupied(GERMAN) & ~self.line
        score -= sum(BESIDE + fears.beside * self.defence(node) for node in sight.board.nodes(beside))
        deep = game.data.zones["capitals"] | game.data.majors
        far = FAR_AWAY if game.rules.ending == "districts" else LONG_WAY
        score -= far * min(away[node] for node in sight.board.nodes(deep))
        if alarm:
            score -= fears.alarm
        if self.base == AFRICA and not sight.position.invasions:
            score -= SOUTHERN if game.rules.ending == "districts" else FAR_SOUTH
        return score


def sites(sight: Sight, worth: dict[int, float]) -> list[Site]:
    """All lines of one to four beaches that can be invaded, one after the other along the coast."""
    game = sight.game
    coast = lines.invadable(sight.look) & ~(1 << game.data.jersey)
    south, found = game.data.mediterranean_coast, set()
    fresh = {1 << node for node in sight.board.nodes(coast)}
    for _ in range(LONGEST):
        found |= fresh
        longer = set()
        for line in fresh:
            for node in sight.board.nodes(lines.beside(game, line) & coast):
                more = line | 1 << node
                if len(lines.areas(game, more)) == 1 and (not more & south or not more & ~south):
                    longer.add(more)
        fresh = longer
    return [Site(sight, line, worth) for line in sorted(found)]


def ranked(sight: Sight) -> list[Site]:
    """All sites, the best first; in Invasion it counts too how soon a goal can be had from there."""
    worth = aims.stakes(sight)
    short = sight.game.rules.ending == "districts"
    if short:
        worth = dict(worth)
        for district, hexes in sight.game.data.districts.items():
            for goal in sight.game.data.objectives[district]:
                for node in sight.board.nodes(sight.board.set((*goal.must, *goal.among)) & hexes):
                    worth[node] = worth.get(node, 0.0) + 4.0
    found = sites(sight, worth)
    for site in found if short else ():
        districts = lines.districts_of(sight.game, site.line) or ("NL",)
        site.score -= A_TURN * quickest(district_ways(sight.look, sight.ground, districts, site.line)).turns
    return sorted(found, key=lambda site: (-site.score, site.line))


def choose_site(sight: Sight, dice: Random) -> Site:
    """One of the good sites; which of them is in the dice: first the part of the coast, then the beaches there."""
    good: dict[str, list[Site]] = {}
    for site in ranked(sight):
        (area,) = lines.areas(sight.game, site.line)
        along = good.setdefault(area, [])
        if not along or site.score > along[0].score - AS_GOOD:
            along.append(site)
    lots = WRITTEN if sight.game.rules.ending == "objectives" else LOTS
    chosen = max(good.values(), key=lambda along: along[0].score + dice.random() * lots)
    return dice.choice(chosen)
