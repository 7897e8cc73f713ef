"""Supply reckoned by hand: a slow twin of the rules of supply, hex by hex with lists and sets (8.41, 11.2 to 11.5)."""

from __future__ import annotations

from bocage.games.festung.data import ALLIED, AXIS
from bocage.games.festung.rules.look import ITALIAN, WESTERN, FestungLook

FULL, LIMITED, OUT = "full", "limited", "out"


class Twin:
    """What supply units have in one position."""

    def __init__(self, look: FestungLook) -> None:
        self.look, self.game, self.position = look, look.game, look.position
        self.names = {name: node for node, name in self.game.data.names.items()}
        self.sides: dict[int, list[int]] = {}
        self.where: dict[str, set[int]] = {ALLIED: set(), AXIS: set()}
        for unit, state in enumerate(self.position.units):
            if state.at >= 0:
                self.where[self.game.counters[unit].side].add(state.at)
        self.covered: dict[str, set[int]] = {}
        self.open_to: dict[tuple[str, bool], set[int]] = {}

    def beside(self, node: int) -> list[int]:
        """The hexes beside a hex across sides that are open."""
        if node not in self.sides:
            open_to = self.game.data.open_sides.step(1 << node)
            self.sides[node] = [near for near in self.game.board.neighbours[node] if open_to >> near & 1]
        return self.sides[node]

    def held(self, side: str, node: int) -> bool:
        """Is a hex a side's? Those that the Soviets took are nobody's, Beach Heads only count once they are marked."""
        position, data = self.position, self.game.data
        if not (data.land | position.marked) >> node & 1 or position.nobody >> node & 1:
            return False
        return bool(position.allied_control >> node & 1) == (side == ALLIED)

    def sources(self, kind: str) -> set[int]:
        """The sources on the map that work (11.2, 11.3)."""
        look, position = self.look, self.position
        side = ALLIED if kind == WESTERN else AXIS
        if kind == WESTERN:
            named = ["Paris", "Naples"]
        elif kind == ITALIAN:
            named = ([] if position.surrendered else ["Rome"]) + (["Milan"] if look.on("isr") else [])
        else:
            named = ["Berlin", "Breslau", "Munich", "The Ruhr"] + (["Salzburg"] if look.on("alpenfestung") else [])
        found = {self.names[name] for name in named}
        if kind not in (WESTERN, ITALIAN) and position.closed == "both":
            found = {node for node in found if not self.game.data.red >> node & 1}
        return {node for node in found if self.held(side, node)}

    def ports(self, side: str) -> set[int]:
        """The ports of a side: of the Allies landed Beach Heads too, Antwerp only with The Scheldt (11.43, 11.44)."""
        nodes = self.game.board.nodes(self.game.data.ports | (self.position.marked if side == ALLIED else 0))
        found = {node for node in nodes if self.held(side, node)}
        if side == ALLIED and not self.held(ALLIED, self.names["The Scheldt"]):
            found.discard(self.names["Antwerp"])
        shut = self.look.flag("port_closed")
        return found - {shut.node} if shut is not None and side == ALLIED else found

    def passable(self, kind: str, zones: bool) -> set[int]:
        """The hexes that a line may pass (11.41, 11.42, 8.43)."""
        if (kind, zones) not in self.open_to:
            side, enemy = (ALLIED, AXIS) if kind == WESTERN else (AXIS, ALLIED)
            shut = self.zone(enemy) - self.where[side] if zones else set()
            nodes = self.game.board.nodes(self.look.enterable(kind) & self.game.board.hexes)
            self.open_to[kind, zones] = {node for node in nodes if self.held(side, node) and node not in shut}
        return self.open_to[kind, zones]

    def reached(self, kind: str, start: int, zones: bool) -> dict[int, int]:
        """The hexes that a line out of a hex reaches, with its length."""
        passable = self.passable(kind, zones)
        far, queue = {start: 0}, [start]
        for node in queue:
            for near in self.beside(node):
                if near in passable and near not in far:
                    far[near] = far[node] + 1
                    queue.append(near)
        return far

    def grade(self, kind: str, node: int, zones: bool = True) -> str:
        """The supply of a unit in a place, events apart (11.5)."""
        if not self.game.board.hexes >> node & 1:
            return FULL
        side = ALLIED if kind == WESTERN else AXIS
        sources, ports = self.sources(kind), self.ports(side)
        ends = sources | ports if side == ALLIED else sources
        far = self.reached(kind, node, zones)
        ways = [far[end] for end in ends & far.keys()]
        if ways:
            return FULL if min(ways) <= 3 else LIMITED
        passable = self.passable(kind, zones)
        for sea in self.game.data.seas.values():
            here = {port for port in ports if sea >> port & 1}
            for port in here if here & far.keys() else ():
                if port in passable and ends & self.reached(kind, port, zones).keys():
                    return LIMITED
        return OUT

    def zone(self, side: str) -> set[int]:
        """The hexes around mechanized units that have supply where no enemy zone counts (8.41, ruling R82)."""
        if side not in self.covered:
            board, game = self.game.board, self.game
            found: set[int] = set()
            for unit, state in enumerate(self.position.units):
                counter = game.counters[unit]
                if state.at < 0 or counter.side != side or not counter.mechanized:
                    continue
                if not board.hexes >> state.at & 1 and not game.rules.zones_out_of_boxes:
                    continue
                if self.grade(self.look.kind(unit), state.at, zones=False) != OUT:
                    found |= set(board.nodes(game.zone_sides.step(1 << state.at) & board.hexes))
            if side == AXIS:
                found -= set(board.nodes(self.look.interdicted()))
            self.covered[side] = found
        return self.covered[side]
