"""Types of `service`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict



Mail = TypedDict(
    "Mail",
    {
        "id": "str",
        "at": "str",
        "status": "Literal['pending', 'sending', 'done', 'partial', 'dead', 'held']",
        "from": "str",
        "to": "str",
        "cc": "str",
        "bcc": "str",
        "reply_to": "str",
        "subject": "str",
        "text": "str",
        "html": "str",
        "run_id": "str",
        "attachments": "List[MailAttachment]",
    },
    total=False,
)


class MailAttachment(TypedDict):
    # The file's name.
    name: str
    # Where it is, as long as the run keeps its files; empty afterwards.
    url: str


class ServiceGetHealth(TypedDict):
    # Always `ok`.
    status: Literal["ok"]


class ServiceGetHealthReady(TypedDict):
    # Always `ready`.
    status: Literal["ready"]


class ServiceGetOpenapiJson(TypedDict):
    # Version of the OpenAPI specification.
    openapi: str


class ServiceGetReceiptKeys(TypedDict):
    # Public keys.
    keys: List[ServiceGetReceiptKeysKey]


class ServiceGetReceiptKeysKey(TypedDict):
    # Always OKP (RFC 8037).
    kty: Literal["OKP"]
    # Always Ed25519.
    crv: Literal["Ed25519"]
    # The public key, base64url.
    x: str
    # Its thumbprint (RFC 7638).
    kid: str
    # Always sig.
    use: Literal["sig"]
    # Always EdDSA.
    alg: Literal["EdDSA"]
