"""What the other side did in Fortress Europa, condensed (moves from hex to hex, battles in full), and tips."""

from __future__ import annotations

from typing import Any

from bocage.engine.events import Event
from bocage.engine.steps import Prompt
from bocage.terminal.hints import attacking, first, moving
from bocage.terminal.news import Page
from bocage.terminal.screen import GLUE

LOUD = (
    "battle", "destroyed", "headquarters lost", "won", "drawn", "weather", "weather given", "invasion declared",
    "all released", "district released", "fortress destroyed", "port taken", "site taken", "italy entered", "flooded",
    "player turn", "objectives revealed", "ardennes judged", "hidden unit", "revealed", "mulberry destroyed",
)  # fmt: skip
# Events of a unit and a hex that are told together, with the words before them.
PLACED = {
    "set up": "set up", "lands": "landed", "second wave": "second wave", "sails": "by sea", "airlift": "by air",
    "entered": "entered", "volkssturm": "Volkssturm", "ship": "ships", "raid": "raids", "advances": "advances",
    "garrisoned": "garrison of Paris",
}  # fmt: skip
# Events of one unit.
MARKED = {
    "filled": "replacements taken", "reduced": "a step lost", "coastal unit moves": "coastal units on the move",
    "into reserve": "to the Panzer Reserve", "withdrawn": "withdrawn", "strengthened": "overstrength",
}  # fmt: skip


class FortressPage(Page):
    """The digest of Fortress Europa."""

    move_rule = "5.2"
    loud = LOUD
    placed = PLACED
    marked = MARKED

    def add(self, event: Event) -> None:
        data: Any = event.data
        if event.kind == "moves":
            self.move(tuple(data[0]), data[1])
        elif event.kind == "rides":
            (unit,), path = data
            self.gather(event.rule, "by rail", f"{self.id(unit)}{GLUE}{self.place(path[0])}-{self.place(path[-1])}")
        else:
            super().add(event)


def hint(prompt: Prompt) -> str:
    """How to answer a question with few keystrokes."""
    verbs = prompt.verbs()
    if "suggested" in verbs:
        unit = first(prompt, "pick")
        return f"'suggested' sets up all that is left; a unit and its hex in one line: {unit} HEX. 'hide' hides one."
    if prompt.step == "allied allocation":
        return "several in a line: sac railways sac u_boats tac strafing; the beginning of a name is enough."
    if prompt.step == "invasion":
        return "'beach HEX' adds a hex to the landing; 'end' declares it."
    if prompt.step == "movement":
        return moving(prompt)
    if prompt.step == "combat":
        return attacking(prompt)
    if prompt.step == "drop" and "pick" in verbs:
        return f"unit and hex in one line: {first(prompt, 'pick')} HEX; nothing is final before you say 'roll'."
    if "place" in verbs and "pick" in verbs:
        return f"hexes in a row place one unit after the other; another unit first: {first(prompt, 'pick')} HEX."
    return ""
