"""Failures, as exceptions."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping


class DocloomError(Exception):
    """The service answered with a failure (RFC 9457).

    :ivar status: of the answer, 400 or more
    :ivar code: stable word for the kind of failure, e.g. ``not_found``; empty if there is none
    :ivar errors: everything that was wrong, if there are several things
    :ivar request_id: names the request in the service's log
    :ivar problem: the JSON object of the answer
    :ivar request: method and address, without keys of merge addresses
    """

    def __init__(self, status: int, problem: Mapping[str, Any], request: str, request_id: str = "") -> None:
        sentence = problem.get("error") or problem.get("detail") or f"{request} was answered with status {status}."
        super().__init__(str(sentence))
        self.status = status
        self.problem = dict(problem)
        self.code = str(problem.get("code") or "")
        self.errors: List[Dict[str, Any]] = list(problem.get("errors") or [])
        self.request_id = str(problem.get("request_id") or request_id)
        self.request = request


class ConnectionFailed(Exception):
    """No whole answer came: the address is wrong, the service is down, or the connection broke."""

    def __init__(self, request: str, cause: BaseException) -> None:
        reason = getattr(cause, "reason", None) or cause
        super().__init__(f"{request} was not answered: {reason}")
        self.request = request


class InvalidWebhook(Exception):
    """The post is not from the service, or is too old: answer it with 400."""


def problem_in(body: bytes) -> Dict[str, Any]:
    """The JSON object of a failure; proxies answer with pages of their own, which say nothing."""
    try:
        problem = json.loads(body)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
