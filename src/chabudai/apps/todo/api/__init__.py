"""The todos as JSON, for programs: the same service under /api/todo."""
