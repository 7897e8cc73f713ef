"""The sequence of play in words, for the track of phases and the heads of both faces."""

from __future__ import annotations

from bocage.parts.words import row_words

# Rows of the sequence whose own name says too little.
PHASE_WORDS = {
    "objectives": "objectives are written down",
    "decoys": "decoys in Germany",
    "decoys at the set-up": "decoys in Germany",
    "decoys of the winter": "decoys in Germany",
    "exit payment": "payment for exited Allied armour",
    "fate of the second landing": "has the second landing failed?",
    "fate of the second wave": "has the second landing failed?",
    "turn record": "a new turn",
    "revealed objectives": "objectives are revealed",
    "fuel": "German fuel",
    "allied allocation": "Allied aircraft on missions",
    "german allocation": "German aircraft on missions",
    "cancelling": "aircraft cancel each other",
    "ships leave": "the naval units leave",
    "flooding before the allied turn": "flooding",
    "flooding before the german turn": "flooding",
    "partisan": "are there partisans?",
    "storm": "Storm over the mulberries",
    "invasion": "declaration of an invasion",
    "allied drop": "Allied paradrop",
    "landing": "the first wave lands",
    "allied first movement": "Allied first move impulse",
    "ships": "naval units take station",
    "ground support": "Ground Support for the landing",
    "hidden units": "hidden units are revealed",
    "allied first stacking": "Allied stacking",
    "allied first combat": "Allied first combat impulse",
    "beaches": "the beaches after combat",
    "stacking on the beaches": "stacking on the beaches",
    "second wave": "the second wave lands",
    "allied second movement": "Allied second move impulse",
    "mulberry": "a mulberry is built",
    "partisan placed": "partisans cut a railway",
    "partisan placed after the landing": "partisans cut a railway",
    "allied second stacking": "Allied stacking",
    "allied second combat": "Allied second combat impulse",
    "panzer reserve": "Panzer Reserve",
    "panzer reserve again": "Panzer Reserve",
    "panzer reserve choice": "Panzer Reserve",
    "armour release": "release of German armour",
    "german drop": "German paradrop",
    "german first movement": "German first move impulse",
    "german first stacking": "German stacking",
    "german first combat": "German first combat impulse",
    "german second movement": "German second move impulse",
    "german second stacking": "German stacking",
    "partisan leaves": "the partisans disappear",
    "german second combat": "German second combat impulse",
    "victory": "is the game won?",
}
# Rows that are shown as part of another one on the track of phases: they only open or close it.
PART_OF = {
    "turn record": "weather",
    "revealed objectives": "weather",
    "fuel": "german allocation",
    "cancelling": "german allocation",
    "allied turn": "allied replacements",
    "ships leave": "allied replacements",
    "flooding before the allied turn": "allied replacements",
    "allied withdrawals": "allied replacements",
    "partisan": "allied replacements",
    "allied first impulse": "allied first movement",
    "storm": "allied first movement",
    "ships": "allied first movement",
    "allied first stacking": "allied first movement",
    "ground support": "landing",
    "hidden units": "landing",
    "beaches": "allied first combat",
    "stacking on the beaches": "allied first combat",
    "fate of the second landing": "allied first combat",
    "fate of the second wave": "allied second combat",
    "allied second impulse": "allied second movement",
    "mulberry": "second wave",
    "partisan placed": "allied second movement",
    "allied second stacking": "allied second movement",
    "partisan placed after the landing": "allied second combat",
    "german turn": "german replacements",
    "decoys": "german replacements",
    "exit payment": "german replacements",
    "flooding before the german turn": "german replacements",
    "german withdrawals": "german replacements",
    "panzer reserve choice": "german replacements",
    "german first impulse": "german arrivals",
    "panzer reserve": "german arrivals",
    "armour release": "german first movement",
    "german first stacking": "german first movement",
    "german second impulse": "german second movement",
    "panzer reserve again": "german second movement",
    "german second stacking": "german second movement",
    "partisan leaves": "german second movement",
    "end of turn": "victory",
}


def phase_words(phase: str) -> str:
    """A row of the sequence of play in words.

    >>> phase_words("allied supply"), phase_words("german first combat")
    ('Allied supply', 'German first combat impulse')
    """
    return row_words(PHASE_WORDS, phase, "allied", "german", "ardennes")
