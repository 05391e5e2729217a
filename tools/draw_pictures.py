"""Draw what must be PNG: pictures for links to the site, and its icons.

    python -m tools.draw_pictures

They show the covers and the logo of `static/art/*.svg`, as Chromium draws them, and no word: so
one picture serves every language. Run it after `tools.draw_art` where a cover has changed.
"""

import shutil
import struct
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from goatherd.game import games
from goatherd.web.listings import picture_of

DRAWN = Path(__file__).parents[1] / "src" / "goatherd" / "web" / "static" / "art"
WIDTH, HEIGHT = 1200, 630
"""What the sites that show a link's picture ask for."""
ICONS = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
FAVICON = 32
COLOURS = 128
"""Enough for flat drawings, and a third of the bytes."""


def cover(game: str, at: str = f'width="{WIDTH}" height="{HEIGHT}"') -> str:
    """A game's cover, a little of its top and bottom cut off."""
    name = picture_of(game)
    return (
        f'<svg {at} viewBox="0 6 320 168" preserveAspectRatio="xMidYMid slice">'
        f'<use href="#{name}" width="320" height="180"/></svg>'
    )


def all_covers() -> str:
    """The covers side by side, and the logo in their midst."""
    half = f'width="{WIDTH // 2}" height="{HEIGHT // 2}"'
    tiles = "".join(
        cover(game, f'x="{WIDTH // 2 * (place % 2)}" y="{HEIGHT // 2 * (place // 2)}" {half}')
        for place, game in enumerate(games()[:4])
    )
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}">{tiles}'
        f'<circle cx="{WIDTH // 2}" cy="{HEIGHT // 2}" r="120" fill="#f3ecdf"/>'
        f'<use href="#logo" x="{WIDTH // 2 - 90}" y="{HEIGHT // 2 - 90}" width="180" height="180"/>'
        "</svg>"
    )


def pictures() -> dict[str, str]:
    """Each picture as a drawing that takes its symbols from the site's sprite."""
    shown = {f"{picture_of(game)}.png": cover(game) for game in games()}
    return shown | {"site.png": all_covers()}


def photograph(page: Page, drawing: str, width: int, height: int) -> Image.Image:
    """The drawing as Chromium shows it."""
    page.set_viewport_size({"width": width, "height": height})
    style = "<style>body{margin:0}svg{display:block}</style>"
    page.set_content(f"<!doctype html>{style}{drawing}")
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def small_png(image: Image.Image) -> bytes:
    flat = image.quantize(COLOURS, dither=Image.Dither.NONE)
    out = BytesIO()
    flat.save(out, "PNG", optimize=True)
    return out.getvalue()


def as_ico(png: bytes, side: int) -> bytes:
    """An ICO file with one PNG in it."""
    head = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(png), len(head) + 16)
    return head + entry + png


def drawn(page: Page) -> dict[str, bytes]:
    """All files, by name."""
    sprite = (DRAWN / "site.svg").read_text(encoding="utf-8")
    hidden = sprite.replace("<svg ", '<svg style="position:absolute" width="0" height="0" ', 1)
    files = {
        name: small_png(photograph(page, drawing + hidden, WIDTH, HEIGHT))
        for name, drawing in pictures().items()
    }
    icon = (DRAWN / "icon.svg").read_text(encoding="utf-8")
    for name, side in ICONS.items():
        files[name] = small_png(photograph(page, icon, side, side))
    favicon = (DRAWN / "favicon.svg").read_text(encoding="utf-8")
    png = small_png(photograph(page, favicon, FAVICON, FAVICON))
    return files | {"favicon.ico": as_ico(png, FAVICON)}


def main() -> None:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        files = drawn(browser.new_page())
        browser.close()
    for name, content in files.items():
        (DRAWN / name).write_bytes(content)
        print(f"{len(content):7} {name}")


if __name__ == "__main__":
    main()
