"""The API of the shogi app: what programs can do, each route with the right that it asks for."""
