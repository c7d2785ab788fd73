"""HTTP without any app's knowledge: pages, forms, cookies, languages, errors, all put together by `build`."""

from chabudai.web.application import build
from chabudai.web.navigation import MenuEntry, NavigationEntry, Summary
from chabudai.web.packages import Package
from chabudai.web.settings import WebSettings

__all__ = ["MenuEntry", "NavigationEntry", "Package", "Summary", "WebSettings", "build"]
