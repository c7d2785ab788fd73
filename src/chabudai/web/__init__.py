"""HTTP without any app's knowledge: pages, forms, cookies, languages, errors, all put together by `build`."""

from chabudai.web.application import build
from chabudai.web.navigation import NavigationEntry, Summary
from chabudai.web.packages import Package
from chabudai.web.settings import WebSettings

__all__ = ["NavigationEntry", "Package", "Summary", "WebSettings", "build"]
