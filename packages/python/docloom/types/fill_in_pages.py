"""Types of `fill_in_pages`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict

from . import shared as shared_types


class FillInAddress(TypedDict):
    # Where the page is; empty if it has never been on.
    url: str
    # The line of html that shows it within another page.
    embed: str
    # How often it was sent at this address.
    sent: int


class FillInPage(TypedDict):
    # Where the page is; empty if it has never been on.
    url: str
    # The line of html that shows it within another page.
    embed: str
    # How often it was sent at this address.
    sent: int
    # The fields of the template, or of the documents of a data route and of its conditions, as the
    # page asks for them when `settings[fill_in][fields]` is absent.
    fields: List[FillInPageField]


class FillInPageField(TypedDict):
    # The member of the merge data.
    name: str
    # What is asked for.
    kind: Literal[
        "text",
        "long_text",
        "email",
        "number",
        "amount",
        "date",
        "choice",
        "yes_no",
        "rows",
        "picture",
        "file",
        "signature",
    ]


class FillInPagesPreviewDocumentFillInBody(TypedDict):
    # As in `settings[fill_in]`.
    fill_in: shared_types.ToolsMergeBodySettingsFillIn


class _FillInPagesUpdateTurnstileBody(TypedDict):
    # The widget's site key.
    site_key: str


class FillInPagesUpdateTurnstileBody(_FillInPagesUpdateTurnstileBody, total=False):
    # Its secret key, kept encrypted; left out or as it was shown: the one that is kept.
    secret: str


class Turnstile(TypedDict):
    # The key that pages show; empty: they ask nobody.
    site_key: str
    # Eight stars if there is one; it is never shown.
    secret: str
