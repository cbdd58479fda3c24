"""Operations of `service`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, Optional

from ..files import AnsweredFile
from ..transport import Resource
from ..types import service as service_types


class ServiceOperations(Resource):
    def get_health(self) -> service_types.ServiceGetHealth:
        """Whether the service is up.

        For load balancers and the like. It answers without looking at stores or the browser.

        `GET /api/health`
        """
        return self.call("GET", "/api/health", is_open=True)

    def get_health_ready(self) -> service_types.ServiceGetHealthReady:
        """Whether the service can do its work.

        Asks the database and the file store, unlike `/api/health`, which says only that something
        answers. While they are not there, or have no room, it is 503.

        `GET /api/health/ready`
        """
        return self.call("GET", "/api/health/ready", is_open=True)

    def get_receipt_keys(self) -> service_types.ServiceGetReceiptKeys:
        """The keys that sign receipts.

        A JWK Set (RFC 7517) of the public keys of this deployment, the present one first.

        `GET /.well-known/docloom-receipts.json`
        """
        return self.call("GET", "/.well-known/docloom-receipts.json", is_open=True)

    def get_local_mailbox(self) -> AnsweredFile:
        """Mails of a local service.

        Only where LOCAL_MAILBOX=1 is set, as under npm start: mails of the workspace are shown here
        instead of being sent. It is there only under the service's own names.

        `GET /local/mailbox`
        """
        return self.call("GET", "/local/mailbox")

    def list_mailbox(
        self,
        *,
        document_id: Optional[str] = None,
        run_id: Optional[str] = None,
        test: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["id", "-id"]] = None,
    ) -> List[service_types.Mail]:
        """List the mails that were not sent.

        Only where LOCAL_MAILBOX=1 is set, as under npm start: mails are kept to be looked at
        instead of being sent.

        :param document_id: Only mails of this document's runs.
        :param run_id: Only mails of this run.
        :param test: 1: only mails of test merges, 0: only others.
        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `-id` when
            absent.

        `GET /api/mailbox`
        """
        return self.call(
            "GET",
            "/api/mailbox",
            query={
                "document_id": document_id,
                "run_id": run_id,
                "test": test,
                "limit": limit,
                "cursor": cursor,
                "order": order,
            },
        )

    def get_mailbox_html(self, mail: str) -> AnsweredFile:
        """Get the html of a mail that was not sent.

        The body as a page that may do nothing: no scripts, no forms, nothing from elsewhere.

        :param mail: Id of the mail.

        `GET /api/mailbox/{mail}/html`
        """
        return self.call("GET", f"/api/mailbox/{self.part(mail)}/html")

    def get_openapi_json(self) -> service_types.ServiceGetOpenapiJson:
        """Get this reference as an OpenAPI 3.1 document.

        The page at `/docs` shows the same. Its server is the address of this service, so that
        clients made from it work at once.

        `GET /api/openapi.json`
        """
        return self.call("GET", "/api/openapi.json", is_open=True)
