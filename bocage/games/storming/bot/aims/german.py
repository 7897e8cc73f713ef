"""What the Germans want: a ring around the landing, then the Seine, the West Wall and the Rhine; and one offensive."""

from __future__ import annotations

from bocage.hexes import HexSet

from ...rules.look import members
from ...rules.position import EXPLOITATION, GERMAN
from ...rules.victory.conditions import achievements, beyond_the_seine
from ..sight import Sight
from .shared import Aims

# What a hex is worth: to be taken, and to be held.
VICTORY, OFFENSIVE_CITY, OFFENSIVE_TOWN, SETTLEMENT = 60.0, 25.0, 6.0, 1.0
HOLLAND, RUHR, FORTRESS = 20.0, 15.0, 5.0
RING = 2  # how near to the Allies the Germans stand around Normandy
RHINE_TURN = 12  # from this turn on nobody is to be left west of the Rhine if the West Wall is lost
IN_GERMANY = 6  # so many Allied hexes in Germany mean that the West Wall is lost; earlier it takes three times as many
RUHR_STEPS = 3  # the garrison of a Ruhr city
SPACING, SCREEN_TURN = 3, 11  # how far apart units watch the Allied exits, and from when on those in the east
STRONG, WEAK = 4, 0  # units of such strength have other things to do, in the east and in Brittany
FIRM, CALM = 3.0, 1.5  # how much a unit rather stays where it is, in the offensive and otherwise
HOLLAND_TURN = 6
LAST_SEINE_TURN = 6


