"""The meals as JSON, for programs: the same service under /api/kondate/v1; every answer stands under `data`."""
