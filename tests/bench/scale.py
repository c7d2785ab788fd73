"""How much of everything: the full measure that the document shows, and a quick look."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    rounds: int
    items: int
    many: int
    share: int
    """Calls per round are divided by this."""

    def calls(self, full: int) -> int:
        return max(3, full // self.share)


FULL = Scale(rounds=9, items=10_000, many=1_000_000, share=1)
QUICK = Scale(rounds=3, items=10_000, many=100_000, share=4)
