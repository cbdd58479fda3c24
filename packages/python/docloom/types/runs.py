"""Types of `runs`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict

from . import shared as shared_types


class Attempt(TypedDict):
    # Identifier of the try.
    id: str
    # 1, 2, 3, ... within the delivery.
    number: int
    # Whether the other side accepted it.
    ok: bool
    # Status and first lines of the answer, or what went wrong.
    response: str
    # When the try began.
    started_at: str
    # When it ended.
    finished_at: str


class ListedAttempt(TypedDict):
    # Identifier of the try.
    id: str
    # 1, 2, 3, ... within the delivery.
    number: int
    # Whether the other side accepted it.
    ok: bool
    # Status and first lines of the answer, or what went wrong.
    response: str
    # When the try began.
    started_at: str
    # When it ended.
    finished_at: str
    # The delivery of the run that was tried.
    delivery_id: str
    # The run.
    run_id: str
    # Kind of delivery; `alert` reports what was given up.
    type: Literal[
        "email",
        "webhook",
        "s3",
        "route",
        "webdav",
        "azure_blob",
        "dropbox",
        "google_drive",
        "sharepoint",
        "alert",
    ]


class ListedRun(TypedDict):
    # Identifier of the run; ids sort by the time of acceptance.
    id: str
    # The document that was merged; empty for data routes.
    document_id: str
    # The data route that was merged; empty for documents.
    route_id: str
    # The run that this one is a part of, repeats, or was passed on by; empty for none.
    parent_id: str
    # What was run: `document`, `route`, `batch` or `tool`.
    kind: str
    # The tool; empty for merges.
    tool: str
    # Its status.
    status: Literal["accepted", "running", "done", "failed"]
    # How it came in.
    source: str
    # Whether it is a test merge.
    test: bool
    # Type of the merged file; empty where a document does not say it.
    output: str
    # The `X-Request-Id` of the request that began it.
    request_id: str
    # Who asked for it; for a part of another run, or what one handed on, who asked for that one.
    # Null for runs from before this was kept.
    asked_by: Optional[ListedRunAskedBy]
    # When its data arrived.
    accepted_at: str
    # When it was done or failed; empty before.
    finished_at: str
    # When it begins, if it was to begin later; empty for none.
    run_at: str
    # Whether it is a batch that is paused.
    paused: bool


class ListedRunAskedBy(TypedDict):
    # `address`: whoever has the merge address; `fill_in`: whoever filled in the document's page.
    type: Literal["person", "key", "link", "directory", "service", "address", "fill_in"]
    # Id of the key, and of the person for those who may see people; empty for others.
    id: str
    # The name that the person or key has today; empty if there is none.
    name: str
    # What the request came by.
    via: Literal["api", "console", "command_line", "agent", "application", "directory", "service"]


class PageSize(TypedDict):
    # Page, counted from 1.
    page: int
    # Width in points, 72 to the inch.
    width: float
    # Height in points.
    height: float


class Receipt(TypedDict):
    # What is stated.
    statement: ReceiptStatement
    # Which key of `/.well-known/docloom-receipts.json` signed it.
    kid: str
    # Always Ed25519 (RFC 8032).
    algorithm: Literal["Ed25519"]
    # Signature of the statement as canonical JSON (RFC 8785) in UTF-8; base64url without padding.
    signature: str


class ReceiptStatement(TypedDict):
    """What is stated."""

    # Of this form.
    version: Literal[1]
    # When the receipt was signed.
    issued_at: str
    # The run.
    run_id: str
    # The document that was merged; empty for none.
    document_id: str
    # The version of its template; empty for none.
    version_id: str
    # The template; empty for none. SHA-256, hexadecimal.
    template_sha256: str
    # The merge data as canonical JSON (RFC 8785); empty for none. SHA-256, hexadecimal.
    data_sha256: str
    # The files that were made.
    files: List[ReceiptStatementFile]
    # The data route that was merged; empty for none.
    route_id: str
    # How the merge came in.
    source: Literal["merge", "api", "route", "batch", "session", "replay", "tool", "fill_in"]
    # Whether it is a test merge.
    test: bool
    # When its data arrived.
    accepted_at: str
    # When it was done.
    finished_at: str
    # The documents of a data route.
    parts: List[ReceiptStatementPart]
    # What became of its deliveries.
    deliveries: List[ReceiptStatementDelivery]


class ReceiptStatementDelivery(TypedDict):
    # Identifier: the `webhook-id` of every try.
    id: str
    # Kind of delivery.
    type: Literal[
        "email",
        "webhook",
        "s3",
        "route",
        "webdav",
        "azure_blob",
        "dropbox",
        "google_drive",
        "sharepoint",
        "alert",
    ]
    # Its status.
    status: Literal["pending", "sending", "done", "partial", "dead", "held"]
    # Tries so far.
    tries: int
    # The host that it went to; empty before the first try.
    target: str
    # When it was settled; empty before.
    finished_at: str


class ReceiptStatementFile(TypedDict):
    # The file's name.
    name: str
    # Media type of the file.
    media_type: str
    # Bytes of the file.
    size: int
    # The file. SHA-256, hexadecimal.
    sha256: str


class ReceiptStatementPart(TypedDict):
    # The run.
    run_id: str
    # The document that was merged; empty for none.
    document_id: str
    # The version of its template; empty for none.
    version_id: str
    # The template; empty for none. SHA-256, hexadecimal.
    template_sha256: str
    # The merge data as canonical JSON (RFC 8785); empty for none. SHA-256, hexadecimal.
    data_sha256: str
    # The files that were made.
    files: List[ReceiptStatementFile]


class _Run(TypedDict):
    # Identifier of the run; ids sort by the time of acceptance.
    id: str
    # The document that was merged; empty for data routes.
    document_id: str
    # The data route that was merged; empty for documents.
    route_id: str
    # The run that this one is a part of, repeats, or was passed on by; empty for none.
    parent_id: str
    # What was run: `document`, `route`, `batch` or `tool`.
    kind: str
    # The tool; empty for merges.
    tool: str
    # Its status.
    status: Literal["accepted", "running", "done", "failed"]
    # How it came in.
    source: str
    # Whether it is a test merge.
    test: bool
    # Type of the merged file; empty where a document does not say it.
    output: str
    # The `X-Request-Id` of the request that began it.
    request_id: str
    # Who asked for it; for a part of another run, or what one handed on, who asked for that one.
    # Null for runs from before this was kept.
    asked_by: Optional[ListedRunAskedBy]
    # When its data arrived.
    accepted_at: str
    # When it was done or failed; empty before.
    finished_at: str
    # When it begins, if it was to begin later; empty for none.
    run_at: str
    # Whether it is a batch that is paused.
    paused: bool
    # When the work began; empty before.
    started_at: str
    # How often it was begun.
    tries: float
    # Milliseconds by stage.
    timings: Dict[str, float]
    # What drew its PDF, `pages`, the service itself, or `browser`; empty for none.
    renderer: str
    # Fields and data, by name.
    fields: shared_types.MergePreviewFields
    # What could not be done as asked.
    warnings: List[str]
    # Why it failed; null when it did not.
    problem: Optional[RunProblem]
    # The files that it made.
    files: List[RunFile]
    # What became of each delivery.
    deliveries: List[RunDelivery]


class Run(_Run, total=False):
    # For batches: the progress of the records.
    records: RunRecords


class _RunDelivery(TypedDict):
    # Identifier: the `webhook-id` of every try.
    id: str
    # The run that is delivered; empty for an alert about what belongs to no run.
    run_id: str
    # The delivery of the document or data route that it was made for; an alert's own id.
    delivery_id: str
    # Kind of delivery; `alert` reports what was given up.
    type: Literal[
        "email",
        "webhook",
        "s3",
        "route",
        "webdav",
        "azure_blob",
        "dropbox",
        "google_drive",
        "sharepoint",
        "alert",
    ]
    # The delivery's name.
    name: str
    # pending: to be tried; sending; done; partial: some of its recipients have it, the others never
    # will; dead: given up; held: shown instead of sent (test mode).
    status: Literal["pending", "sending", "done", "partial", "dead", "held"]
    # Tries so far.
    tries: int
    # When the run made it.
    created_at: str
    # When the next try is made; empty when there is none.
    next_try_at: str
    # When it was settled; empty before.
    finished_at: str
    # The host that it goes to; empty before the first try.
    target: str
    # What was or would be sent.
    preview: Dict[str, Any]
    # The answer to the last try, or what went wrong; empty before the first try.
    last_response: str
    # All tries, oldest first; lists leave them out.
    attempts: List[Attempt]


class RunDelivery(_RunDelivery, total=False):
    # The document that was merged; in lists, empty if it was none.
    document_id: str
    # The data route that was merged, likewise.
    route_id: str


class RunFile(TypedDict):
    # The file's name.
    name: str
    # Media type of the file.
    media_type: str
    # Bytes of the file.
    size: float
    # SHA-256 of the file, in hex.
    sha256: str
    # A link to the file, for an hour.
    url: str


class RunProblem(TypedDict):
    # Stable word for the kind of failure.
    code: str
    # What went wrong.
    message: str


class RunRecords(TypedDict):
    """For batches: the progress of the records."""

    # Records of the batch.
    total: float
    # Records that are merged.
    done: float
    # Records that failed.
    failed: float
    # The first hundred records that failed.
    errors: List[RunRecordsError]
    # What became of the records' deliveries, mails among them, so far.
    deliveries: RunRecordsDeliveries


class RunRecordsDeliveries(TypedDict):
    """What became of the records' deliveries, mails among them, so far."""

    # How many wait, or are tried again.
    pending: float
    # How many are under way.
    sending: float
    # How many arrived.
    done: float
    # How many reached some of their recipients.
    partial: float
    # How many were given up.
    dead: float
    # How many are shown only, as those of tests are.
    held: float


