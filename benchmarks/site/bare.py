"""The least that a FastAPI site could do with a decision: read it and append a row.

It has the same server, the same validation of the same JSON, the same database and the same
durability as the real site, and one commit a request; no rules, no seats, nobody who watches. It
writes on its event loop, one request after the other: a database file has one writer anyway.

    python -m benchmarks.site.bare DATABASE
"""

from __future__ import annotations

import sys
import time
from typing import Annotated

import uvicorn
from fastapi import FastAPI, Header
from sqlalchemy import Column, Connection, Double, Integer, MetaData, Table, Text, insert

from goatherd.web.api.models import Decide, Decided, TableId
from goatherd.web.ledger.database import address, engine
from goatherd.web.serve import listen, url_of

HOST = "127.0.0.1"

appended = Table(
    "bare_decisions",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("table", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)


def bare_app(connection: Connection) -> FastAPI:
    app = FastAPI(docs_url=None, redoc_url=None)

    @app.post("/api/tables/{table}/decisions")
    async def decide(
        table: TableId,
        wanted: Decide,
        authorization: Annotated[str | None, Header(max_length=200)] = None,
    ) -> Decided:
        now = time.time()
        rows = [
            {"table": table, "version": wanted.version, "text": text, "at": now}
            for text in wanted.decisions
        ]
        with connection.begin():
            connection.execute(insert(appended), rows)
        return Decided(version=wanted.version + 1)

    return app


def main() -> None:
    with engine(address(sys.argv[1])).connect() as connection:
        with connection.begin():
            appended.metadata.create_all(connection)
        listening = listen(HOST, 0)
        print(url_of(listening, HOST), flush=True)
        config = uvicorn.Config(
            bare_app(connection), access_log=False, log_config=None, timeout_keep_alive=30
        )
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
