"""Browsers by the names that people know."""

import pytest

from chabudai.accounts import user_agents

KIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {KIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
            "Edge, Windows",
        ),
        (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {KIT} Chrome/130.0.0.0 Safari/537.36", "Chrome, Chromebook"),
        (f"Mozilla/5.0 (Linux; Android 14; Pixel 8) {KIT} Chrome/130.0.0.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17 Safari/605.1.15", "Safari, Mac"),
        ("Mozilla/5.0 (iPad; CPU OS 17_0) CriOS/130.0 Mobile Safari/604.1", "Chrome, iPad"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"),
        ("curl/8.5.0", "curl"),
        ("my own thing", "my own thing"),
        ("x" * 200, "x" * 60),
        ("", "Unknown device"),
    ],
)
def test_a_browser_is_told_by_its_name_and_device(agent: str, told: str) -> None:
    assert user_agents.describe_user_agent(agent) == told
