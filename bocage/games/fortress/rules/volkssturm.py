"""Volkssturm (25): it appears in cities of Germany as soon as an Allied unit comes near."""

from __future__ import annotations

from bocage.rules import HEXES, Conditions, HexSet, OfSide, Question, event, offer, pure

from .look import Fortress, FortressLook, Play, members
from .position import ALLIED, GERMAN, STOCK

appears = event("volkssturm", "25.1", "{unit} appears in {node}.", sort="arrival")


def due(look: FortressLook) -> HexSet:
    """Cities of Germany that Allied units have come near to, where none has appeared and that are not Allied (25.1)."""
    game, allies = look.game, look.occupied(ALLIED)
    if not allies & calling(look):
        return 0
    return sum(1 << city for city in game.board.nodes(spared(look)) if allies & neighbourhood(game, 1 << city))


def spared(look: FortressLook) -> HexSet:
    """Cities of Germany where none has appeared, and that are not Allied."""
    return look.game.german_cities & ~look.position.volkssturm_cities & ~look.position.allied_control


def calling(look: FortressLook) -> HexSet:
    """Hexes where an Allied unit calls up Volkssturm."""
    return neighbourhood(look.game, spared(look))


@pure(256)
def neighbourhood(game: Fortress, cities: HexSet) -> HexSet:
    """Hexes so near to some cities that an Allied unit there calls up their Volkssturm."""
    return game.board.near(cities, game.rules.numbers["volkssturm_range"])


def counters_left(look: FortressLook) -> list[int]:
    """Counters that may appear now: at most eight are in the game at one time (25.1)."""
    game = look.game
    in_play = (game.volkssturm & look.position.on_board).bit_count()
    return members(look.in_place(STOCK) & game.volkssturm)[: max(game.rules.numbers["volkssturm_limit"] - in_play, 0)]


def check(play: Play, ask: bool = True) -> None:
    """Volkssturm appears wherever it is due; if there are too few the Germans choose where (25.4, ruling R84).

    In the middle of a battle nobody is asked: whoever is due then waits for the next occasion.
    """
    look = play.look
    cities = play.game.board.nodes(due(look))
    counters = counters_left(look) if cities else []
    if len(cities) <= len(counters):
        for city, unit in zip(cities, counters, strict=False):
            appear(play, unit, city)
        if cities:  # whoever was to choose has nothing to choose any more
            frames = play.position.frames
            frames[:] = [frame for frame in frames if not isinstance(frame, CallUp.frame)]
    elif counters and ask and not any(isinstance(frame, CallUp.frame) for frame in play.position.frames):
        play.start("volkssturm", GERMAN)


def appear(play: Play, unit: int, city: int) -> None:
    """A counter is placed in a city, however many stand there (25.3)."""
    play.position.volkssturm_cities |= 1 << city
    play.put(unit, city)
    appears(play, unit, city)


class CallUp(Question[OfSide], name="volkssturm", rule="25.4"):
    """More cities are due than counters are left: the Germans choose; the others stay due (25.4, ruling R84)."""

    def text(self, look: FortressLook, frame: OfSide) -> str:
        return f"Choose the city where Volkssturm appears: {look.hex_names(due(look))} are due."

    @offer("place", HEXES, "25.4", "Call up the Volkssturm here")
    def place(self, look: FortressLook, frame: OfSide) -> Conditions:
        yield look.game.german_cities, "25.1", "Volkssturm appears in cities of Germany only"
        yield due(look), "25.1", "no Volkssturm is due in {it}"

    @place.does
    def _(self, play: Play, frame: OfSide, city: int) -> None:
        play.pop()
        appear(play, counters_left(play.look)[0], city)
        check(play)
