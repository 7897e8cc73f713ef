"""What each side gives to the dice: links of a chain of hashes, fixed at the start and opened one by one.

Link n is hashed into link n - 1, and link 0 into the anchor, which everybody knows from the start. So whoever made the
chain can neither change a link nor deny it, and nobody else can tell a link before it is opened.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b

LINKS = 8192  # throws that a match can have
_SIZE = 32


def new_seed() -> bytes:
    """The secret of a chain."""
    return secrets.token_bytes(_SIZE)


def _hashed(link: bytes) -> bytes:
    return blake2b(link, digest_size=_SIZE, person=b"bocage chain").digest()


def link_of(seed: bytes, number: int) -> bytes:
    """A link of the chain of a secret; link -1 is its anchor.

    >>> _hashed(link_of(b"x" * 32, 7)) == link_of(b"x" * 32, 6)
    True
    """
    if not -1 <= number < LINKS:
        raise IndexError(number)
    link = seed
    for _ in range(LINKS - 1 - number):
        link = _hashed(link)
    return link


def links_of(seed: bytes) -> list[bytes]:
    """All links of the chain of a secret, in order, after its anchor.

    >>> chain = links_of(b"x" * 32)
    >>> chain[0] == link_of(b"x" * 32, -1), chain[8] == link_of(b"x" * 32, 7), len(chain)
    (True, True, 8193)
    """
    links = [seed, _hashed(seed)]
    while len(links) <= LINKS:
        links.append(_hashed(links[-1]))
    return links[::-1]


def opened(anchor: bytes, last: bytes, count: int) -> list[bytes] | None:
    """The links 0 to count - 1, of which the last is told; None if they do not end in the anchor."""
    if not 0 <= count <= LINKS:
        return None
    links = [last] if count else []
    while len(links) < count:
        links.append(_hashed(links[-1]))
    if (_hashed(links[-1]) if links else last) != anchor:
        return None
    return links[::-1]


def throw_key(links: Sequence[bytes]) -> bytes:
    """The key of the dice of a throw, from a link of each side in the order of the sides."""
    return blake2b(b"".join(links), digest_size=_SIZE, person=b"bocage throw").digest()
