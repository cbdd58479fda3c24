"""Client of a Docloom document service: fill documents with data, convert, sign and check files."""

from .client import Docloom
from .errors import ConnectionFailed, DocloomError, InvalidWebhook
from .files import AnsweredFile, LocalFile, file
from .transport import Head, head_of
from .webhook import verify_webhook

__all__ = [
    "AnsweredFile",
    "ConnectionFailed",
    "Docloom",
    "DocloomError",
    "Head",
    "InvalidWebhook",
    "LocalFile",
    "file",
    "head_of",
    "verify_webhook",
]
