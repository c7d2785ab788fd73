"""Pictures: a photo comes in as anyone sends it, and goes out upright, without metadata, in two sizes."""

from chabudai.outside.pictures.paintings import Ellipse, Painting, Polygon, Stroke, painted
from chabudai.outside.pictures.photographs import developed
from chabudai.outside.pictures.picture import LARGEST_FILE, Develop, Picture

__all__ = ["LARGEST_FILE", "Develop", "Ellipse", "Painting", "Picture", "Polygon", "Stroke", "developed", "painted"]
