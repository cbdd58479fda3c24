"""Types of `hooks`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, Literal, TypedDict



class Hook(TypedDict):
    # Identifier of the hook.
    id: str
    # What it is told of.
    event: Literal[
        "run.done",
        "run.failed",
        "batch.done",
        "delivery.failed",
        "document.published",
        "form.submitted",
    ]
    # The address that is called.
    target_url: str
    # Which of the events.
    filter: HookFilter
    # 1: it is told.
    active: Literal[0, 1]
    # `on`; `off`: somebody has switched it off; `gone`: its receiver answered 410; `failing`:
    # nothing got through for a week.
    state: Literal["on", "off", "gone", "failing"]
    # Since when nothing has got through; empty if the last call did.
    failing_since: str
    # When it was called last; empty for never.
    last_called_at: str
    # What was answered then, or why nothing was.
    last_response: str
    # The key that made it, or `person:` and an id.
    made_by: str
    # When it was made.
    created_at: str


class HookEvent(TypedDict):
    # The event.
    event: Literal[
        "run.done",
        "run.failed",
        "batch.done",
        "delivery.failed",
        "document.published",
        "form.submitted",
    ]
    # What it is, for people.
    title: str
    # What is sent: an example.
    sample: Dict[str, Any]


class _HookFilter(TypedDict):
    # 1: test merges, too.
    test: Literal[0, 1]


class HookFilter(_HookFilter, total=False):
    """Which of the events."""

    # The only document.
    document_id: str
    # The only data route.
    route_id: str


class _HooksCreateBody(TypedDict):
    # What it is told of.
    event: Literal[
        "run.done",
        "run.failed",
        "batch.done",
        "delivery.failed",
        "document.published",
        "form.submitted",
    ]
    # The address that is called, by POST.
    target_url: str


class HooksCreateBody(_HooksCreateBody, total=False):
    # Which of the events; all but those of test merges when absent.
    filter: HooksCreateBodyFilter


class HooksCreateBodyFilter(TypedDict, total=False):
    """Which of the events; all but those of test merges when absent."""

    # Only events of this document; of all when absent.
    document_id: str
    # Only events of this data route; of all when absent.
    route_id: str
    # 1: test merges, too.
    test: bool


class HooksUpdateBody(TypedDict, total=False):
    # The address that is called, by POST.
    target_url: str
    # Which of the events; all but those of test merges when absent.
    filter: HooksCreateBodyFilter
    # 0 switches the hook off, 1 on.
    active: bool


class NewHook(TypedDict):
    # Identifier of the hook.
    id: str
    # What it is told of.
    event: Literal[
        "run.done",
        "run.failed",
        "batch.done",
        "delivery.failed",
        "document.published",
        "form.submitted",
    ]
    # The address that is called.
    target_url: str
    # Which of the events.
    filter: HookFilter
    # 1: it is told.
    active: Literal[0, 1]
    # `on`; `off`: somebody has switched it off; `gone`: its receiver answered 410; `failing`:
    # nothing got through for a week.
    state: Literal["on", "off", "gone", "failing"]
    # Since when nothing has got through; empty if the last call did.
    failing_since: str
    # When it was called last; empty for never.
    last_called_at: str
    # What was answered then, or why nothing was.
    last_response: str
    # The key that made it, or `person:` and an id.
    made_by: str
    # When it was made.
    created_at: str
    # Signs what is sent: `webhook-signature` of Standard Webhooks.
    secret: str


class TestedHook(TypedDict):
    # Always 1: the hook was called.
    success: Literal[1]
    # Whether the receiver took it.
    ok: bool
    # Status and first lines of the answer, or why there was none.
    response: str
