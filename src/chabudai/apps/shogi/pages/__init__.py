"""Pages of the shogi app for whoever is signed in."""
