"""Types of `audit`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict

from . import shared as shared_types


class AuditEntry(TypedDict):
    # Number of the entry in the workspace's log: 1, 2, 3, ...
    seq: int
    # When it was done.
    at: str
    # Who did it, and by what.
    actor: shared_types.BinItemDeletedBy
    # What was done.
    action: str
    # What it was done to.
    resource: AuditEntryResource
    # Values that changed, as they were; never merge data or secrets.
    before: Dict[str, Any]
    # The same as they are since.
    after: Dict[str, Any]
    # Id of the request.
    request_id: str
    # Whether the client has chosen that id.
    request_id_from_client: bool
    # Network of the client's address; empty if unknown.
    network: str
    # Hash of the entry before it; empty for the first one.
    previous: str
    # SHA-256 of the entry as it is kept, hexadecimal.
    hash: str


class AuditEntryResource(TypedDict):
    """What it was done to."""

    # Kind of thing.
    type: str
    # Its id, with what it belongs to.
    id: str
    # Its name at that time.
    name: str


class AuditRefusals(TypedDict):
    # The minute.
    at: str
    # Network of the address; empty if unknown.
    network: str
    # Why, as the answer's `code` said it.
    code: str
    # Requests.
    count: int


class AuditReport(TypedDict):
    # Whether nothing was found.
    intact: bool
    # Entries that were followed.
    entries: int
    # The first of them; 0 for none.
    first: int
    # The last of them.
    last: int
    # What to name as `after` to go on; 0 at the end of the log.
    next: int
    # Signed heads, kept elsewhere, that were compared.
    heads_compared: int
    # What is not as it was written; at most twenty.
    problems: List[AuditReportProblem]
    # The last entry that was followed, signed: keep it elsewhere.
    head: SignedAuditHead


class AuditReportProblem(TypedDict):
    # The entry where it shows.
    seq: int
    # What was done.
    code: Literal[
        "changed",
        "removed",
        "forked",
        "tail_cut",
        "rewritten",
        "start_unknown",
        "head_unsigned",
    ]
    # The same in a sentence.
    message: str


class SignedAuditHead(TypedDict):
    # What is stated.
    statement: SignedAuditHeadStatement
    # Which key of `/.well-known/docloom-receipts.json` signed it.
    kid: str
    # Always Ed25519 (RFC 8032).
    algorithm: Literal["Ed25519"]
    # Signature of the statement as canonical JSON (RFC 8785) in UTF-8; base64url without padding.
    signature: str


class SignedAuditHeadStatement(TypedDict):
    """What is stated."""

    # Of this form.
    version: Literal[1]
    # Always audit_head.
    about: Literal["audit_head"]
    # Whose log it is.
    workspace: str
    # Number of the last entry.
    seq: int
    # Its SHA-256, hexadecimal.
    hash: str
    # When it was signed.
    at: str
