"""Shogi: game records in folders, with tags, sharing and an engine's analysis."""
