"""Branches of matches, which can be deleted; of all others what is written stays."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, PrimaryKeyConstraint, Text

revision = "0005"
down_revision = "0004"

_NEVER_CHANGED = ("entries", "snapshots", "bases", "remarks")


def upgrade() -> None:
    """Add the table, and let rows of a branch be deleted."""
    op.create_table(
        "branches",
        Column("match_id", Text, ForeignKey("matches.id"), nullable=False),
        Column("of_match", Text, nullable=False),
        Column("side", Text),
        Column("moment", Integer, nullable=False),
        PrimaryKeyConstraint("match_id"),
    )
    op.create_index("branches_by_match", "branches", ["of_match"])
    if op.get_bind().dialect.name == "sqlite":
        _guard_in_sqlite()
    else:
        _guard_in_postgres()


def _guard_in_sqlite() -> None:
    for table in _NEVER_CHANGED:
        op.execute(f"DROP TRIGGER {table}_refuse_delete")
        op.execute(
            f"CREATE TRIGGER {table}_refuse_delete BEFORE DELETE ON {table}"
            " WHEN NOT EXISTS (SELECT 1 FROM branches WHERE match_id = OLD.match_id) BEGIN"
            f" SELECT RAISE(ABORT, 'what is written in {table} stays: DELETE refused'); END"
        )


def _guard_in_postgres() -> None:
    op.execute(
        "CREATE FUNCTION bocage_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF EXISTS (SELECT 1 FROM branches WHERE match_id = OLD.match_id) THEN RETURN OLD; END IF;"
        " RAISE EXCEPTION 'what is written in % stays: % refused', TG_TABLE_NAME, TG_OP; END $$"
    )
    for table in _NEVER_CHANGED:
        op.execute(f"DROP TRIGGER {table}_refuse ON {table}")
        op.execute(
            f"CREATE TRIGGER {table}_refuse BEFORE UPDATE OR TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION bocage_refuse()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuse_delete BEFORE DELETE ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION bocage_refuse_delete()"
        )
