"""Settings of all property tests: on two busy cores an example takes as long as it takes."""

from hypothesis import settings

settings.register_profile("chabudai", deadline=None)
settings.load_profile("chabudai")
