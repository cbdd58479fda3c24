"""The client."""

from __future__ import annotations

import os
import ssl
import time
from typing import Any, Callable, Iterator, Optional

from .merging import Merge
from .operations import Operations
from .transport import Transport, head_of


class Docloom(Operations):
    """A client of one service. It may be used by several threads.

    >>> docloom = Docloom("https://docs.example.com", KEY, SECRET)
    >>> made = docloom.documents.create({"name": "Hello", "type": "html", "html": "<h1>Hello {$Name}!</h1>"})
    >>> docloom.merge.now(made["url"], {"Name": "World"}).save("hello.pdf")
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        key: Optional[str] = None,
        secret: Optional[str] = None,
        *,
        retries: int = 4,
        timeout: float = 300,
        ssl_context: Optional[ssl.SSLContext] = None,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """
        :param base_url: root of the service; `DOCLOOM_URL` when absent
        :param key: API key, or `DOCLOOM_KEY`; merge addresses need none
        :param secret: of the key, or `DOCLOOM_SECRET`
        :param retries: how often a request is sent again after 429, 5xx or a broken connection
        :param timeout: seconds without a sign of the service
        :param ssl_context: of a service with a certificate of your own authority
        :param wait: waits between two tries
        """
        address = base_url or os.environ.get("DOCLOOM_URL")
        if not address:
            raise ValueError("Say where the service is: Docloom(base_url) or DOCLOOM_URL.")
        transport = Transport(
            base_url=address,
            key=key if key is not None else os.environ.get("DOCLOOM_KEY"),
            secret=secret if secret is not None else os.environ.get("DOCLOOM_SECRET", ""),
            retries=retries,
            timeout=timeout,
            context=ssl_context,
            wait=wait,
        )
        super().__init__(transport)
        self.merge: Merge = Merge(transport)

    @staticmethod
    def every(list_operation: Callable[..., Any], *args: Any, **query: Any) -> Iterator[Any]:
        """Every item of a list, page by page.

        >>> for run in docloom.every(docloom.runs.list, status="failed"): ...
        """
        while True:
            page = list_operation(*args, **query)
            yield from page
            cursor = head_of(page).next_cursor
            if not cursor:
                return
            query = {**query, "cursor": cursor}
