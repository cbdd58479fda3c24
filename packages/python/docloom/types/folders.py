"""Types of `folders`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Literal, TypedDict



class FoldersList(TypedDict):
    # Identifier of the folder.
    id: str
    # Its whole path.
    name: str
    # What it holds: `route` where it has data routes only.
    type: Literal["document", "route"]
    # When it was made (UTC).
    date: str
