"""Types of `fonts`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from ..files import Contents


class Font(TypedDict):
    # The font's id.
    id: str
    # The family that documents name.
    family: str
    # What Office calls it, where that differs, such as `House Sans Light`; empty otherwise.
    style_family: str
    # 1 to 1000; 400 is regular, 700 bold.
    weight: int
    # 1 for an italic style.
    italic: Literal[0, 1]
    # What it was sent as: ttf, otf, woff or woff2.
    format: str
    # Bytes that are kept.
    size: int
    # When it was sent.
    created_at: str


class _FontsCreateBody(TypedDict):
    # The font, at most 12 MiB unpacked.
    file: Contents


class FontsCreateBody(_FontsCreateBody, total=False):
    # Another name for its family; the font's own when absent.
    family: str
