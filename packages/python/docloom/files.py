"""Files that are sent and answered."""

from __future__ import annotations

import base64
import os
import re
import shutil
import sys
import tempfile
import urllib.parse
import uuid
from email.message import Message
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Dict, Iterator, List, Optional, Tuple, Union

STEP = 64 * 1024
#: Up to this size files go as base64 in JSON; larger ones as parts of a form, read while they are sent.
MOST_IN_JSON = 6 * 1024 * 1024


class LocalFile:
    """A file of this machine, read when it is sent; ``-`` is the standard input."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], name: Optional[str] = None) -> None:
        self.name = name or ("file" if str(path) == "-" else Path(path).name)
        self._spooled: Optional[BinaryIO] = _spooled(sys.stdin.buffer) if str(path) == "-" else None
        self._path = path
        self.size = _size_of(self._spooled) if self._spooled else os.stat(path).st_size

    def __del__(self) -> None:
        spooled = getattr(self, "_spooled", None)
        if spooled:
            spooled.close()

    def open(self) -> BinaryIO:
        """From its beginning, as a request may be sent again."""
        if not self._spooled:
            return open(self._path, "rb")
        # a second handle of the same spooled file: closing it leaves the first
        self._spooled.seek(0)
        return os.fdopen(os.dup(self._spooled.fileno()), "rb")


#: Where the interface has base64: that text, bytes, an open file, or one of this machine.
Contents = Union[str, bytes, BinaryIO, LocalFile, Path]


def file(path: Union[str, "os.PathLike[str]"], name: Optional[str] = None) -> Dict[str, Any]:
    """A file for a tool or a document: ``{"name", "contents"}``. ``-`` is the standard input.

    >>> docloom.tools.sign_pdf({"file": file("offer.pdf"), "identity": "Sales"})
    """
    local = LocalFile(path, name)
    return {"name": local.name, "contents": local}


class AnsweredFile:
    """A file that the service answers. It is read once, when it is asked for."""

    def __init__(self, body: BinaryIO, headers: Message) -> None:
        self._body = body
        self._bytes: Optional[bytes] = None
        self._length = int(headers["content-length"]) if "content-length" in headers else None
        self.headers = headers
        self.name = file_name(headers.get("content-disposition", "")) or "file"
        self.media_type = headers.get("content-type", "application/octet-stream")
        #: The run that made it; empty for what the tools make.
        self.run_id = headers.get("x-run-id", "")
        #: What was odd about a merge, or what a conversion could not keep, in sentences.
        self.warnings = strings_in(headers.get("conversion-warnings", "")) + strings_in(headers.get("x-warnings", ""))

    def __iter__(self) -> Iterator[bytes]:
        """Its bytes, piece by piece.

        :raises EOFError: if the connection ended before the file
        """
        if self._bytes is not None:
            yield self._bytes
            return
        read = 0
        with self._body:
            while True:
                piece = self._body.read(STEP)
                if not piece:
                    break
                read += len(piece)
                yield piece
        if self._length is not None and read < self._length:
            raise EOFError(f"The connection ended after {read} of {self._length} bytes of {self.name}.")

    @property
    def bytes(self) -> bytes:
        """All of it."""
        if self._bytes is None:
            self._bytes = b"".join(self)
        return self._bytes

    def save(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """Writes it to a file, or into a folder under its own name; ``-`` is the standard output.

        A file that was there stays as it was until all of the new one has come.

        :returns: the path
        """
        if str(path) == "-":
            for piece in self:
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
            return "-"
        target = Path(path or ".")
        if target.is_dir():
            # a name is not a way out of the folder
            target = target / re.split(r"[/\\]", self.name)[-1].lstrip(".")
        handle, unfinished = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as out:
                for piece in self:
                    out.write(piece)
            os.chmod(unfinished, 0o666 & ~_umask())
            os.replace(unfinished, target)
        except BaseException:
            os.unlink(unfinished)
            raise
        return str(target)

    def close(self) -> None:
        """Ends the connection of a file that is not wanted."""
        self._body.close()


def prepared(tree: Any) -> Any:
    """A body whose files are all texts (base64) or :class:`LocalFile`."""
    if isinstance(tree, dict):
        return {name: prepared(value) for name, value in tree.items() if value is not None}
    if isinstance(tree, (list, tuple)):
        return [prepared(value) for value in tree]
    if isinstance(tree, Path):
        return LocalFile(tree)
    if isinstance(tree, (bytes, bytearray, memoryview)):
        return _InMemory(bytes(tree))
    if hasattr(tree, "read") and not isinstance(tree, LocalFile):
        return _OpenFile(tree)
    return tree


class _InMemory(LocalFile):
    def __init__(self, contents: bytes) -> None:
        self.name = "file"
        self.size = len(contents)
        self._contents = contents

    def open(self) -> BinaryIO:
        return BytesIO(self._contents)


class _OpenFile(LocalFile):
    def __init__(self, source: BinaryIO) -> None:
        self.name = Path(str(getattr(source, "name", "file"))).name
        self._spooled = _spooled(source)
        self.size = _size_of(self._spooled)


def size_of_files(tree: Any) -> int:
    """Bytes of all files in a prepared body."""
    if isinstance(tree, LocalFile):
        return tree.size
    if isinstance(tree, dict):
        return sum(size_of_files(value) for value in tree.values())
    return sum(size_of_files(value) for value in tree) if isinstance(tree, list) else 0


def with_base64(tree: Any) -> Any:
    """A prepared body as JSON takes it."""
    if isinstance(tree, LocalFile):
        with tree.open() as source:
            return base64.b64encode(source.read()).decode("ascii")
    if isinstance(tree, dict):
        return {name: with_base64(value) for name, value in tree.items()}
    return [with_base64(value) for value in tree] if isinstance(tree, list) else tree


class Form:
    """A prepared body as `multipart/form-data`, in bracket notation, its files read while they are sent."""

    def __init__(self, body: Dict[str, Any]) -> None:
        self._boundary = uuid.uuid4().hex
        self._parts = [self._part(name, value) for name, value in _pairs("", body)]
        self._end = f"--{self._boundary}--\r\n".encode()
        self.content_type = f"multipart/form-data; boundary={self._boundary}"
        self.length = sum(len(head) + _length(value) + 2 for head, value in self._parts) + len(self._end)

    def __iter__(self) -> Iterator[bytes]:
        for head, value in self._parts:
            yield head
            if isinstance(value, LocalFile):
                with value.open() as source:
                    while True:
                        piece = source.read(STEP)
                        if not piece:
                            break
                        yield piece
            else:
                yield value
            yield b"\r\n"
        yield self._end

    def _part(self, name: str, value: Any) -> Tuple[bytes, Union[bytes, LocalFile]]:
        head = f'--{self._boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
        if isinstance(value, LocalFile):
            return f'{head}; filename="{_quoted(value.name)}"\r\n\r\n'.encode(), value
        return f"{head}\r\n\r\n".encode(), str(value).encode()


def _pairs(name: str, value: Any) -> Iterator[Tuple[str, Any]]:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        yield name, "" if value is None else int(value) if isinstance(value, bool) else value
        return
    for member, inner in items:
        yield from _pairs(f"{name}[{member}]" if name else str(member), inner)


def _length(value: Union[bytes, LocalFile]) -> int:
    return value.size if isinstance(value, LocalFile) else len(value)


def _quoted(name: str) -> str:
    """Names of form parts are escaped as browsers do it."""
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def _spooled(source: BinaryIO) -> BinaryIO:
    """A copy that can be read again."""
    copy: Any = tempfile.TemporaryFile()
    shutil.copyfileobj(source, copy, STEP)
    copy.flush()
    return copy


def _size_of(spooled: BinaryIO) -> int:
    return os.fstat(spooled.fileno()).st_size


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def file_name(header: str) -> str:
    """The name in a Content-Disposition (RFC 6266): `filename*` is the exact one."""
    exact = re.search(r"filename\*=UTF-8''([^;]+)", header, re.I)
    if exact:
        return urllib.parse.unquote(exact.group(1))
    plain = re.search(r'filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))', header, re.I)
    if not plain:
        return ""
    return re.sub(r"\\(.)", r"\1", plain.group(1)) if plain.group(1) is not None else plain.group(2)


def strings_in(header: str) -> List[str]:
    """The strings and display strings of a list (RFC 9651, 3.1, 3.3.3 and 3.3.8)."""
    found = re.findall(r'(%?)"((?:[^"\\]|\\.)*)"', header)
    return [urllib.parse.unquote(text) if shown else re.sub(r"\\(.)", r"\1", text) for shown, text in found]
