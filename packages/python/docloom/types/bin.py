"""Types of `bin`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Literal, Optional, TypedDict

from . import shared as shared_types


class BinItem(TypedDict):
    # What it is.
    type: Literal["document", "route", "sample", "delivery", "font", "identity"]
    # The id that it had, and has again.
    id: str
    # Its name.
    name: str
    # The folder that it comes back to; empty for none.
    folder: str
    # The document that a sample or a delivery belongs to.
    document_id: Optional[str]
    # The data route that a delivery belongs to.
    route_id: Optional[str]
    # When it was deleted.
    deleted_at: str
    # Who deleted it; null if the log does not say.
    deleted_by: Optional[shared_types.BinItemDeletedBy]
    # When it is removed for good.
    expires_at: str


class BinRestore(TypedDict):
    # What it is.
    type: Literal["document", "route", "sample", "delivery", "font", "identity"]
    # The id that it had, and has again.
    id: str
    # Its name.
    name: str
    # The folder that it comes back to; empty for none.
    folder: str
    # Always 1.
    success: Literal[1]


class BinRestoreBody(TypedDict, total=False):
    # Another name, for a sample or a signing identity whose name was taken meanwhile.
    name: str
