"""Pages of the market: discovering, publishing, sharing, buying, and the membership."""
