"""Operations of `audit`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, Optional

from ..files import AnsweredFile
from ..transport import Resource
from ..types import audit as audit_types


class AuditOperations(Resource):
    def list(
        self,
        *,
        actor: Optional[str] = None,
        action: Optional[str] = None,
        resource: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["seq", "-seq"]] = None,
    ) -> List[audit_types.AuditEntry]:
        """List what was done, newest first.

        Who changed what, when, by which request, with values before and after. Reading the log is
        an entry of it, too.

        :param actor: Id of a key or person.
        :param action: An action such as `document.updated`, or the part before the dot for all of
            its kind.
        :param resource: Type and id of what was done to, such as `document/12`, or the type alone.
        :param from_: Not before this time.
        :param to: Not after this time.
        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `-seq` when
            absent.

        `GET /api/audit`
        """
        return self.call(
            "GET",
            "/api/audit",
            query={
                "actor": actor,
                "action": action,
                "resource": resource,
                "from": from_,
                "to": to,
                "limit": limit,
                "cursor": cursor,
                "order": order,
            },
        )

    def verify(
        self,
        *,
        heads: Optional[str] = None,
        after: Optional[int] = None,
    ) -> audit_types.AuditReport:
        """Prove that the log is whole.

        Follows the hashes from entry to entry and compares them with the signed heads that are kept
        outside of the database, and with those in `heads`. One request follows 20000 entries, or as
        many as have 500 kept heads; `next` says where the next one goes on.

        :param heads: Heads that you kept, `SEQ:HASH`, separated by commas.
        :param after: Begin after this entry.

        `GET /api/audit/verify`
        """
        return self.call("GET", "/api/audit/verify", query={"heads": heads, "after": after})

    def export(
        self,
        *,
        format: Optional[Literal["ndjson", "csv"]] = None,
        actor: Optional[str] = None,
        action: Optional[str] = None,
        resource: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> AnsweredFile:
        """Export the log.

        Oldest first. `ndjson`: a line for each entry as it is hashed, with its hash and the actor's
        name, and lines with the signed newest heads at its end; `docloom audit verify` proves such
        a file if it was made without filters. `csv`: for people; no cell is a formula.

        :param format: Kind of file.
        :param actor: Id of a key or person.
        :param action: An action such as `document.updated`, or the part before the dot for all of
            its kind.
        :param resource: Type and id of what was done to, such as `document/12`, or the type alone.
        :param from_: Not before this time.
        :param to: Not after this time.

        `GET /api/audit/export`
        """
        return self.call(
            "GET",
            "/api/audit/export",
            query={
                "format": format,
                "actor": actor,
                "action": action,
                "resource": resource,
                "from": from_,
                "to": to,
            },
        )

    def list_refusals(self, *, from_: Optional[str] = None) -> List[audit_types.AuditRefusals]:
        """List refused credentials by the minute.

        Requests that named a key of the workspace and were refused, newest first, counted by minute
        and network. They are no entries of the log, so that strangers cannot fill it, and are kept
        for 90 days.

        :param from_: Not before this time; the last 30 days when absent.

        `GET /api/audit/refusals`
        """
        return self.call("GET", "/api/audit/refusals", query={"from": from_})
