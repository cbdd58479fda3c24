"""Merging: fill a document or a data route with data."""

from __future__ import annotations

import base64
import re
from email.message import Message
from io import BytesIO
from typing import Any, List, Mapping, Optional, Tuple, Union

from .files import AnsweredFile
from .operations.merge import MergeOperations
from .transport import head_of


class Merge(MergeOperations):
    """Every operation of merging, and the three that programs mostly need.

    A target is a merge address (it needs no credentials), or ``{"document": "7"}`` or ``{"route": "7"}``.
    """

    def now(
        self,
        target: Union[str, Mapping[str, str]],
        data: Optional[Mapping[str, Any]] = None,
        *,
        test: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> AnsweredFile:
        """Merges and returns the file.

        >>> docloom.merge.now("https://docs.example.com/merge/7/KEY", {"Name": "Ann"}).save("offer.pdf")

        :param test: marked as a sample, counted apart, nothing is sent
        :param idempotency_key: what is merged again under the same key, within a day, is not merged again
        """
        answer = self._open(target, data, test, idempotency_key, download=True)
        if not isinstance(answer, AnsweredFile):
            raise ValueError("The data route made several files: merge.files() returns all of them.")
        return answer

    def files(
        self,
        target: Union[str, Mapping[str, str]],
        data: Optional[Mapping[str, Any]] = None,
        *,
        test: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> List[AnsweredFile]:
        """Merges a data route and returns all its files."""
        answer = self._open(target, data, test, idempotency_key, download=True)
        if isinstance(answer, AnsweredFile):
            return [answer]
        return [_file_of(each["name"], each["file_contents"], head_of(answer).run_id) for each in answer["files"]]

    def later(
        self,
        target: Union[str, Mapping[str, str]],
        data: Optional[Mapping[str, Any]] = None,
        *,
        test: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> str:
        """Has the service merge and deliver on its own. Returns the run, which tells the outcome."""
        return head_of(self._open(target, data, test, idempotency_key, download=False)).run_id

    def _open(
        self,
        target: Union[str, Mapping[str, str]],
        data: Optional[Mapping[str, Any]],
        test: bool,
        idempotency_key: Optional[str],
        download: bool,
    ) -> Any:
        base_url, path, is_open = _place(target)
        return self.call(
            "POST",
            path,
            query={"test": test or None, "download": download or None},
            body=dict(data or {}),
            idempotency_key=idempotency_key,
            takes_key=True,
            is_open=is_open,
            base_url=base_url,
        )


def _place(target: Union[str, Mapping[str, str]]) -> Tuple[Optional[str], str, bool]:
    """Root of the service, path, and whether it needs no credentials."""
    if not isinstance(target, str):
        kind, identity = next(iter(target.items()), ("", ""))
        if kind not in ("document", "route"):
            raise ValueError('A target is a merge address, {"document": ID} or {"route": ID}.')
        return None, f"/api/{kind}s/{MergeOperations.part(identity)}/merge", False
    found = re.match(r"(.*)(/(?:merge|route)/\d+/[^/?#]+)", target)
    if not found:
        raise ValueError(f'"{target}" is not a merge address: those end in /merge/ID/KEY or /route/ID/KEY.')
    return found.group(1), found.group(2), True


def _file_of(name: str, contents: str, run_id: str) -> AnsweredFile:
    headers = Message()
    headers["x-run-id"] = run_id
    file = AnsweredFile(BytesIO(base64.b64decode(contents)), headers)
    file.name = name
    return file
