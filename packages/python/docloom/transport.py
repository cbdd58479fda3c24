"""How requests are sent: credentials, files, and when they are sent again."""

from __future__ import annotations

import base64
import email.utils
import http.client
import json
import random
import re
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from email.message import Message
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional

from .errors import ConnectionFailed, DocloomError, problem_in
from .files import MOST_IN_JSON, AnsweredFile, Form, LocalFile, prepared, size_of_files, with_base64

FIRST_WAIT = 0.4
LONGEST_WAIT = 30.0


class Head:
    """What an answer says beside its content."""

    def __init__(self, headers: Message) -> None:
        self.headers = headers
        #: For `if_match` of a change and `if_none_match` of the next look.
        self.etag = headers.get("etag", "")
        self.request_id = headers.get("x-request-id", "")
        self.run_id = headers.get("x-run-id", "")

    @property
    def next_cursor(self) -> str:
        """Where the next page of a list begins; empty at the last one."""
        for address, relation in re.findall(r'<([^>]*)>\s*;\s*rel="?(\w+)"?', self.headers.get("link", "")):
            if relation == "next":
                query = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)
                return query.get("cursor", [""])[0]
        return ""


class _Object(Dict[str, Any]):
    head: Head


class _List(List[Any]):
    head: Head


def head_of(answer: Any) -> Head:
    """What the answer of an operation said beside its content: `etag`, `request_id`, `next_cursor`."""
    if isinstance(answer, AnsweredFile):
        return Head(answer.headers)
    head: Head = answer.head
    return head


@dataclass(frozen=True)
class Transport:
    """A service and how it is reached."""

    base_url: str
    key: Optional[str]
    secret: str
    retries: int
    timeout: float
    context: Optional[ssl.SSLContext]
    wait: Callable[[float], None]

    def send(
        self,
        method: str,
        address: str,
        headers: Dict[str, str],
        body: Any,
        may_repeat: bool,
        is_open: bool,
    ) -> Any:
        """The response of the first try that is answered with anything but 429, 5xx or silence.

        :raises DocloomError: for every status from 400 on
        :raises ConnectionFailed: if the last try was not answered
        """
        what = f"{method} {_without_key(address)}"
        tried = 0
        while True:
            try:
                return self._open(method, address, headers, body, is_open)
            except urllib.error.HTTPError as answer:
                with answer:
                    if answer.code == 304:
                        return None
                    error = DocloomError(
                        answer.code, problem_in(answer.read()), what, answer.headers.get("x-request-id", "")
                    )
                if tried >= self.retries or not _is_worth_another_try(error, may_repeat):
                    raise error from None
                seconds = _wait_seconds(tried, answer.headers.get("retry-after"))
            except (urllib.error.URLError, OSError, http.client.HTTPException) as error:
                if tried >= self.retries or not may_repeat:
                    raise ConnectionFailed(what, error) from error
                seconds = _wait_seconds(tried, None)
            tried += 1
            self.wait(seconds)

    def _open(self, method: str, address: str, headers: Mapping[str, str], body: Any, is_open: bool) -> Any:
        content = body.open() if isinstance(body, LocalFile) else body
        request = urllib.request.Request(address, data=content, method=method, headers=dict(headers))
        if self.key is not None and not is_open:
            pair = base64.b64encode(f"{self.key}:{self.secret}".encode()).decode("ascii")
            # a redirect to another host does not take it along
            request.add_unredirected_header("Authorization", f"Basic {pair}")
        handlers = [urllib.request.HTTPSHandler(context=self.context)] if self.context else []
        try:
            return urllib.request.build_opener(*handlers).open(request, timeout=self.timeout)
        finally:
            if isinstance(body, LocalFile):
                content.close()


class Resource:
    """Operations of one kind."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @staticmethod
    def part(value: object) -> str:
        """A value as a part of an address."""
        return urllib.parse.quote(str(value), safe="")

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        content_type: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        takes_key: bool = False,
        if_match: Optional[str] = None,
        if_none_match: Optional[str] = None,
        is_open: bool = False,
        base_url: Optional[str] = None,
        prefer: Optional[str] = None,
    ) -> Any:
        """Sends a request. JSON is answered as what it stands for, everything else as an :class:`AnsweredFile`.

        GET, PUT and DELETE are sent again when the connection broke, POST only under an idempotency key.
        """
        pairs = {name: int(value) if isinstance(value, bool) else value for name, value in (query or {}).items()}
        asked = urllib.parse.urlencode({name: value for name, value in pairs.items() if value is not None})
        address = f"{(base_url or self._transport.base_url).rstrip('/')}{path}{'?' + asked if asked else ''}"
        headers = {"Accept": "*/*", "User-Agent": "docloom-python"}
        if takes_key:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        for name, value in (("If-Match", if_match), ("If-None-Match", if_none_match), ("Prefer", prefer)):
            if value is not None:
                headers[name] = value
        sent = _sent(body, content_type, headers)
        response = self._transport.send(method, address, headers, sent, takes_key or method != "POST", is_open)
        return None if response is None else _answer(response, f"{method} {_without_key(address)}")


def listed(values: Optional[Iterable[Any]]) -> Optional[str]:
    """A list of a query: with commas between its values."""
    return None if values is None else ",".join(str(value) for value in values)


def _sent(body: Any, content_type: Optional[str], headers: Dict[str, str]) -> Any:
    """The body as it is sent; its headers are added."""
    if body is None:
        return None
    ready = prepared(body)
    if isinstance(ready, (LocalFile, str)):
        # a list of records, as it is in its file
        headers["Content-Type"] = content_type or "application/octet-stream"
        if isinstance(ready, str):
            return ready.encode()
        headers["Content-Length"] = str(ready.size)
        return ready
    if isinstance(ready, dict) and size_of_files(ready) > MOST_IN_JSON:
        form = Form(ready)
        headers["Content-Type"] = form.content_type
        headers["Content-Length"] = str(form.length)
        return form
    headers["Content-Type"] = "application/json"
    return json.dumps(with_base64(ready), ensure_ascii=False, allow_nan=False).encode()


def _answer(response: Any, what: str) -> Any:
    headers = response.headers
    if headers.get_content_type() != "application/json" or "content-disposition" in headers:
        return AnsweredFile(response, headers)
    try:
        with response:
            content = json.loads(response.read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ConnectionFailed(what, error) from error
    if isinstance(content, dict):
        content = _Object(content)
    elif isinstance(content, list):
        content = _List(content)
    else:
        return content
    content.head = Head(headers)
    return content


def _is_worth_another_try(error: DocloomError, may_repeat: bool) -> bool:
    """409 counts as one while the first try, whose answer was lost, is still being worked on."""
    if error.status in (429, 503):
        return True
    if error.status == 409:
        return error.code == "idempotency_in_progress"
    return may_repeat and error.status >= 500 and error.status != 501


def _wait_seconds(tried: int, retry_after: Optional[str]) -> float:
    """What the service asks for, or twice as long each time; spread, so that clients do not all come at once."""
    own = FIRST_WAIT * 2**tried * (0.5 + random.random() / 2)
    asked = _seconds_asked(retry_after)
    return min(own if asked is None else asked, LONGEST_WAIT)


def _seconds_asked(header: Optional[str]) -> Optional[float]:
    """RFC 9110, 10.2.3: seconds or a date."""
    if not header:
        return None
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _without_key(address: str) -> str:
    """Merge addresses and links give access to whoever knows them: they do not belong in logs."""
    return re.sub(r"\?.*$", "", re.sub(r"(/(?:merge|route)/\d+/|/files/)[^/?]+", r"\1...", address))
