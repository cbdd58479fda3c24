"""Operations of `samples`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, Optional

from ..transport import Resource
from ..types import samples as samples_types
from ..types import shared as shared_types


class SamplesOperations(Resource):
    def list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["name", "-name", "created_at", "-created_at"]] = None,
    ) -> List[samples_types.ListedSample]:
        """List the samples of a document.

        Data kept with the document to try it with; the list leaves the data out.

        :param id: Id of the document.
        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `name` when
            absent.

        `GET /api/documents/{id}/samples`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/samples",
            query={"limit": limit, "cursor": cursor, "order": order},
        )

    def create(
        self,
        id: str,
        body: samples_types.SamplesCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> samples_types.Sample:
        """Keep data with a document.

        `data` are kept as they are sent; `run_id` takes those of a past run, as long as the run has
        them.

        :param id: Id of the document.

        `POST /api/documents/{id}/samples`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/samples",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def get(
        self,
        id: str,
        sample: str,
        *,
        if_none_match: Optional[str] = None,
    ) -> Optional[samples_types.Sample]:
        """Get a sample.

        The sample with its data. With `If-None-Match` only if it has changed.

        :param id: Id of the document.
        :param sample: Id of the sample.

        `GET /api/documents/{id}/samples/{sample}`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/samples/{self.part(sample)}",
            if_none_match=if_none_match,
        )

    def update(
        self,
        id: str,
        sample: str,
        body: Optional[samples_types.SamplesUpdateBody] = None,
        *,
        if_match: Optional[str] = None,
    ) -> samples_types.Sample:
        """Change a sample.

        Only members that are sent change; `data` are replaced as a whole. With `If-Match` only if
        it has not changed.

        :param id: Id of the document.
        :param sample: Id of the sample.

        `PUT /api/documents/{id}/samples/{sample}`
        """
        return self.call(
            "PUT",
            f"/api/documents/{self.part(id)}/samples/{self.part(sample)}",
            body=body,
            if_match=if_match,
        )

    def delete(self, id: str, sample: str, *, if_match: Optional[str] = None) -> shared_types.Done:
        """Delete a sample.

        It lies in the bin for 30 days; the document and its runs stay as they are. With `If-Match`
        only if it has not changed.

        :param id: Id of the document.
        :param sample: Id of the sample.

        `DELETE /api/documents/{id}/samples/{sample}`
        """
        return self.call(
            "DELETE",
            f"/api/documents/{self.part(id)}/samples/{self.part(sample)}",
            if_match=if_match,
        )
