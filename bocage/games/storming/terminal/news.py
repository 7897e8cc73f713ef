"""What the other side did in Storming the Reich, condensed (moves from hex to hex, battles in full), and tips."""

from __future__ import annotations

from typing import Any

from bocage.engine.events import Event
from bocage.engine.steps import Prompt
from bocage.terminal.hints import attacking, first, moving
from bocage.terminal.news import Page

LOUD = (
    "attack declared", "assault", "eliminated", "fort destroyed", "bridge captured", "bridge blown", "breakout",
    "cherbourg", "antwerpen", "paris", "offensive launched", "won", "army released", "dams blown",
)  # fmt: skip
# Events of a unit and a hex that are told together, with the words before them.
PLACED = {
    "arrival placed": "arrivals", "set up": "set up", "dropped": "drops", "returns": "back from Brittany",
    "combat advance": "advances",
}  # fmt: skip
# Events of one unit.
MARKED = {
    "priority placed": "Priority Supply", "red ball placed": "Red Ball Express", "refit placed": "R&R markers",
    "waits in england": "waiting in England", "comes to england": "in the England Box", "not used": "not used",
    "set up reduced": "set up reduced", "set aside": "set aside", "grounded": "grounded",
}  # fmt: skip


class StormingPage(Page):
    """The digest of Storming the Reich."""

    move_rule = "10.4"
    loud = LOUD
    placed = PLACED
    marked = MARKED

    def add(self, event: Event) -> None:
        if event.kind == "moves":
            data: Any = event.data
            self.move(tuple(data[0]), data[1])
        else:
            super().add(event)


def hint(prompt: Prompt) -> str:
    """How to answer a question with few keystrokes."""
    verbs = prompt.verbs()
    if "suggested-all" in verbs:
        return "'suggested' does this step for you, 'suggested-all' every step of your side."
    if "place" in verbs and "pick" in verbs:
        return f"hexes in a row place one unit after the other; another unit first: {first(prompt, 'pick')} HEX."
    if prompt.step == "movement":
        return moving(prompt)
    if prompt.step == "combat":
        return attacking(prompt)
    if prompt.step == "airborne operation" and "drop" in verbs:
        return f"unit and hex in one line: {first(prompt, 'drop')} HEX; nothing is final before you say 'jump'."
    return ""
