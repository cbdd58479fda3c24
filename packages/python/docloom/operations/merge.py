"""Operations of `merge`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ..files import AnsweredFile, Contents
from ..transport import Resource
from ..types import merge as merge_types
from ..types import shared as shared_types


class MergeOperations(Resource):
    def preview_document(
        self,
        id: str,
        body: Optional[merge_types.MergePreviewDocumentBody] = None,
        *,
        explain: Optional[bool] = None,
    ) -> Union[merge_types.MergePreview, AnsweredFile]:
        """See what a merge would make.

        A test merge as PDF that leaves nothing behind: no run, no file, no delivery. Whatever is
        sent takes the place of what the document has, so that a template can be seen while it is
        written. `explain=1` returns the file with what was found and missing.

        :param id: Id of the document.
        :param explain: 1: the answer is JSON with the file in it.

        `POST /api/documents/{id}/preview`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/preview",
            query={"explain": explain},
            body=body,
        )

    def preview_mail(self, body: merge_types.MergePreviewMailBody) -> merge_types.MailPreview:
        """See what a mail would look like.

        Merges the settings of an e-mail delivery with data. Nothing is stored or sent, and the
        attached files are only named. What would keep the mail from leaving is in `problem`.

        `POST /api/preview_mail`
        """
        return self.call("POST", "/api/preview_mail", body=body)

    def at_document_address(
        self,
        id: str,
        key: str,
        body: Optional[Dict[str, Any]] = None,
        *,
        test: Optional[bool] = None,
        download: Optional[bool] = None,
        explain: Optional[bool] = None,
        flatten: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> Union[shared_types.MergeExplanation, shared_types.MergeAccepted, AnsweredFile]:
        """Merge a document.

        Fills the document with the data of the body. No credentials are needed: anyone who knows
        the address may merge. `explain=1` tells what the merge would do (with credentials, or when
        `settings[explain]` is on).

        :param id: Id of the document or data route.
        :param key: Its key.
        :param test: 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
            not sent.
        :param download: 1: the answer is the merged file. Otherwise the merge is done after the
            answer.
        :param explain: 1: the answer says what the merge would do, without doing it.
        :param flatten: 1: the fields of a filled PDF form become plain content; 0: they stay,
            whatever the settings say.

        `POST /merge/{id}/{key}`
        """
        return self.call(
            "POST",
            f"/merge/{self.part(id)}/{self.part(key)}",
            query={"test": test, "download": download, "explain": explain, "flatten": flatten},
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
            is_open=True,
        )

    def get_document_address(
        self,
        id: str,
        key: str,
        *,
        use_get: Optional[bool] = None,
        test: Optional[bool] = None,
        download: Optional[bool] = None,
        flatten: Optional[bool] = None,
    ) -> Union[AnsweredFile, shared_types.MergeAccepted]:
        """Merge a document with data from the query.

        For links: `?_use_get=1&Field=value`. Without `_use_get=1` nothing is merged; a browser is
        told what the address is, with a link to the fill-in page, if there is one.

        :param id: Id of the document or data route.
        :param key: Its key.
        :param use_get: 1: the other members of the query are merge data.
        :param test: 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
            not sent.
        :param download: 1: the answer is the merged file. Otherwise the merge is done after the
            answer.
        :param flatten: 1: the fields of a filled PDF form become plain content; 0: they stay,
            whatever the settings say.

        `GET /merge/{id}/{key}`
        """
        return self.call(
            "GET",
            f"/merge/{self.part(id)}/{self.part(key)}",
            query={"_use_get": use_get, "test": test, "download": download, "flatten": flatten},
            is_open=True,
        )

    def document(
        self,
        id: str,
        body: Optional[Dict[str, Any]] = None,
        *,
        test: Optional[bool] = None,
        explain: Optional[bool] = None,
        flatten: Optional[bool] = None,
        download: Optional[Union[Literal["url"], bool]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Union[shared_types.MergeExplanation, shared_types.MergeAccepted, AnsweredFile]:
        """Merge a document with credentials instead of its key.

        `download=1` returns the file, `download=url` `{success, name, url}` with a link that
        expires.

        :param id: Id of the document.
        :param test: 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
            not sent.
        :param explain: 1: the answer says what the merge would do, without doing it.
        :param flatten: 1: the fields of a filled PDF form become plain content; 0: they stay,
            whatever the settings say.
        :param download: 1: the answer is the merged file; `url`: a link to it that expires.

        `POST /api/documents/{id}/merge`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/merge",
            query={"test": test, "explain": explain, "flatten": flatten, "download": download},
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def batch_at_document_address(
        self,
        id: str,
        key: str,
        body: Union[Union[List[Dict[str, Any]], merge_types.RecordsToMerge], Contents],
        *,
        test: Optional[bool] = None,
        output: Optional[Literal["zip", "pdf", "none"]] = None,
        deliver: Optional[bool] = None,
        run_at: Optional[str] = None,
        sheet: Optional[str] = None,
        header_row: Optional[int] = None,
        mapping: Optional[Union[Dict[str, str], str]] = None,
        group_by: Optional[str] = None,
        items: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        content_type: Optional[str] = None,
    ) -> merge_types.BatchAccepted:
        """Merge a document with many records.

        The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names
        in the first line), an Excel workbook (.xlsx), or a form with such a list as `file`; a JSON
        object may have `rows`, a list of lists whose first has the headings, in place of `records`,
        and beside them what the query can ask. The records are merged by a queue, each as a run of
        its own; `GET /api/runs/<id>` shows progress and errors, and at the end one ZIP, or with
        `output=pdf` one PDF, of all files.

        :param id: Id of the document or data route.
        :param key: Its key.
        :param test: 1: test merges, with a SAMPLE watermark.
        :param output: How the files are put together at the end: `zip` (when absent), `pdf`, for
            which the documents are merged to PDF, or `none`: they stay in the runs of their
            records.
        :param deliver: 0: the deliveries are not made; otherwise each record has them.
        :param run_at: When the merges begin, at most a year ahead; at once when absent. Until then
            the run can be cancelled.
        :param sheet: Name of the sheet with the list; found when absent.
        :param header_row: Row of the headings, from 1; found when absent.
        :param mapping: Heading -> field, such as `Customer.name` or `Items[].price`, as an object
            or its JSON text; an empty field leaves a column out. Columns that it does not name fill
            the field of their own name.
        :param group_by: Heading, or field, of a column: rows with the same value in it become one
            record. Columns mapped into a list (`Items[].price`) are its items.
        :param items: With `group_by` and no column in a list: the list that holds the rows; the
            document's only list when absent, else `items`.

        `POST /merge/{id}/{key}/batch`
        """
        return self.call(
            "POST",
            f"/merge/{self.part(id)}/{self.part(key)}/batch",
            query={
                "test": test,
                "output": output,
                "deliver": deliver,
                "run_at": run_at,
                "sheet": sheet,
                "header_row": header_row,
                "mapping": mapping,
                "group_by": group_by,
                "items": items,
            },
            body=body,
            content_type=content_type,
            idempotency_key=idempotency_key,
            takes_key=True,
            is_open=True,
        )

    def batch_document(
        self,
        id: str,
        body: Union[Union[List[Dict[str, Any]], merge_types.RecordsToMerge], Contents],
        *,
        test: Optional[bool] = None,
        output: Optional[Literal["zip", "pdf", "none"]] = None,
        deliver: Optional[bool] = None,
        run_at: Optional[str] = None,
        sheet: Optional[str] = None,
        header_row: Optional[int] = None,
        mapping: Optional[Union[Dict[str, str], str]] = None,
        group_by: Optional[str] = None,
        items: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        content_type: Optional[str] = None,
    ) -> merge_types.BatchAccepted:
        """Merge a document with many records, with credentials instead of its key.

        The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names
        in the first line), an Excel workbook (.xlsx), or a form with such a list as `file`; a JSON
        object may have `rows`, a list of lists whose first has the headings, in place of `records`,
        and beside them what the query can ask. The records are merged by a queue, each as a run of
        its own; `GET /api/runs/<id>` shows progress and errors, and at the end one ZIP, or with
        `output=pdf` one PDF, of all files.

        :param id: Id of the document.
        :param test: 1: test merges, with a SAMPLE watermark.
        :param output: How the files are put together at the end: `zip` (when absent), `pdf`, for
            which the documents are merged to PDF, or `none`: they stay in the runs of their
            records.
        :param deliver: 0: the deliveries are not made; otherwise each record has them.
        :param run_at: When the merges begin, at most a year ahead; at once when absent. Until then
            the run can be cancelled.
        :param sheet: Name of the sheet with the list; found when absent.
        :param header_row: Row of the headings, from 1; found when absent.
        :param mapping: Heading -> field, such as `Customer.name` or `Items[].price`, as an object
            or its JSON text; an empty field leaves a column out. Columns that it does not name fill
            the field of their own name.
        :param group_by: Heading, or field, of a column: rows with the same value in it become one
            record. Columns mapped into a list (`Items[].price`) are its items.
        :param items: With `group_by` and no column in a list: the list that holds the rows; the
            document's only list when absent, else `items`.

        `POST /api/documents/{id}/batch`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/batch",
            query={
                "test": test,
                "output": output,
                "deliver": deliver,
                "run_at": run_at,
                "sheet": sheet,
                "header_row": header_row,
                "mapping": mapping,
                "group_by": group_by,
                "items": items,
            },
            body=body,
            content_type=content_type,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def read_document_list(
        self,
        id: str,
        body: Union[Union[List[Dict[str, Any]], merge_types.RecordsToMerge], Contents],
        *,
        test: Optional[bool] = None,
        output: Optional[Literal["zip", "pdf", "none"]] = None,
        deliver: Optional[bool] = None,
        run_at: Optional[str] = None,
        sheet: Optional[str] = None,
        header_row: Optional[int] = None,
        mapping: Optional[Union[Dict[str, str], str]] = None,
        group_by: Optional[str] = None,
        items: Optional[str] = None,
        limit: Optional[int] = None,
        first: Optional[int] = None,
        content_type: Optional[str] = None,
    ) -> merge_types.MergeReadDocumentList:
        """Read a list as a batch of the document would.

        Reads a list as a batch would, and merges nothing: which sheet, row of headings, fields and
        records it has, and what is wrong with it. It takes what a batch takes.

        :param id: Id of the document.
        :param test: 1: test merges, with a SAMPLE watermark.
        :param output: How the files are put together at the end: `zip` (when absent), `pdf`, for
            which the documents are merged to PDF, or `none`: they stay in the runs of their
            records.
        :param deliver: 0: the deliveries are not made; otherwise each record has them.
        :param run_at: When the merges begin, at most a year ahead; at once when absent. Until then
            the run can be cancelled.
        :param sheet: Name of the sheet with the list; found when absent.
        :param header_row: Row of the headings, from 1; found when absent.
        :param mapping: Heading -> field, such as `Customer.name` or `Items[].price`, as an object
            or its JSON text; an empty field leaves a column out. Columns that it does not name fill
            the field of their own name.
        :param group_by: Heading, or field, of a column: rows with the same value in it become one
            record. Columns mapped into a list (`Items[].price`) are its items.
        :param items: With `group_by` and no column in a list: the list that holds the rows; the
            document's only list when absent, else `items`.
        :param limit: How many rows and records are shown, 50 when absent.
        :param first: How many rows are read, for a look at a long list: what the answer counts is
            of these, and `more` says whether there are others. All when absent.

        `POST /api/documents/{id}/read_list`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/read_list",
            query={
                "test": test,
                "output": output,
                "deliver": deliver,
                "run_at": run_at,
                "sheet": sheet,
                "header_row": header_row,
                "mapping": mapping,
                "group_by": group_by,
                "items": items,
                "limit": limit,
                "first": first,
            },
            body=body,
            content_type=content_type,
        )

    def get_document_list_template(self, id: str, *, sample: Optional[str] = None) -> AnsweredFile:
        """Get an Excel workbook for lists of the document.

        An Excel workbook headed with the fields, with a row of examples, drop-downs for choices,
        and dates as dates: filled in, it is a list that needs no mapping.

        :param id: Id of the document.
        :param sample: Id of a sample whose values are the examples.

        `GET /api/documents/{id}/list_template`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/list_template",
            query={"sample": sample},
        )

    def get_file(self, token: str) -> Union[Dict[str, Any], AnsweredFile]:
        """Download a merged file by a link that expires.

        Protected links answer with the page that asks for the password.

        :param token: The secret part of the link.

        `GET /files/{token}`
        """
        return self.call("GET", f"/files/{self.part(token)}", is_open=True)

    def open_file(
        self,
        token: str,
        body: Optional[merge_types.MergeOpenFileBody] = None,
    ) -> Union[Dict[str, Any], AnsweredFile]:
        """Download a protected file with its password.

        For links whose page asks for a password, and for those that work once. After five wrong
        passwords a link is blocked for 15 minutes.

        :param token: The secret part of the link.

        `POST /files/{token}`
        """
        return self.call("POST", f"/files/{self.part(token)}", body=body, is_open=True)

    def at_route_address(
        self,
        id: str,
        key: str,
        body: Optional[Dict[str, Any]] = None,
        *,
        test: Optional[bool] = None,
        download: Optional[bool] = None,
        list_files: Optional[bool] = None,
        explain: Optional[bool] = None,
        flatten: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> Union[merge_types.RouteExplanation, merge_types.RouteMergeAccepted, AnsweredFile]:
        """Merge a data route.

        `explain=1`, with credentials, tells for each rule whether it would fire and why.

        :param id: Id of the document or data route.
        :param key: Its key.
        :param test: 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
            not sent.
        :param download: 1: the answer is the merged file. Otherwise the merge is done after the
            answer.
        :param list_files: 1: the answer has links to the merged files, in place of their contents.
        :param explain: 1: the answer says what the merge would do, without doing it.
        :param flatten: 1: the fields of a filled PDF form become plain content; 0: they stay,
            whatever the settings say.

        `POST /route/{id}/{key}`
        """
        return self.call(
            "POST",
            f"/route/{self.part(id)}/{self.part(key)}",
            query={
                "test": test,
                "download": download,
                "list_files": list_files,
                "explain": explain,
                "flatten": flatten,
            },
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
            is_open=True,
        )

    def get_route_address(
        self,
        id: str,
        key: str,
        *,
        use_get: Optional[bool] = None,
        test: Optional[bool] = None,
        download: Optional[bool] = None,
        flatten: Optional[bool] = None,
        list_files: Optional[bool] = None,
    ) -> Union[AnsweredFile, merge_types.RouteMergeAccepted]:
        """Merge a data route with data from the query.

        For links: `?_use_get=1&Field=value`. Without `_use_get=1` nothing is merged; a browser is
        told what the address is, with a link to the fill-in page, if there is one.

        :param id: Id of the document or data route.
        :param key: Its key.
        :param use_get: 1: the other members of the query are merge data.
        :param test: 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
            not sent.
        :param download: 1: the answer is the merged file. Otherwise the merge is done after the
            answer.
        :param flatten: 1: the fields of a filled PDF form become plain content; 0: they stay,
            whatever the settings say.
        :param list_files: 1: the answer has links to the merged files, in place of their contents.

        `GET /route/{id}/{key}`
        """
        return self.call(
            "GET",
            f"/route/{self.part(id)}/{self.part(key)}",
            query={
                "_use_get": use_get,
                "test": test,
                "download": download,
                "flatten": flatten,
                "list_files": list_files,
            },
            is_open=True,
        )

    def route(
        self,
        id: str,
        body: Optional[Dict[str, Any]] = None,
        *,
        test: Optional[bool] = None,
        download: Optional[Union[Literal["url"], bool]] = None,
        list_files: Optional[bool] = None,
        explain: Optional[bool] = None,
        flatten: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> Union[merge_types.RouteExplanation, merge_types.RouteMergeAccepted, AnsweredFile]:
        """Merge a data route with credentials instead of its key.

        `download=url` returns links that expire: `{success, name, url}` for one file, `files` for
        several.

        :param id: Id of the data route.
        :param test: 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
            not sent.
        :param download: 1: the answer is the merged file; `url`: a link to it that expires.
        :param list_files: 1: the answer has links to the merged files, in place of their contents.
        :param explain: 1: the answer says what the merge would do, without doing it.
        :param flatten: 1: the fields of a filled PDF form become plain content; 0: they stay,
            whatever the settings say.

        `POST /api/routes/{id}/merge`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/merge",
            query={
                "test": test,
                "download": download,
                "list_files": list_files,
                "explain": explain,
                "flatten": flatten,
            },
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def batch_at_route_address(
        self,
        id: str,
        key: str,
        body: Union[Union[List[Dict[str, Any]], merge_types.RecordsToMerge], Contents],
        *,
        test: Optional[bool] = None,
        output: Optional[Literal["zip", "pdf", "none"]] = None,
        deliver: Optional[bool] = None,
        run_at: Optional[str] = None,
        sheet: Optional[str] = None,
        header_row: Optional[int] = None,
        mapping: Optional[Union[Dict[str, str], str]] = None,
        group_by: Optional[str] = None,
        items: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        content_type: Optional[str] = None,
    ) -> merge_types.BatchAccepted:
        """Merge a data route with many records.

        The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names
        in the first line), an Excel workbook (.xlsx), or a form with such a list as `file`; a JSON
        object may have `rows`, a list of lists whose first has the headings, in place of `records`,
        and beside them what the query can ask. The records are merged by a queue, each as a run of
        its own; `GET /api/runs/<id>` shows progress and errors, and at the end one ZIP, or with
        `output=pdf` one PDF, of all files.

        :param id: Id of the document or data route.
        :param key: Its key.
        :param test: 1: test merges, with a SAMPLE watermark.
        :param output: How the files are put together at the end: `zip` (when absent), `pdf`, for
            which the documents are merged to PDF, or `none`: they stay in the runs of their
            records.
        :param deliver: 0: the deliveries are not made; otherwise each record has them.
        :param run_at: When the merges begin, at most a year ahead; at once when absent. Until then
            the run can be cancelled.
        :param sheet: Name of the sheet with the list; found when absent.
        :param header_row: Row of the headings, from 1; found when absent.
        :param mapping: Heading -> field, such as `Customer.name` or `Items[].price`, as an object
            or its JSON text; an empty field leaves a column out. Columns that it does not name fill
            the field of their own name.
        :param group_by: Heading, or field, of a column: rows with the same value in it become one
            record. Columns mapped into a list (`Items[].price`) are its items.
        :param items: With `group_by` and no column in a list: the list that holds the rows; the
            document's only list when absent, else `items`.

        `POST /route/{id}/{key}/batch`
        """
        return self.call(
            "POST",
            f"/route/{self.part(id)}/{self.part(key)}/batch",
            query={
                "test": test,
                "output": output,
                "deliver": deliver,
                "run_at": run_at,
                "sheet": sheet,
                "header_row": header_row,
                "mapping": mapping,
                "group_by": group_by,
                "items": items,
            },
            body=body,
            content_type=content_type,
            idempotency_key=idempotency_key,
            takes_key=True,
            is_open=True,
        )

    def batch_route(
        self,
        id: str,
        body: Union[Union[List[Dict[str, Any]], merge_types.RecordsToMerge], Contents],
        *,
        test: Optional[bool] = None,
        output: Optional[Literal["zip", "pdf", "none"]] = None,
        deliver: Optional[bool] = None,
        run_at: Optional[str] = None,
        sheet: Optional[str] = None,
        header_row: Optional[int] = None,
        mapping: Optional[Union[Dict[str, str], str]] = None,
        group_by: Optional[str] = None,
        items: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        content_type: Optional[str] = None,
    ) -> merge_types.BatchAccepted:
        """Merge a data route with many records, with credentials instead of its key.

        The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names
        in the first line), an Excel workbook (.xlsx), or a form with such a list as `file`; a JSON
        object may have `rows`, a list of lists whose first has the headings, in place of `records`,
        and beside them what the query can ask. The records are merged by a queue, each as a run of
        its own; `GET /api/runs/<id>` shows progress and errors, and at the end one ZIP, or with
        `output=pdf` one PDF, of all files.

        :param id: Id of the data route.
        :param test: 1: test merges, with a SAMPLE watermark.
        :param output: How the files are put together at the end: `zip` (when absent), `pdf`, for
            which the documents are merged to PDF, or `none`: they stay in the runs of their
            records.
        :param deliver: 0: the deliveries are not made; otherwise each record has them.
        :param run_at: When the merges begin, at most a year ahead; at once when absent. Until then
            the run can be cancelled.
        :param sheet: Name of the sheet with the list; found when absent.
        :param header_row: Row of the headings, from 1; found when absent.
        :param mapping: Heading -> field, such as `Customer.name` or `Items[].price`, as an object
            or its JSON text; an empty field leaves a column out. Columns that it does not name fill
            the field of their own name.
        :param group_by: Heading, or field, of a column: rows with the same value in it become one
            record. Columns mapped into a list (`Items[].price`) are its items.
        :param items: With `group_by` and no column in a list: the list that holds the rows; the
            document's only list when absent, else `items`.

        `POST /api/routes/{id}/batch`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/batch",
            query={
                "test": test,
                "output": output,
                "deliver": deliver,
                "run_at": run_at,
                "sheet": sheet,
                "header_row": header_row,
                "mapping": mapping,
                "group_by": group_by,
                "items": items,
            },
            body=body,
            content_type=content_type,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def read_route_list(
        self,
        id: str,
        body: Union[Union[List[Dict[str, Any]], merge_types.RecordsToMerge], Contents],
        *,
        test: Optional[bool] = None,
        output: Optional[Literal["zip", "pdf", "none"]] = None,
        deliver: Optional[bool] = None,
        run_at: Optional[str] = None,
        sheet: Optional[str] = None,
        header_row: Optional[int] = None,
        mapping: Optional[Union[Dict[str, str], str]] = None,
        group_by: Optional[str] = None,
        items: Optional[str] = None,
        limit: Optional[int] = None,
        first: Optional[int] = None,
        content_type: Optional[str] = None,
    ) -> merge_types.MergeReadDocumentList:
        """Read a list as a batch of the data route would.

        Reads a list as a batch would, and merges nothing: which sheet, row of headings, fields and
        records it has, and what is wrong with it. It takes what a batch takes.

        :param id: Id of the data route.
        :param test: 1: test merges, with a SAMPLE watermark.
        :param output: How the files are put together at the end: `zip` (when absent), `pdf`, for
            which the documents are merged to PDF, or `none`: they stay in the runs of their
            records.
        :param deliver: 0: the deliveries are not made; otherwise each record has them.
        :param run_at: When the merges begin, at most a year ahead; at once when absent. Until then
            the run can be cancelled.
        :param sheet: Name of the sheet with the list; found when absent.
        :param header_row: Row of the headings, from 1; found when absent.
        :param mapping: Heading -> field, such as `Customer.name` or `Items[].price`, as an object
            or its JSON text; an empty field leaves a column out. Columns that it does not name fill
            the field of their own name.
        :param group_by: Heading, or field, of a column: rows with the same value in it become one
            record. Columns mapped into a list (`Items[].price`) are its items.
        :param items: With `group_by` and no column in a list: the list that holds the rows; the
            document's only list when absent, else `items`.
        :param limit: How many rows and records are shown, 50 when absent.
        :param first: How many rows are read, for a look at a long list: what the answer counts is
            of these, and `more` says whether there are others. All when absent.

        `POST /api/routes/{id}/read_list`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/read_list",
            query={
                "test": test,
                "output": output,
                "deliver": deliver,
                "run_at": run_at,
                "sheet": sheet,
                "header_row": header_row,
                "mapping": mapping,
                "group_by": group_by,
                "items": items,
                "limit": limit,
                "first": first,
            },
            body=body,
            content_type=content_type,
        )

    def get_route_list_template(self, id: str) -> AnsweredFile:
        """Get an Excel workbook for lists of the data route.

        An Excel workbook headed with the fields, with a row of examples, drop-downs for choices,
        and dates as dates: filled in, it is a list that needs no mapping.

        :param id: Id of the data route.

        `GET /api/routes/{id}/list_template`
        """
        return self.call("GET", f"/api/routes/{self.part(id)}/list_template")
