"""Pictures: a photo comes in as anyone sends it, and goes out upright, without metadata, in two sizes."""

from chabudai.adapters.pictures.drawings import Drawing, Ellipse, Polygon, Stroke, render_drawing
from chabudai.adapters.pictures.photos import count_pixels, process_photo
from chabudai.adapters.pictures.picture import LARGEST_FILE, Picture, ProcessPhoto

__all__ = [
    "LARGEST_FILE",
    "Drawing",
    "Ellipse",
    "Picture",
    "Polygon",
    "ProcessPhoto",
    "Stroke",
    "count_pixels",
    "process_photo",
    "render_drawing",
]
