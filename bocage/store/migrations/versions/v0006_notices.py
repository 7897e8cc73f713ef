"""Where a player wants to hear that it is his turn."""

from __future__ import annotations

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, PrimaryKeyConstraint, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the table; nobody has asked for notices yet."""
    op.create_table(
        "notices",
        Column("match_id", Text, ForeignKey("matches.id"), nullable=False),
        Column("side", Text, nullable=False),
        Column("way", Text, nullable=False),
        Column("address", Text, nullable=False),
        Column("key", Text, nullable=False),
        Column("confirmed", Text, nullable=False),
        Column("told", Text, nullable=False),
        Column("sent", Text, nullable=False),
        Column("tries", Integer, nullable=False),
        Column("failed", Text, nullable=False),
        PrimaryKeyConstraint("match_id", "side", "way"),
        CheckConstraint("way IN ('mail', 'hook')", name="notices_way"),
    )
