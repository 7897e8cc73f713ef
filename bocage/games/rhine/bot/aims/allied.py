"""What the Allies want: a port, room to move, Paris and Brussels, more ports, and four units across the Rhine."""

from __future__ import annotations

from bocage.bots.ground import FAR
from bocage.hexes import HexSet

from ...rules.position import ALLIED, AMERICAN, BRITISH
from ...rules.supply import capacity
from ..sight import Sight
from .shared import Aims

# What a hex is worth: to be taken, and to be held.
FIRST_PORT, PORT, ANTWERP, PARIS, BRUSSELS, CITY, ACROSS, CHANNEL = 9.0, 3.0, 5.0, 5.0, 5.0, 12.0, 2.0, 1.5
HOLD_CITY, HOLD_PORT, HOLD_BEACH, LIFELINE = 6.0, 3.0, 2.0, 5.0
ALERT = 5  # an enemy at this distance may come to a door that stands open
SIEGE = 3.2  # how many times the defence a port should be attacked with
BASE, NUISANCE = 5, 1.0  # enemies so near to a source of supply are worth so much more
PASSED_BY = 1  # the same once there is a port: whoever stands farther away is left behind
CLEAR = 2.6  # how many times their defence they should be attacked with
REARWARD, ENOUGH_PORTS = 12, 3  # a port so far behind the foremost one, and so many ports, need no care any more
WESTERN = 42  # ports so far from Germany are of little use
NEAR_PORT = 8  # from how far away further ports are looked at
FRENCH_LAST_TURN = 8  # until when the Americans leave Paris to the French
FRENCH_NEAR = 14
PASSING = ("paris", "brussels")  # tasks that a unit has until it has been there
VAN = 8  # units by which it is judged where the front is
HURRY = 7  # from this turn on nobody waits for a chance to enter Paris and Brussels


