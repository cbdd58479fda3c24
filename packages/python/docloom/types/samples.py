"""Types of `samples`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, TypedDict



class ListedSample(TypedDict):
    # Identifier of the sample.
    id: str
    # Name, unique in its document.
    name: str
    # Length of the data as JSON, in characters.
    size: int
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str


class Sample(TypedDict):
    # Identifier of the sample.
    id: str
    # Name, unique in its document.
    name: str
    # Length of the data as JSON, in characters.
    size: int
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str
    # Merge data.
    data: Dict[str, Any]


class _SamplesCreateBody(TypedDict):
    # Name, unique in its document.
    name: str


class SamplesCreateBody(_SamplesCreateBody, total=False):
    # Merge data.
    data: Dict[str, Any]
    # The run whose data are taken, in place of `data`.
    run_id: str


class SamplesUpdateBody(TypedDict, total=False):
    # Another name.
    name: str
    # Other merge data.
    data: Dict[str, Any]
