"""What bots say of their actions."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, PrimaryKeyConstraint, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the table; older matches have no remarks."""
    op.create_table(
        "remarks",
        Column("match_id", Text, ForeignKey("matches.id"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("moment", Integer, nullable=False),
        Column("side", Text, nullable=False),
        Column("text", Text, nullable=False),
        PrimaryKeyConstraint("match_id", "number"),
    )
    if op.get_bind().dialect.name == "sqlite":
        for statement in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER remarks_refuse_{statement.lower()} BEFORE {statement} ON remarks BEGIN"
                f" SELECT RAISE(ABORT, 'what is written in remarks stays: {statement} refused'); END"
            )
    else:
        op.execute(
            "CREATE TRIGGER remarks_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON remarks"
            " FOR EACH STATEMENT EXECUTE FUNCTION bocage_refuse()"
        )
