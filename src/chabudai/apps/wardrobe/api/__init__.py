"""The wardrobe as JSON, for programs: the same service under /api/wardrobe, opened by the same keys."""
