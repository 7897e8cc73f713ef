"""What the Germans want: a ring around the landing, then the Seine, the West Wall and the Rhine; and one offensive."""

from __future__ import annotations

from bocage.bots.storming_aims import Aims
from bocage.bots.storming_sight import Sight
from bocage.games.storming.position import GERMAN
from bocage.games.storming.victory import beyond_the_seine
from bocage.hexes import HexSet

RING = 2  # how near to the Allies the Germans stand around Normandy
RHINE_TURN = 13  # from this turn on nobody is to be left west of the Rhine
IN_GERMANY = 6  # so many Allied hexes in Germany mean that the West Wall is lost
HOLLAND_TURN = 6
LAST_SEINE_TURN = 6


class GermanAims(Aims):
    """The German plan of this moment."""

    MAIN = ("offensive", "line")

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        game = sight.game
        units = [unit for unit in sight.units_of(GERMAN) if not game.staff_units >> unit & 1]
        if sight.look.offensive_now():
            self._offensive(units)
        self._prizes()
        self._guards()
        if game.scenario != "breakout" and (game.scenario == "final" or sight.turn >= HOLLAND_TURN):
            self._holland(units)
        self.posts = self._line()
        self.assign("line", self.posts or game.german_sources, units)

    # Where to stand

    def _line(self) -> HexSet:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        if game.scenario != "final" and not position.breakout:
            return self._ring() & sight.supply
        over = sight.look.units_in(beyond_the_seine(sight.look) & sight.enemy_hexes, sight.enemy).bit_count()
        if game.scenario == "breakout" or (game.scenario == "campaign" and sight.turn <= LAST_SEINE_TURN and over < 4):
            bank = game.data.seine_line.step(game.data.west) & ~game.data.west & game.in_play
            return (bank | self._ring() & beyond_the_seine(sight.look)) & ~game.paris
        inside = (sight.enemy_hexes & game.data.germany).bit_count()
        if sight.turn >= RHINE_TURN or inside >= IN_GERMANY:
            east = sight.ground.east_of_rhine
            return game.data.rivers["rhine"].step(game.in_play & ~east) & east | game.ruhr | self._ring() & east
        border = (
            game.data.germany & game.in_play & sight.board.step(game.in_play & ~game.data.germany & ~game.mute_hexes)
        )
        return border | game.data.forts["westwall"] & game.in_play & ~position.allied_control

    def _ring(self) -> HexSet:
        sight = self.sight
        found = near = sight.enemy_hexes
        for _ in range(RING):
            found |= sight.game.supply_sides.step(found)
        return found & ~near & sight.game.in_play

    def _holland(self, units: list[int]) -> None:
        """A division that is not Mechanized in each of the three cities keeps the Allies out (17.1)."""
        sight, game = self.sight, self.sight.game
        infantry = [unit for unit in units if game.divisions >> unit & 1 and not game.mechanized_units >> unit & 1]
        for node in game.holland_cities:
            if not game.in_play >> node & 1 or sight.position.holland_open:
                continue
            self.detach(f"holland {node}", 1 << node, infantry, 1)
            self.guards[node] = 20.0

    # What to take and to keep

    def _prizes(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        numbers = game.rules.numbers
        if game.scenario == "breakout" or (
            game.scenario == "campaign" and sight.turn <= numbers["beach_loss_until_turn"]
        ):
            for node in sight.board.nodes(game.beach_hexes & position.allied_control):
                self.prizes[node] = 60.0
        if position.antwerpen_taken:
            for node in sight.board.nodes(game.antwerpen & position.allied_control & game.in_play):
                self.prizes[node] = 60.0
        settled = game.data.cities | game.data.towns
        for node in sight.board.nodes(settled & position.allied_control & game.in_play):
            self.prizes.setdefault(node, 1.0)

    def _guards(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        if game.scenario != "final" and not position.allied_control & game.cherbourg:
            self.guards[game.cherbourg.bit_length() - 1] = 5.0
        forts = game.approaches & game.data.forts["coastal"] & ~position.forts_destroyed & game.in_play
        for node in sight.board.nodes(forts & ~position.allied_control):
            self.guards[node] = 5.0
        for node in sight.board.nodes(game.ruhr & ~position.allied_control & game.in_play):
            if sight.from_enemy[node] <= 5:
                self.guards[node] = 4.0

    # The Hitler Counteroffensive (17.7)

    def _offensive(self, units: list[int]) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        cities = position.offensive_cities & position.allied_control
        for node in sight.board.nodes(cities):
            self.prizes[node] = 25.0
        for node in sight.board.nodes(game.data.towns & position.allied_control & game.in_play):
            self.prizes[node] = 6.0
        mobile = [unit for unit in units if game.mechanized_units >> unit & 1]
        self.assign("offensive", cities, mobile)

    def arrival(self, unit: int) -> HexSet:
        """Panzers of the Watch on the Rhine are placed before the cities that they are to take."""
        game = self.sight.game
        if self.sight.look.offensive_now() and game.mechanized_units >> unit & 1:
            return self._targets.get("offensive", 0) or self.posts
        return self.posts or self.sight.enemy_hexes

    def may_guard(self, unit: int, node: int) -> bool:
        """In Holland only a division that is not Mechanized counts (17.1.A)."""
        game = self.sight.game
        if node in game.holland_cities:
            return bool(game.divisions >> unit & 1) and not game.mechanized_units >> unit & 1
        return True
