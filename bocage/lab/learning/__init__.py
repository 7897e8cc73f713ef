"""Games for programs that learn to play by playing; see docs/learning.md.

It needs more packages than the rest of the program: pip install 'bocage[learning]'.
"""

from __future__ import annotations

from bocage.lab.learning.worlds import AgainstBot, Wargame, env, single

__all__ = ["AgainstBot", "Wargame", "env", "single"]
