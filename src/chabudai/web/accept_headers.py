"""Headers in which a browser says what it likes, and how much: Accept and Accept-Language, however odd they are."""

_LONGEST = 1000


def parse_weights(header: str) -> list[tuple[str, float]]:
    """Every value with its weight from 0 to 1; a weight that is none counts as 0."""
    return [_value_and_weight(part) for part in header[:_LONGEST].split(",")]


def prefers_json(accept: str) -> bool:
    """Whether a program asks: one that would rather have JSON than a page."""
    return _rank(accept, "application/json") > _rank(accept, "text/html")


def _rank(accept: str, media_type: str) -> tuple[float, int]:
    """How much, and how expressly. What is named by itself counts before what only a star includes."""
    kinds = ("*/*", f"{media_type.partition('/')[0]}/*", media_type)
    liked = [(weight, kinds.index(value)) for value, weight in parse_weights(accept) if value in kinds and weight > 0]
    return max(liked, default=(0.0, 0))


def _value_and_weight(part: str) -> tuple[str, float]:
    value, *parameters = (each.strip().lower() for each in part.split(";"))
    weights = [each.removeprefix("q=") for each in parameters if each.startswith("q=")]
    return value, _weight(weights[0]) if weights else 1.0


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
