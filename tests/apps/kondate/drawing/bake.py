"""`python -m tests.apps.kondate.drawing.bake`: write the drawings of dishes, tray and seal into the static folder.

With the name of a file behind it, that becomes a sheet of all dishes on their cloths, by day and by night, to look at.
"""

import re
import sys
from pathlib import Path

from chabudai.apps.kondate import drawing
from chabudai.apps.kondate.drawing.cloths import TINTS, choose_cloths, render_styles
from chabudai.apps.kondate.drawing.dishes import render_dish
from chabudai.apps.kondate.drawing.seal import render_seal
from chabudai.apps.kondate.drawing.tray import render_tray
from chabudai.apps.kondate.pictures import PICTURES, picture_file

ACROSS = 8
STATIC = Path(drawing.__path__[0]).parent / "static"


def render_files() -> dict[Path, str]:
    """What is drawn, by where it is kept."""
    dishes = {STATIC / picture_file(picture): render_dish(picture.kind, picture.palette) for picture in PICTURES}
    others = {
        "tray-day.svg": render_tray("day"),
        "tray-night.svg": render_tray("night"),
        "seal-ja.svg": render_seal("ja"),
        "seal-en.svg": render_seal("en"),
        "cloths.css": render_styles(),
    }
    return dishes | {STATIC / name: text for name, text in others.items()}


def render_sheet() -> str:
    """Every dish with its name, as a page that needs nothing else."""
    kinds = [picture.kind for picture in PICTURES]
    tints = [TINTS[cloth] for cloth in choose_cloths(kinds, ACROSS)]
    return "<!doctype html><meta charset=utf-8><title>Dishes</title>" + "".join(
        f'<div style="display:grid;grid-template-columns:repeat({ACROSS},160px);font:12px sans-serif">'
        + "".join(
            f'<figure style="margin:0;padding:8px;text-align:center;background:{tint[night]};color:{colour}">'
            f"{_isolate(render_dish(picture.kind, picture.palette), at + 1000 * night)}"
            f"<figcaption>{picture.kind}:{picture.palette}</figcaption></figure>"
            for at, (picture, tint) in enumerate(zip(PICTURES, tints, strict=True))
        )
        + "</div>"
        for night, colour in enumerate(("#222", "#eee"))
    )


def _isolate(svg: str, number: int) -> str:
    """Names within a drawing are its own; several in one page must not share them."""
    return re.sub(r'(id="|href="#|url\(#)', lambda found: f"{found[0]}p{number}", svg)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(render_sheet())
    files = render_files()
    for path in set((STATIC / "dishes").glob("*.svg")) - files.keys():
        path.unlink()
    for path, text in files.items():
        path.write_text(text)
