"""The first tables: matches, their seats, bases, entries and snapshots, chat and notes."""

from __future__ import annotations

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, PrimaryKeyConstraint, Text

revision = "0001"
down_revision = None

_NEVER_CHANGED = ("entries", "snapshots", "bases")


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "matches",
        Column("id", Text, primary_key=True),
        Column("game", Text, nullable=False),
        Column("scenario", Text, nullable=False),
        Column("options", Text, nullable=False),
        Column("header", Text),
        Column("dice_key", Text),
        Column("dice_seed", Text),
        Column("commitment", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("created", Text, nullable=False),
        Column("updated", Text, nullable=False),
        Column("last_row", Integer, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("phase", Text, nullable=False),
        Column("moment", Integer, nullable=False),
        Column("to_move", Text, nullable=False),
        Column("outcome", Text),
        Column("note", Text, nullable=False),
        CheckConstraint("status IN ('waiting', 'running', 'over')", name="matches_status"),
    )
    op.create_index("matches_by_age", "matches", ["created", "id"])
    op.create_table(
        "seats",
        _of_match(),
        Column("side", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("bot", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("token_hash", Text, nullable=False),
        Column("failed", Text, nullable=False),
        Column("words", Text, nullable=False),
        PrimaryKeyConstraint("match_id", "side"),
        CheckConstraint("kind IN ('human', 'bot', 'open')", name="seats_kind"),
    )
    op.create_table(
        "bases",
        _of_match(),
        Column("number", Integer, nullable=False),
        Column("after_row", Integer, nullable=False),
        Column("text", Text, nullable=False),
        Column("created", Text, nullable=False),
        PrimaryKeyConstraint("match_id", "number"),
    )
    op.create_table(
        "entries",
        _of_match(),
        Column("number", Integer, nullable=False),
        Column("line", Text, nullable=False),
        Column("created", Text, nullable=False),
        PrimaryKeyConstraint("match_id", "number"),
    )
    op.create_table(
        "snapshots",
        _of_match(),
        Column("number", Integer, nullable=False),
        Column("line", Text, nullable=False),
        PrimaryKeyConstraint("match_id", "number"),
    )
    op.create_table(
        "chat",
        _of_match(),
        Column("number", Integer, nullable=False),
        Column("side", Text),
        Column("name", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("created", Text, nullable=False),
        PrimaryKeyConstraint("match_id", "number"),
    )
    op.create_table(
        "notes",
        _of_match(),
        Column("side", Text, nullable=False),
        Column("text", Text, nullable=False),
        PrimaryKeyConstraint("match_id", "side"),
    )
    if op.get_bind().dialect.name == "sqlite":
        _guard_in_sqlite()
    else:
        _guard_in_postgres()


def _of_match() -> Column[str]:
    return Column("match_id", Text, ForeignKey("matches.id"), nullable=False)


def _guard_in_sqlite() -> None:
    for table in _NEVER_CHANGED:
        for statement in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuse_{statement.lower()} BEFORE {statement} ON {table} BEGIN"
                f" SELECT RAISE(ABORT, 'what is written in {table} stays: {statement} refused'); END"
            )


def _guard_in_postgres() -> None:
    op.execute(
        "CREATE FUNCTION bocage_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " RAISE EXCEPTION 'what is written in % stays: % refused', TG_TABLE_NAME, TG_OP; END $$"
    )
    for table in _NEVER_CHANGED:
        op.execute(
            f"CREATE TRIGGER {table}_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION bocage_refuse()"
        )
