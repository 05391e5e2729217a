"""Alembic runs this to migrate; `goatherd.web.ledger.migrate` gives it the connection."""

from alembic import context

from goatherd.web.ledger.schema import metadata

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("Goatherd migrates its database itself, when the site starts")

# SQLite cannot change most things of a table: a batch makes a new one and copies the rows.
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
