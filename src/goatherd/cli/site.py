"""Commands about a site: `serve`, `export` and `import`."""

import gc
from pathlib import Path
from typing import Annotated

import typer

from goatherd.cli.options import examples

app = typer.Typer()

Database = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="sqlite:///FILE or postgresql://...; one file in your data folder by default.",
    ),
]
Matches = Annotated[Path, typer.Argument(metavar="FILE", help="A file of finished matches.")]


@app.command(
    epilog=examples(
        "goatherd serve",
        "goatherd serve --host 0.0.0.0 --port 80",
        "goatherd serve --proxy 127.0.0.1 --secure",
        "goatherd serve --database postgresql://goat@localhost/goatherd --workers 4",
    )
)
def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 is everywhere, not only this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")] = 8765,
    database: Database = "",
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that answer; several need PostgreSQL.")
    ] = 1,
    bots: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes in which bots think.")
    ] = None,
    pace: Annotated[
        float,
        typer.Option(min=0.0, max=10.0, help="How slowly bots move: 1 as people do, 0 at once."),
    ] = 1.0,
    window: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=60.0,
            help="Seconds in which pawns may be called in Goita, where a clock runs.",
        ),
    ] = 8.0,
    rate: Annotated[
        float, typer.Option(min=0.0, help="Requests a second from one person; 0: any number.")
    ] = 20.0,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy that is believed when it says who asks, or a network; may be repeated.",
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65000,
            help="Figures for Prometheus at this port of this machine; each worker has the next.",
        ),
    ] = None,
    secure: Annotated[
        bool, typer.Option(help="Cookies for https alone: say so behind a proxy that speaks it.")
    ] = False,
    renew_secrets: Annotated[
        bool,
        typer.Option(
            "--renew-secrets",
            help="Make the secrets of the site anew first: cookies and links to seats end.",
        ),
    ] = False,
) -> None:
    """Open the site: play in the browser, alone or with friends."""
    gc.disable()  # modules are no garbage, and looking for it takes a tenth of the start
    from goatherd.web.serve import default_database
    from goatherd.web.serve import serve as open_site
    from goatherd.web.site import Settings

    gc.enable()
    settings = Settings(
        database=database or default_database(),
        pace=pace,
        window=window,
        rate=rate,
        burst=6 * rate,
        bots=bots,
        secure=secure,
        proxies=tuple(proxy or ()),
        metrics=metrics_port,
    )
    open_site(settings, host, port, workers, renew=renew_secrets)


@app.command(epilog=examples("goatherd export matches.txt"))
def export(file: Matches, database: Database = "") -> None:
    """Write all finished matches of a site to a new file, as records."""
    from goatherd.terminal import console
    from goatherd.web import archive
    from goatherd.web.serve import default_database

    written = archive.export(database or default_database(), file, console.errors())
    console.output().print(f"{written.matches} matches written to {file}")
    for table, reason in written.left_out:
        console.errors().print(f"left out {table}: {reason}")


@app.command("import", epilog=examples("goatherd import matches.txt --database postgresql://..."))
def import_(file: Matches, database: Database = "") -> None:
    """Take finished matches of another site into this one. Twice does no harm."""
    from goatherd.terminal import console
    from goatherd.web import archive
    from goatherd.web.serve import default_database

    taken = archive.import_(database or default_database(), file, console.errors())
    console.output().print(f"{taken.new} matches are new, {taken.known} were known")
