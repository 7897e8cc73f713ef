"""How the sides stand, in words: what each scenario asks for, and how much of it is done (30, 32, 33)."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules import objectives, victory
from ..rules.look import FortressLook
from ..rules.position import ALLIED, GERMAN
from ..rules.reinforcements.exits import exited_steps
from ..rules.supply.capacity import capacity
from .lines import Line


def standing(look: FortressLook) -> list[Line]:
    """What still separates each side from winning."""
    rules = look.game.rules
    found = [*_ENDINGS[rules.ending](look)]
    if rules.sudden_death and look.position.turn <= rules.numbers["sudden_death_turn"]:
        found += _picks(look, "32.2")
    if rules.exits:
        done = f"{exited_steps(look)} of {rules.numbers['exit_steps']} steps of armour"
        found.append(Line("Beyond the east edge", done, "31.15"))
    if look.position.bulge_level:
        found.append(Line("Ardennes offensive", f"a German {look.position.bulge_level}", "33.3.10"))
    return found


def _cities(look: FortressLook) -> Iterator[Line]:
    """The capitals, and major or other cities (30.1, 33.4.7)."""
    game, rules, held = look.game, look.game.rules, look.cities(ALLIED)
    rule = "33.4.7" if rules.winter else "30.1"
    lacking = game.data.zones["capitals"] & ~held
    missing = " and ".join(game.data.names[node] for node in game.board.nodes(lacking))
    yield Line("Paris and Bruxelles", f"missing: {missing}" if lacking else "done", rule)
    majors = (held & game.data.majors).bit_count()
    some = (held & (game.german_cities | game.data.zones["italian_cities"])).bit_count()
    yield Line("Major cities", f"{majors} of {rules.majors_to_win}", rule)
    yield Line("or cities", f"{some} of {rules.cities_to_win} in Germany, with Genova and Torino", rule)
    german = (look.cities(GERMAN) & game.data.majors).bit_count()
    need = rules.numbers["german_majors"]
    wins = "the Germans win" if german >= need or look.position.bulge_level else "a draw"
    told = f"{wins} after turn {rules.last_turn}: {german} major cities German, {need} needed"
    yield Line("Otherwise", told, rule)
    if rules.winter and look.position.turn <= rules.numbers["bulge_victory_turn"]:
        yield from _ardennes(look)


def _ardennes(look: FortressLook) -> Iterator[Line]:
    """Bastogne, and what lies beyond it (33.3.10)."""
    zones, held = look.game.data.zones, look.occupied(GERMAN)
    goals = (("attack_goal", "33.3.10"), ("strategic_goal", "33.3.10.A"), ("tactical_goal", "33.3.10.B"))
    names = {"attack_goal": "First goal", "strategic_goal": "Strategic goal", "tactical_goal": "Tactical goal"}
    for goal, rule in goals:
        yield Line(names[goal], f"{look.hex_names(zones[goal])}: {'held' if held & zones[goal] else 'not held'}", rule)


def _bulge(look: FortressLook) -> Iterator[Line]:
    yield from _ardennes(look)
    level = look.position.bulge_level or victory.ardennes_level(look)
    now = f"a German {level}" if level else "an Allied victory"
    yield Line("As it stands", f"{now} after turn {look.game.rules.last_turn}", "33.3.10")


def _districts(look: FortressLook) -> Iterator[Line]:
    """The goals of the districts that were invaded, supply and a mulberry (33.1.3, 33.1.5)."""
    game, position = look.game, look.position
    if position.invasions:
        for district in position.district_landed or ("NL",):
            for goal in game.data.objectives[district]:
                done = "done" if objectives.met(look, ALLIED, goal) else "not yet"
                yield Line(f"Goal {goal.number}", f"{objectives.words(game, goal)}: {done}", goal.case)
    else:
        yield Line("Goals", "those of the district that is invaded; one is enough", "33.1.5")
    told = f"supply capacity {capacity(look)}, {game.rules.numbers['invasion_capacity']} needed, and a mulberry"
    yield Line("Supply", f"{told}: {'done' if victory.well_supplied(look) else 'not yet'}", "33.1.3")
    yield Line("Otherwise", f"the Germans win after turn {game.rules.last_turn}", "33.1.3")


def _west_wall(look: FortressLook) -> Iterator[Line]:
    yield from _picks(look, "33.2.4")
    yield Line("After the last turn", "whoever has met more objectives wins", "33.2.4")


def _picks(look: FortressLook, rule: str) -> Iterator[Line]:
    """The objectives that one may see, each with whether it is met."""
    game = look.game
    for side in game.sides:
        numbers, met = look.position.picks.get(side, ()), objectives.reached(look, side)
        if not numbers:
            continue
        yield Line(f"{game.side_name(side)}", f"{len(met)} of {len(numbers)} objectives met", rule)
        for number in numbers:
            goal = objectives.goal_of(game, side, number)
            done = "done" if number in met else "not yet"
            yield Line(f"Objective {number}", f"{objectives.words(game, goal)}: {done}", goal.case)


_ENDINGS = {"cities": _cities, "districts": _districts, "objectives": _west_wall, "ardennes": _bulge}
