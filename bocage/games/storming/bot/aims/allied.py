"""What the Allies want: Cherbourg, the breakout, the Seine and Paris, Antwerpen, Metz, the Rhine and the Ruhr."""

from __future__ import annotations

from bocage.hexes import HexSet

from ...rules.look import members
from ...rules.position import ALLIED, EXPLOITATION, GERMAN
from ...rules.victory.conditions import beyond_the_seine, divisions_over_the_seine
from ..sight import Sight
from .shared import Aims

# What a hex is worth: to be taken, and to be held.
ANTWERPEN, LOST_CITY, PARIS, RUHR, PORT, METZ, BREAKOUT_TOWN = 20.0, 20.0, 12.0, 10.0, 8.0, 7.0, 7.0
BANK, CITY, TOWN = 2.0, 1.5, 0.7
MUST, THREATENED, BRIDGE = 30.0, 12.0, 6.0
BEACH_ALERT = 5  # a German this near might be on the beach next turn
EXIT_PARTY = 6  # US divisions that make for Brittany while nobody has exited
PORT_STEPS = 3  # the garrison of Antwerpen: losing it loses the game (8.7.E)
HOLDABLE = 0.7  # the strength around Antwerpen, by what the Germans can bring, with which it is entered
SHIELDED = 3  # steps that stay behind in a vital hex while the army attacks
STRUCK = 4  # so near to the Germans a city is in reach of their first blow
CORDON = 6  # units that watch the way to the beaches
CHERBOURG_PARTY, CHERBOURG_STRENGTH = 6, 18
METZ_PARTY, SCHELDT_PARTY = 10, 7
RESERVE_DEPTH = 4  # hexes from the enemy at which SHAEF keeps a reserve
LAST_STRETCH = 12  # from this turn on everyone makes for the Ruhr


