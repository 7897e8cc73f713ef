"""The seal of a match with secrets: both players' programs can open it, an editor and whoever carries the mail cannot.

Each side makes a share of its own secret (Diffie and Hellman, in the 2,048-bit group of RFC 3526); of the other's share
and one's own secret both get the same key, which is never sent. With that key a text is sealed as RFC 5297 seals, with
hashes of Python's own library: its tag is a keyed BLAKE2b of the text and of what stands open beside it, and the text
is hidden under a stream of SHAKE-256 of key and tag. So a file that was changed by a single bit is found out, and the
same text is sealed into the same file.
"""

from __future__ import annotations

import hmac
from base64 import b64decode, b64encode
from functools import lru_cache
from hashlib import blake2b, shake_256

STEP = 16_384  # bytes: a sealed text is filled up to a multiple of this, so that its length tells little
_TAG = 32
_END = b"\x01"  # after it there is only filling

_PRIME = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
    "15728E5A8AACAA68FFFFFFFFFFFFFFFF",
    16,
)
_SHARE = 256  # bytes of a number of that group


def _own(seed: bytes) -> int:
    """The secret number of a side, made of the secret of its chain."""
    return int.from_bytes(blake2b(seed, digest_size=64, person=b"bocage share").digest(), "big")


def share_of(seed: bytes) -> str:
    """What a side shows of its secret, so that both have the same key.

    >>> len(share_of(b"x" * 32))
    512
    """
    return pow(2, _own(seed), _PRIME).to_bytes(_SHARE, "big").hex()


@lru_cache(maxsize=64)
def key_of(seed: bytes, share: str, match: str) -> bytes | None:
    """The key of a match's seal, from one's own secret and the other's share; None if that is no share.

    >>> one, two = b"x" * 32, b"y" * 32
    >>> key_of(one, share_of(two), "m") == key_of(two, share_of(one), "m"), key_of(one, "01", "m")
    (True, None)
    """
    try:
        number = int.from_bytes(bytes.fromhex(share), "big")
    except ValueError:
        return None
    if len(share) != 2 * _SHARE or not 1 < number < _PRIME - 1:
        return None
    common = pow(number, _own(seed), _PRIME).to_bytes(_SHARE, "big")
    return blake2b(common + match.encode(), digest_size=64, person=b"bocage seal").digest()


def _tag(key: bytes, beside: bytes, text: bytes) -> bytes:
    lengths = b"%d %d " % (len(beside), len(text))
    return blake2b(lengths + beside + text, key=key[:32], digest_size=_TAG, person=b"bocage tag").digest()


def _hidden(key: bytes, tag: bytes, text: bytes) -> bytes:
    stream = shake_256(key[32:] + tag).digest(len(text))
    return (int.from_bytes(text, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(text), "big")


def sealed(text: bytes, key: bytes, beside: bytes) -> str:
    """A text, sealed; what stands open `beside` it cannot be changed either."""
    filled = text + _END
    filled += bytes(-(len(filled) + _TAG) % STEP)
    tag = _tag(key, beside, filled)
    return b64encode(tag + _hidden(key, tag, filled)).decode()


def unsealed(closed: str, key: bytes, beside: bytes) -> bytes | None:
    """The text that was sealed; None if it was sealed with another key, or something was changed.

    >>> unsealed(sealed(b"seven divisions", b"k" * 64, b""), b"k" * 64, b"")
    b'seven divisions'
    >>> unsealed(sealed(b"seven divisions", b"k" * 64, b""), b"k" * 64, b"changed") is None
    True
    """
    try:
        raw = b64decode(closed, validate=True)
    except ValueError:
        return None
    tag, body = raw[:_TAG], raw[_TAG:]
    text = _hidden(key, tag, body)
    if not hmac.compare_digest(tag, _tag(key, beside, text)):
        return None
    return text.rstrip(b"\0").removesuffix(_END)
