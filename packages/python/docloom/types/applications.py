"""Types of `applications`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict



class Application(TypedDict):
    # Identifier of what was granted.
    id: str
    # What the application calls itself.
    name: str
    # Where the access went.
    host: str
    # What it may, as far as the person may.
    rights: List[str]
    # When it was let in.
    created_at: str


class ApplicationRequest(TypedDict):
    # What the application calls itself, which nobody has verified.
    client_name: str
    # Its page; empty if it names none.
    client_uri: str
    # Where the access goes.
    redirect_host: str
    # 1 if it goes to a program on the browser's own machine.
    local: Literal[0, 1]
    # The rights of the person, which the application may get.
    rights: List[ApplicationRequestRight]


class ApplicationRequestRight(TypedDict):
    # The right.
    name: str
    # What it lets do.
    description: str
    # 1 if the application has asked for it.
    asked: Literal[0, 1]


class _ApplicationsCreateBody(TypedDict):
    # The query with which the application has sent the browser to the console.
    query: str


class ApplicationsCreateBody(_ApplicationsCreateBody, total=False):
    # 1 lets it in, 0 turns it away.
    allow: bool
    # The rights that it gets.
    rights: List[
        Literal[
            "document:read",
            "document:write",
            "document:publish",
            "delivery:write",
            "merge",
            "run:read",
            "run:data",
            "run:write",
            "tool:use",
            "identity:use",
            "font:write",
            "account:read",
            "account:write",
            "key:read",
            "people:read",
            "audit:read",
        ]
    ]


class ApplicationsRequestBody(TypedDict):
    # The query with which the application has sent the browser to the console.
    query: str
