"""What Alembic runs to upgrade: on the connection that it is given, inside its transaction."""

from __future__ import annotations

from alembic import context

from bocage.store.upgrade import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    version_table=VERSION_TABLE,
    transactional_ddl=True,  # SQLite can do that too when the driver does not meddle
)
with context.begin_transaction():
    context.run_migrations()
