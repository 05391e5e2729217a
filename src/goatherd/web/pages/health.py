"""For those who run the site: is it well?"""

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from goatherd.web.request import site_of

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health(request: Request) -> Response:
    """200 if the database answers and all parts of the worker do; else 503, with the parts that do
    not. The log has the reasons, which are not for everybody."""
    site = site_of(request)
    await site.ledger.ping()
    troubles = sorted(site.health.troubles)
    told: dict[str, Any] = {"status": "unwell", "troubles": troubles} if troubles else WELL
    if site.rooms.unplayable:
        told = told | {"unplayable": len(site.rooms.unplayable)}
    return JSONResponse(told, HTTPStatus.SERVICE_UNAVAILABLE if troubles else HTTPStatus.OK)


WELL = {"status": "well"}
