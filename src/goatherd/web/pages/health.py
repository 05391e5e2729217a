"""For those who run the site: is it well, and how busy is it?"""

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from goatherd.web.request import site_of

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health(request: Request) -> Response:
    """200 if the database answers; otherwise 503, by the way all such troubles are answered."""
    await site_of(request).ledger.ping()
    return JSONResponse({"status": "well"})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    site = site_of(request)
    figures, counts = site.metrics, await site.ledger.counts()
    for stage, count in counts._asdict().items():
        figures.tables.labels(stage).set(count)
    figures.rooms.set(len(site.rooms.by_id))
    figures.stand_ins.set(site.pool.status().stand_ins)
    return Response(figures.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