class AlliedAims(Aims):
    """The Allied plan of this moment."""

    MAIN = ("towns", "east", "seine", "lower seine", "antwerpen", "ruhr", "south")

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        game, position = sight.game, sight.position
        units = sight.troops(ALLIED)
        self._british = [unit for unit in units if game.counters[unit].nation == "CW"]
        self._southern = [unit for unit in units if game.counters[unit].command == "6AG"]
        self._americans = [unit for unit in units if unit not in self._british and unit not in self._southern]
        self._free = game.in_play & ~sight.enemy_hexes
        if game.scenario != "final" and not position.breakout:
            self._normandy()
        else:
            if game.scenario == "breakout" or (game.scenario == "campaign" and self._short_of_the_seine()):
                self._seine()
            if game.scenario != "breakout":
                self._reserve()
                self._germany()
        self._settlements()
        self._guards()
        self._port_too_early = self._too_early()

    def _short_of_the_seine(self) -> bool:
        sight = self.sight
        wanted = 6 if sight.turn > sight.game.rules.numbers["seine_test_turn"] else 12
        return divisions_over_the_seine(sight.look).bit_count() < wanted and sight.turn <= 8

    # Until the breakout (17.6)

    def _normandy(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        wanted = game.beyond_breakout & ~position.allied_control & game.data.west
        held = (game.beyond_breakout & position.allied_control & sight.look.allied_supply()).bit_count()
        needed = max(0, game.rules.numbers["breakout_towns"] - held)
        self.prize(wanted, BREAKOUT_TOWN if needed else CITY)
        doors = game.entrances["B"] & self._free
        self._cordon()
        if not position.allied_control & game.cherbourg:
            self._cherbourg()
        leaving = [unit for unit in self._americans if game.us_divisions >> unit & 1]
        if not position.brittany_closed:
            self.detach("brittany", doors, leaving, EXIT_PARTY + int(sight.style.get("exit", 0)))
        self.assign("towns", wanted or doors, self._americans)
        self.assign("east", wanted or beyond_the_seine(sight.game) & game.data.areas["21AG"], self._british)

    def _cordon(self) -> None:
        """Some weak units keep the way to the beaches closed (3.2.C.2)."""
        sight, game = self.sight, self.sight.game
        threatened = [node for node in sight.board.nodes(game.beach_hexes) if sight.from_enemy[node] <= 2 * BEACH_ALERT]
        if not threatened:
            return
        near = game.beach_hexes | game.supply_sides.step(game.beach_hexes)
        posts = game.supply_sides.step(near) & ~near & ~sight.enemy_hexes & ~game.cherbourg
        self.posts = sum(1 << node for node in sight.board.nodes(posts) if sight.from_enemy[node] <= BEACH_ALERT)
        units = sorted(self._americans + self._british, key=lambda unit: (sight.attack(unit), unit))
        most = int(sight.style.get("cordon", CORDON))
        weak = [unit for unit in units if sight.attack(unit) <= 3][:most]
        self.detach("line", self.posts, weak, min(most, self.posts.bit_count() // 2))

    def _cherbourg(self) -> None:
        sight, game = self.sight, self.sight.game
        port = game.cherbourg
        self.prizes[port.bit_length() - 1] = PORT
        near = [unit for unit in self._americans if self.field_to(port, unit)[sight.at(unit)] <= 14]
        self.detach("cherbourg", port, near, CHERBOURG_PARTY, CHERBOURG_STRENGTH)

    # Over the Seine (3.2.C.2, 3.3.C.1)

    def _seine(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        far = beyond_the_seine(sight.game)
        bank = game.data.seine_line.step(game.data.west) & far & self._free
        if position.brittany_closed and not position.allied_control & game.cherbourg and game.scenario == "campaign":
            self._cherbourg()
        self._paris()
        goals = (bank & ~game.paris) or far
        # Whoever is over the river already has other things to do, or holds what he has.
        short = far if game.scenario == "breakout" else 0
        waiting = [unit for unit in self._americans if game.data.west >> sight.at(unit) & 1]
        self.assign("seine", goals, waiting)
        self.assign("over", short, self._americans)
        north = game.data.areas["21AG"]
        self.assign(
            "lower seine", goals & north or far & north, [u for u in self._british if game.data.west >> sight.at(u) & 1]
        )
        self.assign("over", short & north, self._british)
        self.prize(bank & ~game.paris, BANK)

    def _paris(self) -> None:
        """The French 2nd Armored leads the way (10.7.9); in the last resort anybody does."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        wanted = game.paris & ~position.allied_control
        if not wanted:
            return
        french = game.french_second_armored
        if position.paris_entered or self.hurry():
            self.detach("paris", wanted, self._americans, 4)
            self.prize(wanted, PARIS)
        elif sight.at(french) >= 0:
            self.tasks[french] = "paris"
            self.targets["paris"] = wanted

    def hurry(self) -> bool:
        """Must Paris be taken now, by whoever is there? Only the shorter scenario asks for it."""
        sight = self.sight
        return sight.game.scenario == "breakout" and sight.turn >= sight.game.rules.last_turn

    # Into Germany

    def _reserve(self) -> None:
        """Two US Airborne divisions keep SHAEF company until the German offensive has come or cannot come (17.7.5)."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        at = sight.at(game.shaef)
        late = sight.turn > game.rules.numbers["offensive_last_turn"]
        if at < 0 or late or position.offensive_turn or sight.from_enemy[at] < RESERVE_DEPTH:
            return
        airborne = [unit for unit in self._americans if game.airborne_units >> unit & 1]
        self.detach("reserve", 1 << at, airborne, game.rules.numbers["shaef_divisions"])

    def _germany(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        areas = game.data.areas
        self._paris()
        if game.scenario == "campaign" and not position.allied_control & game.cherbourg and sight.turn <= 9:
            self._cherbourg()
        approaches = game.approaches & ~position.allied_control
        if not position.monty_sees:
            approaches &= ~game.monty_spot
        if not position.antwerpen_taken:
            self.prizes[game.antwerpen.bit_length() - 1] = ANTWERPEN
            self.assign("antwerpen", game.antwerpen, self._british)
        elif approaches and game.scenario == "campaign" and not position.full_for_good:
            self.detach("scheldt", approaches, self._british, SCHELDT_PARTY)
            self.prize(approaches, PORT)
        garrisons = sight.look.hexes_of(unit for unit in sight.units_of(GERMAN) if game.garrison_units >> unit & 1)
        if garrisons and not position.offensive_turn and sight.turn < LAST_STRETCH:
            more = sight.style.get("metz", 0)
            self.detach("metz", garrisons, self._americans, METZ_PARTY + int(more))
            self.prize(garrisons, METZ + more)
        ruhr = game.ruhr & ~position.allied_control
        self.prize(ruhr, RUHR)
        self.assign("ruhr", ruhr, self._british)
        self.assign("ruhr", ruhr, self._americans)
        cities = (game.data.cities | game.data.towns) & (areas["12AG"] | areas["6AG"]) & ~position.allied_control
        self.assign("south", cities & ~game.ruhr or game.allied_exits & game.in_play, self._southern)
        bank = game.rhine_banks & game.data.germany & ~position.allied_control
        for node in sight.board.nodes(bank):
            self.prizes.setdefault(node, BANK / 2)
        self.prize(game.dams & ~position.allied_control, BANK)

    def _settlements(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        for hexes, worth in ((game.data.cities, CITY), (game.data.towns, TOWN)):
            for node in sight.board.nodes(hexes & game.in_play & ~position.allied_control & ~game.paris):
                self.prizes.setdefault(node, worth)
        if not position.paris_entered and not self.hurry():
            for node in sight.board.nodes(game.paris):
                self.prizes.pop(node, None)

    # What must not be lost

    def _guards(self) -> None:
        sight, game, position = self.sight, self.sight.game, self.sight.position
        if game.scenario != "final" and sight.turn <= game.rules.numbers["beach_loss_until_turn"]:
            for node in sight.board.nodes(game.beach_hexes):
                if sight.from_enemy[node] <= BEACH_ALERT:
                    self.guards[node] = MUST
                    self.needs[node] = self._steps_for(node)
        port = game.antwerpen.bit_length() - 1
        if position.allied_control & game.antwerpen and sight.from_enemy[port] <= 2 * BEACH_ALERT:
            self.guards[port] = MUST
            self.needs[port] = max(PORT_STEPS, self._steps_for(port))
        if position.bridge_hex >= 0:
            self.guards[position.bridge_hex] = BRIDGE
        self._cities()
        self._keep_towns()

    def _keep_towns(self) -> None:
        """The towns of the breakout count only while they are held (17.6)."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        keep = sight.style.get("keep", 0.0)
        if not keep or position.breakout or game.scenario == "final":
            return
        for node in sight.board.nodes(game.beyond_breakout & position.allied_control & game.data.west):
            if sight.from_enemy[node] <= BEACH_ALERT:
                self.guards[node] = keep

    def _steps_for(self, node: int) -> int:
        """How many steps hold a hex that must be held: a single division can always be wiped out."""
        sight = self.sight
        threat = sight.threat[node]
        if threat <= 2:
            return 1
        more = int(sight.style.get("guard", 0))
        if not sight.game.supply_sides.step(1 << node) & sight.open_to_enemy:
            # A line that shields it may be gone after our own advance; room for arrivals is needed at the turn's end.
            return more + (2 if sight.position.stage == EXPLOITATION else int(sight.style.get("shield", SHIELDED)))
        return more + (3 if threat <= 12 else 4)

    def _cities(self) -> None:
        """Two cities lost on the turn of the counteroffensive lose the game (3.2.C.2)."""
        sight, game, position = self.sight, self.sight.game, self.sight.position
        numbers = game.rules.numbers
        cities = game.data.cities & game.in_play & ~game.data.germany
        if sight.look.offensive_now():
            self.prize(position.offensive_cities & ~position.allied_control, LOST_CITY)
            cities, reach = position.offensive_cities, 9
        elif numbers["offensive_first_turn"] - 1 <= sight.turn <= numbers["offensive_last_turn"]:
            reach = 6
        else:
            return
        if position.offensive_turn and not sight.look.offensive_now():
            return
        for node in sight.board.nodes(cities & position.allied_control):
            if sight.from_enemy[node] <= reach:
                self.guards[node] = max(self.guards.get(node, 0.0), THREATENED - sight.from_enemy[node])
                # What waits in the Watch on the Rhine Box comes out of nowhere.
                hidden = 0 if sight.look.offensive_now() else 3 if sight.from_enemy[node] <= STRUCK else 2
                self.needs[node] = max(self.needs.get(node, 1), self._steps_for(node), hidden)

    def closed(self, unit: int) -> HexSet:
        """Hexes to stay out of: Paris before the French (10.7.9), and Antwerpen while it could not be held."""
        game, position = self.sight.game, self.sight.position
        if position.paris_entered or unit == game.french_second_armored or self.hurry():
            return self._port_too_early
        return game.paris | self._port_too_early

    def _too_early(self) -> HexSet:
        """Antwerpen, while it could not be held: to lose it again loses the game (8.7.E)."""
        sight = self.sight
        port = sight.game.antwerpen
        if sight.position.antwerpen_taken or not port & sight.game.in_play:
            return 0
        node = port.bit_length() - 1
        near = sum(1 << there for there in sight.ground.disc(node, 2))
        ours = sum(sight.defence(unit) for unit in members(sight.look.units_in(near, ALLIED)))
        return port if ours < sight.style.get("port", HOLDABLE) * sight.threat[node] else 0
