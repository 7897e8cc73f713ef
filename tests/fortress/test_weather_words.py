"""What a player reads of the weather."""

from __future__ import annotations

import bocage
from bocage.engine.matches.match import Match
from bocage.games.fortress.rules.weather import worded
from bocage.table import showing


def started(scenario: str) -> Match:
    match = bocage.new_match("fortress", scenario=scenario, seed="words")
    while match.prompts and not match.position.weather:
        match.play(match.actions[0])
    return match


def test_the_star_of_the_weather_is_explained_where_it_is_shown() -> None:
    match = started("bulge")
    assert match.position.weather == "Overcast*"
    (weather,) = [fact.text for fact in showing.sheet(match, "allied").facts if fact.name == "Weather"]
    assert weather == "Overcast* (less movement)"
    starred = [chart for chart in showing.box("fortress").charts if "Overcast*" in str((chart.columns, chart.rows))]
    assert len(starred) == 2
    assert all("Overcast* is Overcast with less movement" in (chart.note or "") for chart in starred)
    assert [worded(weather) for weather in ("Clear", "Overcast", "Storm")] == ["Clear", "Overcast", "Storm"]
