"""What a player lets pass beforehand."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; nobody has given an order yet."""
    op.add_column("seats", Column("passing", Text, nullable=False, server_default=""))
