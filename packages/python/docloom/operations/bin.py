"""Operations of `bin`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Optional

from ..transport import Resource
from ..types import bin as bin_types
from ..types import shared as shared_types


class BinOperations(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> List[bin_types.BinItem]:
        """List what was deleted and can come back.

        Documents with their versions, samples and deliveries, data routes, fonts and signing
        identities lie in the bin for 30 days, the newest first. You see what you may bring back;
        what lay in a folder that was deleted, too, is for owners. Addresses of what is in the bin
        answer as if it were gone.

        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.

        `GET /api/bin`
        """
        return self.call("GET", "/api/bin", query={"limit": limit, "cursor": cursor})

    def restore(
        self,
        kind: str,
        item: str,
        body: Optional[bin_types.BinRestoreBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> bin_types.BinRestore:
        """Bring something back from the bin.

        It is as it was before it was deleted: a document or data route with its address, its
        versions, samples, deliveries and rules, in its folder, which is made again if it is gone. A
        sample or a delivery needs its document or data route.

        :param kind: What it is.
        :param item: Its id.

        `POST /api/bin/{kind}/{item}/restore`
        """
        return self.call(
            "POST",
            f"/api/bin/{self.part(kind)}/{self.part(item)}/restore",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def delete(self, kind: str, item: str) -> shared_types.Done:
        """Remove something for good.

        Before its 30 days are over. Nothing brings it back; the files of a document follow within
        two days. What was merged with it stays: purge its runs before to remove that.

        :param kind: What it is.
        :param item: Its id.

        `DELETE /api/bin/{kind}/{item}`
        """
        return self.call("DELETE", f"/api/bin/{self.part(kind)}/{self.part(item)}")
