"""The API of the tasks: what programs can do, each route with the access patterns that it stands on."""
