"""What is agreed for a player who stays away, and whose seat a bot keeps warm."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns; of older matches nothing was agreed."""
    op.add_column("matches", Column("away", Text, nullable=False, server_default=""))
    op.add_column("seats", Column("owner", Text, nullable=False, server_default=""))
