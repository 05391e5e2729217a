"""Links as QR codes, to be read by the camera of a phone."""

from io import BytesIO

import segno
from markupsafe import Markup


def qr_code(link: str) -> Markup:
    """A drawing that says nothing which is not also said in words. It is dark on white in dark
    colours too: not every camera reads it the other way round."""
    out = BytesIO()
    segno.make(link, error="m", micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=False,
        omitsize=True,
        dark="#000",
        light="#fff",
        svgclass="qr",
        lineclass=None,
    )
    drawing = out.getvalue().decode().strip()
    return Markup(drawing.replace("<svg ", '<svg aria-hidden="true" ', 1))
