"""What the Germans want: a ring around the landing, then a line that bends back, river by river, to the Rhine."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.hexes import HexSet

from ...rules.position import ALLIED, AMERICAN, BRITISH, GERMAN
from ...rules.supply import ways
from ..sight import Sight
from .shared import Aims

# What a hex is worth: to be taken, and to be held.
BEACH, PORT, LANDMARK, CITY, ACROSS = 2.5, 2.0, 3.0, 8.0, 2.0
HOLD_LANDMARK, HOLD_CITY, HOLD_ANTWERP = 3.0, 9.0, 2.0
RING = 2  # how near to the Allies the Germans stand
CITY_ALERT = 9  # an Allied unit at this distance of a city beyond the Rhine: it gets a garrison
LANDMARK_ALERT = 6
HANDICAP, MOST_HANDICAP = 0.5, 10  # what a hex of the line counts less for each hex that it is farther from home
GUARD_COAST_UNTIL, HOLD_COAST = 5, 4.5  # the turn until which great beaches have guards; what such a guard is worth
FLANDERS = 22  # hexes from home: beaches nearer than that are guarded
WATCH_UNTIL = 5  # the turn until which the coast is watched
FAR_FROM_BATTLE = 5
EAST_OF_SEINE = 33  # hexes from home: the coasts of the Somme, of Calais, of Flanders and Holland


class GermanAims(Aims):
    """The German plan of this moment."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        self._prizes()
        self._guards()
        self.posts = self._line()
        self._watch()
        self.assign("line", self.posts or sight.game.german_source, sight.troops(GERMAN))

    def _line(self) -> HexSet:
        """Hexes around the Allies on the side of home."""
        sight, board = self.sight, self.sight.board
        home, allies = sight.ground.home, sight.enemy_hexes
        if not allies:
            return sight.game.landing_hexes
        found: HexSet = 0
        ring = int(sight.style.get("ring", RING))
        for node in board.nodes(sight.ground.sphere(allies, ring) & ~allies & ~sight.held):
            facing = board.within(node, ring) & allies
            if any(home[other] >= home[node] for other in board.nodes(facing)):
                found |= 1 << node
        return found & sight.full(GERMAN) or found

    def _watch(self) -> None:
        """Korps on the coast stay there as long as a second landing is to be feared."""
        sight, game = self.sight, self.sight.game
        if sight.position.second_landing_turn:
            return
        if sight.turn <= sight.style.get("guard_coast_until", GUARD_COAST_UNTIL):
            self._coast()
        if sight.turn > sight.style.get("watch_until", WATCH_UNTIL):
            return
        doors = sight.ground.sphere(game.landing_hexes, 2)
        for unit in sight.troops(GERMAN):
            at = sight.at(unit)
            far = sight.from_enemy[at] > FAR_FROM_BATTLE and sight.ground.home[at] < EAST_OF_SEINE
            if game.infantry_corps >> unit & 1 and doors >> at & 1 and far:
                self.tasks[unit] = "watch"
                self.targets["watch"] = self.targets.get("watch", 0) | 1 << at

    def _coast(self) -> None:
        """Somebody stands on each of the great beaches where a second landing would be a short way from the Rhine."""
        sight = self.sight
        west = sight.style.get("guard_coast_to", FLANDERS)
        for node, landing in sight.game.data.landings.items():
            far = sight.from_enemy[node] > FAR_FROM_BATTLE and sight.ground.home[node] < west
            if landing.second and far:
                self.guards.setdefault(node, HOLD_COAST)

    def _prizes(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        self.prize(sight.look.beaches(), BEACH)
        for hexes, worth in (
            (game.data.major_ports, PORT), (game.landmarks, LANDMARK), (game.data.across_rhine, ACROSS),
            (sight.ground.goal_cities, CITY),
        ):  # fmt: skip
            self.prize(hexes & position.allied_control, worth)

    def _guards(self) -> None:
        sight, game = self.sight, self.sight.game
        owned = sight.position.allied_control
        # Airborne divisions may come wherever Allied supply reaches.
        reached = ways.supplied(sight.look, BRITISH) | ways.supplied(sight.look, AMERICAN)
        exposed = sight.ground.sphere(reached, 1)
        stubborn = sight.style.get("landmarks", 1.0)
        for hexes, worth, alert in (
            (game.landmarks, stubborn * HOLD_LANDMARK, int(stubborn * LANDMARK_ALERT)),
            (game.antwerp, HOLD_ANTWERP, LANDMARK_ALERT),
            (sight.ground.goal_cities, HOLD_CITY, CITY_ALERT),
        ):
            for node in sight.board.nodes(hexes & ~owned):
                if sight.from_enemy[node] <= alert or (exposed & sight.ground.goal_cities) >> node & 1:
                    self.guards[node] = worth

    def field_to(self, hexes: HexSet, unit: int) -> Sequence[int]:
        """The nearer to home the Allies are, the more they are to be feared."""
        if not hexes or hexes != self.posts or hexes in self._fields:
            return super().field_to(hexes, unit)
        home = self.sight.ground.home
        nodes = self.sight.board.nodes(hexes)
        price = self.sight.style.get("handicap", HANDICAP)
        nearest = min(home[node] for node in nodes)
        handicaps = {node: min(MOST_HANDICAP, int(price * (home[node] - nearest))) for node in nodes}
        found = self._fields[hexes] = self.sight.field(hexes, handicaps)
        return found

    def reserve(self, unit: int) -> bool:
        """Panzers stand behind the line."""
        return bool(self.sight.game.panzer_units >> unit & 1)

    def closed(self, unit: int) -> HexSet:
        """A face-down piece keeps out of what would turn it up."""
        sight = self.sight
        if not sight.position.face_down >> unit & 1:
            return 0
        return sight.position.allied_control | sight.game.land.step(sight.look.troops(ALLIED))