class GermanAims(Aims):
    """The German plan of this moment."""

    MAIN = ("offensive", "line")

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        game = sight.game
        units = sight.troops(GERMAN)
        if sight.look.offensive_now():
            self._offensive(units)
        self._prizes()
        if sight.style.get("storm", 0):
            self._storm(units)
        self._guards()
        if game.scenario != "breakout" and (game.scenario == "final" or sight.turn >= HOLLAND_TURN):
            self._holland(units)
        attacking = sight.look.offensive_now() and sight.position.stage != EXPLOITATION
        self.stay = FIRM if attacking else CALM
        if sight.turn >= SCREEN_TURN:
            self._screen(units, sight.ground.gates, STRONG)
        if game.scenario != "final" and not sight.position.brittany_closed:
            self._screen(units, game.entrances["B"], sight.style.get("brittany", WEAK))
        self.posts = self._line()
        self.assign("line", self.posts or game.german_sources, units)

    # Where to stand

    def _line(self) -> HexSet:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        if game.scenario != "final" and not position.breakout:
            return self._ring() & sight.supply
        over = sight.look.units_in(beyond_the_seine(sight.game) & sight.enemy_hexes, sight.enemy).bit_count()
        if game.scenario == "breakout" or (game.scenario == "campaign" and sight.turn <= LAST_SEINE_TURN and over < 4):
            bank = game.data.seine_line.step(game.data.west) & ~game.data.west & game.in_play
            return (bank | self._ring() & beyond_the_seine(sight.game)) & ~game.paris
        if self._last_stand():
            east = sight.ground.east_of_rhine
            crossed = sight.enemy_hexes & east
            self.occupied = not crossed
            bank = sight.ground.east_bank & game.in_play & ~game.holland
            return bank | game.ruhr | (self._ring() & east if crossed else 0)
        border = (
            game.data.germany & game.in_play & sight.board.step(game.in_play & ~game.data.germany & ~game.mute_hexes)
        )
        wall = (border | game.data.forts["westwall"] & game.in_play) & ~position.allied_control
        # Where the Allies are near, the line is drawn around them.
        ring = self._ring()
        return wall & ~sight.board.step(ring) | ring & (sight.board.step(wall) | wall | game.data.germany)

    def _last_stand(self) -> bool:
        """Is it time to go back behind the Rhine: after the offensive, or late in the war?"""
        sight = self.sight
        inside = (sight.enemy_hexes & sight.game.data.germany).bit_count()
        if sight.look.offensive_now():
            return sight.position.stage == EXPLOITATION and inside >= IN_GERMANY
        return inside >= (IN_GERMANY if sight.turn >= RHINE_TURN else 3 * IN_GERMANY)

    def _ring(self) -> HexSet:
        sight = self.sight
        radius = max(1, RING + int(sight.style.get("ring", 0)))
        return sight.ground.sphere(sight.enemy_hexes, radius) & ~sight.enemy_hexes & sight.game.in_play

    def _screen(self, units: list[int], hexes: HexSet, strong: float) -> None:
        """Some weak units spread their zones over the hexes from which divisions leave the map (7.1.2.J, 7.1.2.L)."""
        sight, game = self.sight, self.sight.game
        gates = [node for node in sight.board.nodes(hexes) if not sight.enemy_hexes >> node & 1]
        able = [unit for unit in units if game.exerting_units >> unit & 1 and not game.mechanized_units >> unit & 1]
        calm = [unit for unit in able if sight.from_enemy[sight.at(unit)] > 2 and sight.attack(unit) < strong]
        for node in gates[1::SPACING]:
            self.detach_plain(f"screen {node}", 1 << node, calm)

    def _holland(self, units: list[int]) -> None:
        """A division that is not Mechanized in each of the three cities keeps the Allies out (17.1)."""
        sight, game = self.sight, self.sight.game
        infantry = [unit for unit in units if game.divisions >> unit & 1 and not game.mechanized_units >> unit & 1]
        for node in game.holland_cities:
            if not game.in_play >> node & 1 or sight.position.holland_open:
                continue
            self.detach_plain(f"holland {node}", 1 << node, infantry)
            self.guards[node] = HOLLAND

    # What to take and to keep

    def _prizes(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        numbers = game.rules.numbers
        if game.scenario == "breakout" or (
            game.scenario == "campaign" and sight.turn <= numbers["beach_loss_until_turn"]
        ):
            self.prize(game.beach_hexes & position.allied_control, VICTORY)
        if position.antwerpen_taken:
            self.prize(game.antwerpen & position.allied_control & game.in_play, VICTORY)
        retake = sight.style.get("retake", 0.0)
        if retake and game.scenario != "final" and not position.breakout:
            self.prize(game.beyond_breakout & game.data.west & position.allied_control, retake)
        settled = game.data.cities | game.data.towns
        for node in sight.board.nodes(settled & position.allied_control & game.in_play):
            self.prizes.setdefault(node, SETTLEMENT)

    def _guards(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        if game.scenario != "final" and not position.allied_control & game.cherbourg:
            port = game.cherbourg.bit_length() - 1
            self.guards[port] = FORTRESS
            self.needs[port] = 2
        forts = game.approaches & game.data.forts["coastal"] & ~position.forts_destroyed & game.in_play
        for node in sight.board.nodes(forts & ~position.allied_control if position.breakout else 0):
            self.guards[node] = FORTRESS
        for node in sight.board.nodes(game.ruhr & ~position.allied_control & game.in_play):
            if sight.from_enemy[node] <= 4 or self._last_stand():
                self.guards[node] = RUHR
                self.needs[node] = RUHR_STEPS

    def _storm(self, units: list[int]) -> None:
        """The panzers make for what wins the game at once: a beach, or Antwerpen."""
        game = self.sight.game
        targets = sum(1 << node for node, worth in self.prizes.items() if worth >= VICTORY)
        self.assign("offensive", targets, [unit for unit in units if game.mechanized_units >> unit & 1])

    # The Hitler Counteroffensive (17.7)

    def _offensive(self, units: list[int]) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        cities = position.offensive_cities & position.allied_control
        self.prize(cities, OFFENSIVE_CITY)
        if not achievements(sight.look).enough:
            self.prize(game.data.towns & position.allied_control & game.in_play, OFFENSIVE_TOWN)
        mobile = [unit for unit in units if game.mechanized_units >> unit & 1]
        self.assign("offensive", cities, mobile)

    def arrival(self, unit: int) -> HexSet:
        """Panzers of the Watch on the Rhine are placed before the cities that they are to take."""
        game = self.sight.game
        if self.sight.look.offensive_now() and game.mechanized_units >> unit & 1:
            return self.targets.get("offensive", 0) or self.posts
        if self.sight.turn >= SCREEN_TURN and game.exerting_units >> unit & 1:
            watched = self.sight.own_hexes | game.board.step(self.sight.own_hexes)
            watched |= game.board.step(watched)
            if open_gates := self.sight.ground.gates & ~watched:
                return open_gates
        return self.posts or self.sight.enemy_hexes

    def closed(self, unit: int) -> HexSet:
        """Whoever joins a Disrupted unit is Disrupted himself (12.0)."""
        position = self.sight.position
        if not position.disrupted:
            return 0
        return self.sight.look.hexes_of(members(position.disrupted)) & ~(1 << max(0, position.units[unit].at))

    def may_guard(self, unit: int, node: int) -> bool:
        """In Holland only a division that is not Mechanized counts (17.1.A)."""
        game = self.sight.game
        if self.task(unit).startswith(("screen", "holland")) and not self.target(unit) >> node & 1:
            return False
        if node in game.holland_cities:
            return bool(game.divisions >> unit & 1) and not game.mechanized_units >> unit & 1
        return True
