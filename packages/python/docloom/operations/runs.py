"""Operations of `runs`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, List, Literal, Optional

from ..files import AnsweredFile
from ..transport import Resource
from ..types import runs as runs_types
from ..types import shared as shared_types


class RunsOperations(Resource):
    def list(
        self,
        *,
        document_id: Optional[str] = None,
        route_id: Optional[str] = None,
        parent_id: Optional[str] = None,
        status: Optional[Literal["accepted", "running", "done", "failed"]] = None,
        source: Optional[
            Literal["merge", "api", "route", "batch", "session", "replay", "tool", "fill_in"]
        ] = None,
        test: Optional[bool] = None,
        request_id: Optional[str] = None,
        code: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["id", "-id"]] = None,
    ) -> List[runs_types.ListedRun]:
        """List runs, newest first.

        Runs by any of their facts; filters are combined. Ids of runs sort by the time of their
        acceptance. Old runs without data are in day files, some 15,000 of which a page looks
        through: with filters it may have fewer rows than asked for, or none, and a Link header that
        goes on. `since` and `until` spare that.

        :param document_id: Only runs of this document.
        :param route_id: Only runs of this data route.
        :param parent_id: Only parts and repetitions of this run.
        :param status: Only runs with this status.
        :param source: Only runs that came in this way.
        :param test: 1: only test merges, 0: only others.
        :param request_id: Only runs of the request with this `X-Request-Id`.
        :param code: Only runs that failed with this code.
        :param since: Only runs accepted at this time or later.
        :param until: Only runs accepted before this time.
        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `-id` when
            absent.

        `GET /api/runs`
        """
        return self.call(
            "GET",
            "/api/runs",
            query={
                "document_id": document_id,
                "route_id": route_id,
                "parent_id": parent_id,
                "status": status,
                "source": source,
                "test": test,
                "request_id": request_id,
                "code": code,
                "since": since,
                "until": until,
                "limit": limit,
                "cursor": cursor,
                "order": order,
            },
        )

    def get_stream(
        self,
        *,
        document_id: Optional[str] = None,
        route_id: Optional[str] = None,
        parent_id: Optional[str] = None,
        status: Optional[Literal["accepted", "running", "done", "failed"]] = None,
        source: Optional[
            Literal["merge", "api", "route", "batch", "session", "replay", "tool", "fill_in"]
        ] = None,
        test: Optional[bool] = None,
        request_id: Optional[str] = None,
        code: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
    ) -> AnsweredFile:
        """Watch runs live.

        Server-sent events: `event: run` with a run as in the list, whenever one is accepted or
        changes its status. Takes the filters of the list. `Last-Event-ID` continues where an
        earlier stream ended; the stream ends after five minutes, and when the key is revoked or the
        session ends.

        :param document_id: Only runs of this document.
        :param route_id: Only runs of this data route.
        :param parent_id: Only parts and repetitions of this run.
        :param status: Only runs with this status.
        :param source: Only runs that came in this way.
        :param test: 1: only test merges, 0: only others.
        :param request_id: Only runs of the request with this `X-Request-Id`.
        :param code: Only runs that failed with this code.
        :param since: Only runs accepted at this time or later.
        :param until: Only runs accepted before this time.

        `GET /api/runs/stream`
        """
        return self.call(
            "GET",
            "/api/runs/stream",
            query={
                "document_id": document_id,
                "route_id": route_id,
                "parent_id": parent_id,
                "status": status,
                "source": source,
                "test": test,
                "request_id": request_id,
                "code": code,
                "since": since,
                "until": until,
            },
        )

    def get(self, id: str) -> runs_types.Run:
        """Get a run.

        Status, timings, fields, files with links that last an hour, and every delivery with its
        tries.

        :param id: Id of the run.

        `GET /api/runs/{id}`
        """
        return self.call("GET", f"/api/runs/{self.part(id)}")

    def get_receipt(self, id: str) -> runs_types.Receipt:
        """Get a signed receipt of a run.

        Digests of template, data and files, and what became of the deliveries, signed by the
        deployment. It is available as long as the run is in the list, even when data and files are
        gone.

        :param id: Id of the run.

        `GET /api/runs/{id}/receipt`
        """
        return self.call("GET", f"/api/runs/{self.part(id)}/receipt")

    def get_data(self, id: str) -> Any:
        """Get the merge data of a run.

        The data as they came, as long as the run's retention keeps them; of a file tool without
        passwords and private keys.

        :param id: Id of the run.

        `GET /api/runs/{id}/data`
        """
        return self.call("GET", f"/api/runs/{self.part(id)}/data")

    def get_file(self, id: str, position: str) -> AnsweredFile:
        """Get a file of a run.

        The merged file, as long as the run's retention keeps it.

        :param id: Id of the run.
        :param position: Which of the run's files, counted from 0 as `files` of the run lists them.

        `GET /api/runs/{id}/files/{position}`
        """
        return self.call("GET", f"/api/runs/{self.part(id)}/files/{self.part(position)}")

    def list_file_pages(self, id: str, position: str) -> List[runs_types.PageSize]:
        """List the pages of a run's PDF.

        The pages of a merged PDF with their sizes, to be looked at one by one.

        :param id: Id of the run.
        :param position: Which of the run's files, counted from 0 as `files` of the run lists them.

        `GET /api/runs/{id}/files/{position}/pages`
        """
        return self.call("GET", f"/api/runs/{self.part(id)}/files/{self.part(position)}/pages")

    def get_file_page(
        self,
        id: str,
        position: str,
        page: str,
        *,
        width: Optional[int] = None,
    ) -> AnsweredFile:
        """Get a picture of a page of a run's PDF.

        A PNG, or a JPEG where that is much smaller, as the page looks on a screen.

        :param id: Id of the run.
        :param position: Which of the run's files, counted from 0 as `files` of the run lists them.
        :param page: Page, counted from 1.
        :param width: Width of the picture in pixels, at most 2400; 800 when absent.

        `GET /api/runs/{id}/files/{position}/pages/{page}`
        """
        return self.call(
            "GET",
            f"/api/runs/{self.part(id)}/files/{self.part(position)}/pages/{self.part(page)}",
            query={"width": width},
        )

    def replay(
        self,
        id: str,
        *,
        failed: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> runs_types.RunsReplay:
        """Merge the data of a run again.

        A new run with the same data, the same template version and the deliveries of today.

        :param id: Id of the run.
        :param failed: 1: of a batch only the records that failed, as a batch of their own.

        `POST /api/runs/{id}/replay`
        """
        return self.call(
            "POST",
            f"/api/runs/{self.part(id)}/replay",
            query={"failed": failed},
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def cancel(self, id: str, *, idempotency_key: Optional[str] = None) -> runs_types.RunsCancel:
        """Cancel a run that is not finished.

        The run ends as failed, with the code `run_cancelled`. Records of a batch that are done
        stay, with their files and deliveries; no others are begun.

        :param id: Id of the run.

        `POST /api/runs/{id}/cancel`
        """
        return self.call(
            "POST",
            f"/api/runs/{self.part(id)}/cancel",
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def pause(self, id: str, *, idempotency_key: Optional[str] = None) -> shared_types.Done:
        """Pause a batch.

        No further record is begun until it is resumed; those that are being merged are finished.

        :param id: Id of the run.

        `POST /api/runs/{id}/pause`
        """
        return self.call(
            "POST",
            f"/api/runs/{self.part(id)}/pause",
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def resume(self, id: str, *, idempotency_key: Optional[str] = None) -> shared_types.Done:
        """Go on with a batch that is paused.

        Records that were merged before are not merged again.

        :param id: Id of the run.

        `POST /api/runs/{id}/resume`
        """
        return self.call(
            "POST",
            f"/api/runs/{self.part(id)}/resume",
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def get_failed_rows(self, id: str) -> AnsweredFile:
        """Get the records of a batch that failed as an Excel workbook.

        Under the headings that the list came with; the last column says why each failed. Corrected,
        it can be sent as a batch: that column is left out.

        :param id: Id of the run.

        `GET /api/runs/{id}/failed_rows`
        """
        return self.call("GET", f"/api/runs/{self.part(id)}/failed_rows")

    def purge(self, id: str, *, idempotency_key: Optional[str] = None) -> runs_types.RunsCancel:
        """Remove the data and files of a run now.

        The run stays in the list, as history. The documents of a data route and the records of a
        batch go with it. Deliveries that are still open are given up.

        :param id: Id of the run.

        `POST /api/runs/{id}/purge`
        """
        return self.call(
            "POST",
            f"/api/runs/{self.part(id)}/purge",
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def purge_document(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> runs_types.RunsCancel:
        """Remove the data and files of all runs of a document now.

        Runs that are done or failed stay in the list, as history; others are left alone.

        :param id: Id of the document.

        `POST /api/documents/{id}/purge`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/purge",
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def purge_route(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> runs_types.RunsCancel:
        """Remove the data and files of all runs of a data route now.

        Runs that are done or failed stay in the list, as history; others are left alone.

        :param id: Id of the data route.

        `POST /api/routes/{id}/purge`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/purge",
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def list_deliveries(
        self,
        *,
        status: Optional[Literal["pending", "sending", "done", "partial", "dead", "held"]] = None,
        type: Optional[
            Literal[
                "email",
                "webhook",
                "s3",
                "route",
                "webdav",
                "azure_blob",
                "dropbox",
                "google_drive",
                "sharepoint",
                "alert",
            ]
        ] = None,
        document_id: Optional[str] = None,
        route_id: Optional[str] = None,
        run_id: Optional[str] = None,
        delivery_id: Optional[str] = None,
        target: Optional[str] = None,
        test: Optional[bool] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["id", "-id"]] = None,
    ) -> List[runs_types.RunDelivery]:
        """List deliveries of runs, newest first.

        Each is one delivery of one run; filters are combined. `status=dead` lists what was given
        up, to be looked at and retried. `last_response` says what came of the last try; all tries
        are at `GET /api/deliveries/<id>`. Pages of old ones may be short, as those of runs.

        :param status: Only deliveries with this status.
        :param type: Only deliveries of this kind.
        :param document_id: Only deliveries of this document's runs.
        :param route_id: Only deliveries of this data route's runs.
        :param run_id: Only deliveries of this run.
        :param delivery_id: Only what this delivery of a document or data route led to.
        :param target: Only deliveries to this host.
        :param test: 1: only deliveries of test merges, 0: only others.
        :param since: Only what began at this time or later.
        :param until: Only what began before this time.
        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `-id` when
            absent.

        `GET /api/deliveries`
        """
        return self.call(
            "GET",
            "/api/deliveries",
            query={
                "status": status,
                "type": type,
                "document_id": document_id,
                "route_id": route_id,
                "run_id": run_id,
                "delivery_id": delivery_id,
                "target": target,
                "test": test,
                "since": since,
                "until": until,
                "limit": limit,
                "cursor": cursor,
                "order": order,
            },
        )

    def get_delivery(self, attempt: str) -> runs_types.RunDelivery:
        """Get a delivery of a run.

        `attempt` is the id of the run's delivery or of one of its tries. The answer has all tries
        with what the other side said.

        :param attempt: Id of the delivery or of one of its tries.

        `GET /api/deliveries/{attempt}`
        """
        return self.call("GET", f"/api/deliveries/{self.part(attempt)}")

    def retry_delivery(
        self,
        attempt: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> runs_types.RunsRetryDelivery:
        """Try a delivery of a run again, at once.

        `attempt` is the id of an attempt or of the run's delivery, as `GET /api/runs/<id>` shows
        them.

        :param attempt: Id of the delivery or of one of its tries.

        `POST /api/deliveries/{attempt}/retry`
        """
        return self.call(
            "POST",
            f"/api/deliveries/{self.part(attempt)}/retry",
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def list_attempts(
        self,
        *,
        delivery: Optional[str] = None,
        run_id: Optional[str] = None,
        ok: Optional[bool] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["id", "-id"]] = None,
    ) -> List[runs_types.ListedAttempt]:
        """List delivery attempts, newest first.

        Each is one try with the answer of the other side; filters are combined. Pages of old ones
        may be short, as those of runs.

        :param delivery: Only tries of this delivery of a run.
        :param run_id: Only tries for this run.
        :param ok: 1: only tries that succeeded, 0: only those that failed.
        :param since: Only what began at this time or later.
        :param until: Only what began before this time.
        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `-id` when
            absent.

        `GET /api/attempts`
        """
        return self.call(
            "GET",
            "/api/attempts",
            query={
                "delivery": delivery,
                "run_id": run_id,
                "ok": ok,
                "since": since,
                "until": until,
                "limit": limit,
                "cursor": cursor,
                "order": order,
            },
        )
