"""Boards, pieces and diagrams, drawn: what stands where, and how it looks."""
