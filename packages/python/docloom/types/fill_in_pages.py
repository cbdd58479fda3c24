"""Types of `fill_in_pages`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import TypedDict



class FillInAddress(TypedDict):
    # Where the page is; empty if it has never been on.
    url: str
    # The line of html that shows it within another page.
    embed: str
    # How often it was sent at this address.
    sent: int
