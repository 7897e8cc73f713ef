"""When a seat was last used, and how often its link was made anew."""

from __future__ import annotations

import sqlalchemy
from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0003"
down_revision = "0002"

_UPDATED = "(SELECT updated FROM matches WHERE matches.id = seats.match_id)"
# A player who came before "Begin now" and then played was still written down as nobody.
_PLAYED = (
    "EXISTS (SELECT 1 FROM entries WHERE entries.match_id = seats.match_id"
    " AND entries.line LIKE '% ' || seats.side || ' %')"
)


def upgrade() -> None:
    """Add the columns. Of an older seat it is only known that its player was there when its match last went on."""
    op.add_column("seats", Column("seen", Text, nullable=False, server_default=""))
    op.add_column("seats", Column("links", Integer, nullable=False, server_default="0"))
    op.execute(sqlalchemy.text(f"UPDATE seats SET kind = 'human' WHERE kind = 'open' AND {_PLAYED}"))
    op.execute(sqlalchemy.text(f"UPDATE seats SET seen = {_UPDATED} WHERE kind = 'human'"))
