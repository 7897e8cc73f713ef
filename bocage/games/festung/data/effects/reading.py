"""The params of a card are read, or refused with the place where they are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bocage.engine.errors import BadInput

from .verbs import AnyEffect
from .whom import Part


def read_effects(params: str) -> tuple[AnyEffect, ...]:
    """The verbs that a card's `params` say; whatever cannot be read raises `BadInput`."""
    try:
        return _decoder.decode(params)
    except msgspec.MsgspecError as error:
        raise BadInput(str(error)) from None


def all_parts(effect: Any) -> Iterator[Any]:
    """An effect and everything in it: conditions, whom it means, and the effects that hang on it."""
    if isinstance(effect, tuple):
        for item in effect:
            yield from all_parts(item)
    elif isinstance(effect, Part):
        yield effect
        for name in effect.__struct_fields__:
            yield from all_parts(getattr(effect, name))


_decoder: msgspec.json.Decoder[tuple[AnyEffect, ...]] = msgspec.json.Decoder(tuple[AnyEffect, ...])