class AlliedAims(Aims):
    """The Allied plan of this moment."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        position = sight.position
        self._units = sight.troops(ALLIED)
        self._ports: HexSet = sight.look.open_ports()
        french = position.units[sight.game.french_second_armored].at
        self._french = (
            not position.paris_entered
            and french >= 0
            and sight.turn <= FRENCH_LAST_TURN
            and sight.board.distance(french, sight.game.paris.bit_length() - 1) <= FRENCH_NEAR
        )
        self._prizes()
        self._guards()
        self._landmarks()
        self._sieges()
        self._clearing()
        self._drives()

    # What to take and to keep

    def _prizes(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        board, owned = sight.board, self.sight.position.allied_control
        for node in board.nodes(game.data.major_ports & ~owned):
            self.prizes[node] = PORT if self._ports else FIRST_PORT
            if self._ports and sight.ground.home[node] > WESTERN:
                self.prizes[node] = 0.5
        if not owned & game.antwerp:
            self.prizes[game.antwerp.bit_length() - 1] = ANTWERP
        elif not capacity.antwerp_open(sight.look):
            for node in board.nodes(game.channel_banks & sight.held):
                self.prizes[node] = self.prizes.get(node, 0.0) + CHANNEL
        if not position.paris_passed or not owned & game.paris:
            self.prizes[game.paris.bit_length() - 1] = PARIS + max(0, sight.turn - HURRY)
        if not position.brussels_passed or not owned & game.brussels:
            self.prizes[game.brussels.bit_length() - 1] = BRUSSELS + max(0, sight.turn - HURRY)
        self.prize(game.data.across_rhine, ACROSS)
        self.prize(sight.ground.goal_cities, CITY)

    def _guards(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        owned = position.allied_control
        for hexes, worth in (
            (game.landmarks & owned, HOLD_CITY),
            (self._ports, HOLD_PORT),
            (sight.look.beaches(), HOLD_BEACH),
        ):
            for node in sight.board.nodes(hexes):
                if sight.from_enemy[node] <= ALERT:
                    self.guards[node] = max(worth, self.guards.get(node, 0.0))
        # Before there are ports enough the army lives on its beaches and its first port.
        if self._ports.bit_count() < 2:
            for node in sight.board.nodes(self._ports | sight.look.beaches()):
                if sight.from_enemy[node] <= 4:
                    self.guards[node] = LIFELINE
        for node in sight.board.nodes(sight.ground.goal_cities & owned):
            self.guards[node] = CITY

    # Who goes where

    def _landmarks(self) -> None:
        """Somebody who counts passes through Paris and Brussels (WIN.3, WIN.4)."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        if not position.paris_passed:
            french = game.french_second_armored
            americans = [unit for unit in self._units if sight.nation(unit) == AMERICAN]
            if self._french and not sight.held & game.paris:
                self.detach("paris", game.paris, [french], enough=1)
            elif sight.turn >= 4 or sight.held & game.paris:
                need = max(1.0, SIEGE * self._resistance(game.paris))
                far = 12 if sight.turn < HURRY else FAR
                near = [unit for unit in americans if self.field_to(game.paris, unit)[sight.at(unit)] <= far]
                self.detach("paris", game.paris, near, enough=need)
        if not position.brussels_passed:
            able = [unit for unit in self._units if unit in game.brussels_corps]
            self.detach("brussels", game.brussels, able, enough=6.0)

    def _resistance(self, hexes: HexSet) -> float:
        sight = self.sight
        node = hexes.bit_length() - 1
        total = sum(sight.defence(unit) for unit in sight.fighters(node))
        return total + (2.0 if sight.walls & hexes else 0.0)

    def _sieges(self) -> None:
        """Ports near the front are besieged: the first by whoever is near, later ones in passing."""
        sight, game = self.sight, self.sight.game
        ranked = []
        home = sight.ground.home
        best = min((home[node] for node in sight.board.nodes(self._ports)), default=99)
        for node in sight.board.nodes(game.data.major_ports & ~sight.position.allied_control):
            away, tough = sight.from_own[node], self._resistance(1 << node)
            # A further port is to feed the front, so it must lie in front of those there are.
            if away <= (NEAR_PORT if self._ports else 20) and home[node] < best:
                ranked.append((away + 1.2 * tough, node))
        ranked.sort()
        most = int(sight.style.get("sieges", 2.0)) if self._ports else 1
        for _, node in ranked[:most]:
            bit = 1 << node
            need = max(5.0, SIEGE * self._resistance(bit)) if bit & sight.held else 1.0
            self._send(f"port {node}", node, need, 12 if self._ports else 30)

    def _clearing(self) -> None:
        """Enemies near beaches, ports and dumps come before all roads to the Rhine."""
        sight, game = self.sight, self.sight.game
        base = self._lifelines()
        for unit in (game.british_dump, game.american_dump):
            if sight.at(unit) >= 0:
                base |= 1 << sight.at(unit)
        away = sight.ground.distances(base)
        base_range = int(sight.style.get("clear", PASSED_BY)) if self._ports else BASE
        near = [node for node in sight.board.nodes(sight.enemy_hexes) if away[node] <= base_range]
        for node in sorted(near, key=lambda node: (away[node], node)):
            self.prizes[node] = self.prizes.get(node, 0.0) + NUISANCE
            self._send(f"clear {node}", node, max(1.0, CLEAR * self._resistance(1 << node)), 8)

    def _lifelines(self) -> HexSet:
        """The beaches as long as the army lives on them, and the ports that feed the front."""
        sight = self.sight
        home = sight.ground.home
        ports = sight.board.nodes(self._ports)
        foremost = min((home[node] for node in ports), default=0)
        found: HexSet = sum(1 << node for node in ports if home[node] <= foremost + REARWARD)
        return found if len(ports) >= ENOUGH_PORTS else found | sight.look.beaches()

    def _send(self, name: str, node: int, need: float, most: float) -> None:
        """Give the nearest units of one nation the task to take a hex, if they are near enough on average."""
        sight = self.sight
        away = sight.ground.distances(1 << node)
        best: list[int] = []
        shortest = most
        for nation in (BRITISH, AMERICAN):
            idle = [unit for unit in self._units if sight.nation(unit) == nation and unit not in self.tasks]
            strength, way = 0.0, 0
            party: list[int] = []
            for unit in sorted(idle, key=lambda unit: (away[sight.at(unit)], unit)):
                if strength >= need:
                    break
                strength += sight.attack(unit)
                way += away[sight.at(unit)]
                party.append(unit)
            if party and strength >= need and way / len(party) < shortest:
                best, shortest = party, way / len(party)
        self.assign(name, 1 << node, best)

    def _drives(self) -> None:
        """Everybody else marches on the Rhine, the British by way of Brussels."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        goals = sight.ground.goal_cities & ~position.allied_control or sight.ground.goal_cities
        if sight.style.get("narrow", 0.0):
            goals = self._thrust(goals)
        british = goals if position.brussels_passed else game.brussels
        self.assign("british drive", british, [unit for unit in self._units if sight.nation(unit) == BRITISH])
        self.assign("american drive", goals, self._units)

    def _thrust(self, goals: HexSet) -> HexSet:
        """The one city that is nearest to those in front: all go there."""
        sight = self.sight
        to_rhine = sight.ground.to_rhine
        van = sorted((to_rhine[sight.at(unit)], unit) for unit in self._units)[:VAN]

        def way(city: int) -> int:
            away = sight.ground.distances(1 << city)
            return sum(away[sight.at(unit)] for _, unit in van)

        return 1 << min(sight.board.nodes(goals), key=way)

    def target(self, unit: int) -> HexSet:
        """Where a unit should go; once its hex has been taken, it goes with the others."""
        found = super().target(unit)
        passing = self.task(unit) in PASSING
        return found if passing or found & self.sight.held else 0

    def errand(self, unit: int) -> bool:
        """Whoever is to pass through Paris or Brussels does not let himself be held up (WIN.3, WIN.4)."""
        return self.task(unit) in PASSING

    def arrival(self, unit: int) -> HexSet:
        """Where a unit that comes into play should go: where those like it go."""
        name = "british drive" if self.sight.nation(unit) == BRITISH else "american drive"
        return self.targets[name]

    def closed(self, unit: int) -> HexSet:
        """Paris is for the French first, and never for the British before an American unit has passed it."""
        game, position = self.sight.game, self.sight.position
        if position.paris_passed or unit == game.french_second_armored:
            return 0
        british = self.sight.nation(unit) == BRITISH
        return game.paris if british or self._french else 0