class RunRecordsError(TypedDict):
    # The record, counted from 1.
    record: float
    # Its run.
    run_id: str
    # Stable word for the kind of failure.
    code: str
    # What went wrong.
    message: str


class RunsCancel(TypedDict):
    # Always 1.
    success: Literal[1]
    # How many runs were cancelled.
    runs: float


class RunsReplay(TypedDict):
    # Always 1.
    success: Literal[1]
    # The new run.
    run_id: str


class _RunsRetryDelivery(TypedDict):
    # Identifier: the `webhook-id` of every try.
    id: str
    # The run that is delivered; empty for an alert about what belongs to no run.
    run_id: str
    # The delivery of the document or data route that it was made for; an alert's own id.
    delivery_id: str
    # Kind of delivery; `alert` reports what was given up.
    type: Literal[
        "email",
        "webhook",
        "s3",
        "route",
        "webdav",
        "azure_blob",
        "dropbox",
        "google_drive",
        "sharepoint",
        "alert",
    ]
    # The delivery's name.
    name: str
    # pending: to be tried; sending; done; partial: some of its recipients have it, the others never
    # will; dead: given up; held: shown instead of sent (test mode).
    status: Literal["pending", "sending", "done", "partial", "dead", "held"]
    # Tries so far.
    tries: int
    # When the run made it.
    created_at: str
    # When the next try is made; empty when there is none.
    next_try_at: str
    # When it was settled; empty before.
    finished_at: str
    # The host that it goes to; empty before the first try.
    target: str
    # What was or would be sent.
    preview: Dict[str, Any]
    # The answer to the last try, or what went wrong; empty before the first try.
    last_response: str
    # All tries, oldest first; lists leave them out.
    attempts: List[Attempt]
    # Always 1.
    success: Literal[1]


class RunsRetryDelivery(_RunsRetryDelivery, total=False):
    # The document that was merged; in lists, empty if it was none.
    document_id: str
    # The data route that was merged, likewise.
    route_id: str
