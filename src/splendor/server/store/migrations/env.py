"""Alembic comes here: it gets the connection that `store.upgrade` has opened."""

from alembic import context

from splendor.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
