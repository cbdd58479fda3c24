"""Webhooks, checked by their signature (Standard Webhooks)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
import urllib.parse
from typing import Any, Dict, Iterable, Mapping, Union

from .errors import InvalidWebhook

#: Seconds that a post may be old, or ahead of this machine's clock.
TOLERANCE = 5 * 60


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Iterable[str]],
) -> Dict[str, Any]:
    """Checks who posted it, and when, and returns its event: ``{"type", "timestamp", "data"}``.

    :param body: as it came, before anything has read it as JSON
    :param headers: of the request
    :param secret: of the delivery or the hook; several while it is being renewed
    :raises InvalidWebhook: saying what is missing or wrong
    """
    if not isinstance(body, (bytes, str)):
        raise InvalidWebhook("The webhook cannot be checked: the body has to be its raw text, as it came.")
    raw = body.encode() if isinstance(body, str) else body
    given = {name.lower(): str(value) for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    missing = [name for name in names if not given.get(name)]
    if missing:
        raise InvalidWebhook(f"The webhook cannot be checked: the request has no header {', '.join(missing)}.")
    secrets = [one for one in ([secret] if isinstance(secret, str) else secret) if one]
    if not secrets:
        raise InvalidWebhook("The webhook cannot be checked: no secret was given.")

    sent, timestamp, signatures = (given[name] for name in names)
    if not re.fullmatch(r"\d{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE:
        raise InvalidWebhook("The webhook cannot be trusted: its time is more than five minutes away.")
    signed = f"{sent}.{timestamp}.".encode() + raw
    offered = [one.split(",", 1)[1] for one in signatures.split() if one.startswith("v1,")]
    right = [base64.b64encode(hmac.new(_key(one), signed, hashlib.sha256).digest()).decode() for one in secrets]
    if not any(hmac.compare_digest(one.encode(), other.encode()) for one in right for other in offered):
        raise InvalidWebhook("The webhook cannot be trusted: no signature is right.")
    return _event(raw.decode())


def _key(secret: str) -> bytes:
    """`whsec_` and base64, or any other text as it is."""
    return base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()


def _event(text: str) -> Dict[str, Any]:
    """JSON, or form pairs such as `data[fields][Name]=Ann`."""
    if text.startswith("{"):
        return dict(json.loads(text))
    tree: Dict[str, Any] = {}
    for name, value in urllib.parse.parse_qsl(text, keep_blank_values=True):
        *path, last = re.findall(r"[^\[\]]+", name) or [name]
        branch = tree
        for part in path:
            inner = branch.get(part)
            if not isinstance(inner, dict):
                inner = branch[part] = {}
            branch = inner
        branch[last] = value
    return tree
