"""Operations of `documents`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ..transport import Resource
from ..types import documents as documents_types
from ..types import shared as shared_types


class DocumentsOperations(Resource):
    def create(
        self,
        body: documents_types.DocumentsCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> shared_types.Document:
        """Create a document.

        The template comes in one of `html`, `file_contents`, `file` and `file_url`. `warnings` in
        the answer say what is most likely unintended.

        `POST /api/documents`
        """
        return self.call(
            "POST",
            "/api/documents",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def list(
        self,
        *,
        ids: Optional[str] = None,
        search: Optional[str] = None,
        folder: Optional[str] = None,
        type: Optional[Literal["html", "pdf", "docx", "xlsx", "pptx"]] = None,
        output: Optional[Literal["pdf", "docx", "xlsx", "pptx", "html", "email", "xml"]] = None,
        active: Optional[bool] = None,
        details: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["id", "-id", "name", "-name", "updated_at", "-updated_at"]] = None,
    ) -> List[documents_types.ListedDocument]:
        """List documents.

        Documents without their fields; with `details=1` everything else that is known about them.

        :param ids: Only these documents: up to 1,000 ids, separated by commas.
        :param search: Part of the name; case does not matter.
        :param folder: Only documents directly in this folder, named by its full path or by its own
            name.
        :param type: Only documents of this type.
        :param output: Only documents with this output.
        :param active: 1: only active documents, 0: only those in test mode.
        :param details: 1: with settings, version, times and the last run.
        :param limit: Rows of a page, at most 10000; 10000 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `id` when
            absent.

        `GET /api/documents`
        """
        return self.call(
            "GET",
            "/api/documents",
            query={
                "ids": ids,
                "search": search,
                "folder": folder,
                "type": type,
                "output": output,
                "active": active,
                "details": details,
                "limit": limit,
                "cursor": cursor,
                "order": order,
            },
        )

    def update(
        self,
        id: str,
        body: Optional[documents_types.DocumentsUpdateBody] = None,
        *,
        if_match: Optional[str] = None,
    ) -> shared_types.Document:
        """Update a document.

        Only the members you send are changed. With `If-Match` only if the document still has this
        ETag. A new template of a document with tests (`settings[tests]`) has to pass them, and to
        have the fields that the last runs used, unless it is a draft or forced.

        :param id: Id of the document.

        `PUT /api/documents/{id}`
        """
        return self.call("PUT", f"/api/documents/{self.part(id)}", body=body, if_match=if_match)

    def get(
        self,
        id: str,
        *,
        details: Optional[bool] = None,
        fields: Optional[Literal["map", "list"]] = None,
        if_none_match: Optional[str] = None,
    ) -> Optional[documents_types.ShownDocument]:
        """Get a document.

        The document with its settings; for html documents with the template, too. With
        `If-None-Match` only if it has changed.

        :param id: Id of the document.
        :param details: 1: with version, times and the last run, too.
        :param fields: Adds the merge fields: `list` as `[{key, name}]`, `map` as `{key: name}`.

        `GET /api/documents/{id}`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}",
            query={"details": details, "fields": fields},
            if_none_match=if_none_match,
        )

    def delete(
        self,
        id: str,
        *,
        force: Optional[bool] = None,
        if_match: Optional[str] = None,
    ) -> shared_types.Deleted:
        """Delete a document.

        Merges that were accepted before still finish. Rules of data routes that name the document
        are skipped from now on, and say so, and mails that attach it fail; the answer names those
        routes and deliveries. The document lies in the bin for 30 days. With `If-Match` only if it
        has not changed.

        :param id: Id of the document.
        :param force: Taken from older clients; not needed.

        `DELETE /api/documents/{id}`
        """
        return self.call(
            "DELETE",
            f"/api/documents/{self.part(id)}",
            query={"force": force},
            if_match=if_match,
        )

    def get_fields(
        self,
        id: str,
        *,
        attributes: Optional[bool] = None,
        format: Optional[Literal["json_schema", "json_swagger"]] = None,
    ) -> Union[List[shared_types.Field], List[shared_types.FieldWithAttributes], Dict[str, Any]]:
        """List the merge fields of a document.

        The fields of the template, followed by those that only the name of the merged file or a
        delivery uses. With `attributes=1` each says where it is used. `format` returns a JSON
        Schema of the merge data in place of the list.

        :param id: Id of the document.
        :param attributes: 1: with type, occurrences, choices and members of each field.
        :param format: A JSON Schema of the merge data, in place of the list.

        `GET /api/documents/{id}/fields`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/fields",
            query={"attributes": attributes, "format": format},
        )

    def get_file(self, id: str) -> shared_types.DocumentFile:
        """Get the file of a document.

        The template as it was sent. Documents of type html have it in `html` of the document, too.

        :param id: Id of the document.

        `GET /api/documents/{id}/file`
        """
        return self.call("GET", f"/api/documents/{self.part(id)}/file")

    def list_deliveries(
        self,
        id: str,
        *,
        details: Optional[bool] = None,
    ) -> List[
        Union[
            shared_types.EmailDelivery,
            shared_types.WebhookDelivery,
            shared_types.S3Delivery,
            shared_types.RouteDelivery,
            shared_types.WebdavDelivery,
            shared_types.Azure_blobDelivery,
            shared_types.DropboxDelivery,
            shared_types.Google_driveDelivery,
            shared_types.SharepointDelivery,
        ]
    ]:
        """List the deliveries of a document.

        The ways in which its merged files leave the service, in the order in which they were made.
        Secrets are not shown.

        :param id: Id of the document.
        :param details: 1: with the ETag of each, too.

        `GET /api/documents/{id}/deliveries`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/deliveries",
            query={"details": details},
        )

    def create_delivery(
        self,
        id: str,
        body: Optional[
            Union[
                shared_types.EmailDeliveryRequestInput,
                shared_types.WebhookDeliveryRequestInput,
                shared_types.S3DeliveryRequestInput,
                shared_types.RouteDeliveryRequestInput,
                shared_types.WebdavDeliveryRequestInput,
                shared_types.Azure_blobDeliveryRequestInput,
                shared_types.DropboxDeliveryRequestInput,
                shared_types.Google_driveDeliveryRequestInput,
                shared_types.SharepointDeliveryRequestInput,
            ]
        ] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Union[
        shared_types.EmailDeliverySaved,
        shared_types.WebhookDeliverySaved,
        shared_types.S3DeliverySaved,
        shared_types.RouteDeliverySaved,
        shared_types.WebdavDeliverySaved,
        shared_types.Azure_blobDeliverySaved,
        shared_types.DropboxDeliverySaved,
        shared_types.Google_driveDeliverySaved,
        shared_types.SharepointDeliverySaved,
    ]:
        """Add a delivery to a document.

        Every merge from now on is sent in this way, too. Text of the settings is merge language:
        addresses and subjects may have fields. Secrets among them are encrypted, and masked in
        answers. A store of files is signed in to first, unless the settings hold fields or `active`
        is 0.

        :param id: Id of the document.

        `POST /api/documents/{id}/deliveries`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/deliveries",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def update_delivery(
        self,
        id: str,
        delivery: str,
        body: Optional[
            Union[
                shared_types.EmailDeliveryChangesInput,
                shared_types.WebhookDeliveryChangesInput,
                shared_types.S3DeliveryChangesInput,
                shared_types.RouteDeliveryChangesInput,
                shared_types.WebdavDeliveryChangesInput,
                shared_types.Azure_blobDeliveryChangesInput,
                shared_types.DropboxDeliveryChangesInput,
                shared_types.Google_driveDeliveryChangesInput,
                shared_types.SharepointDeliveryChangesInput,
            ]
        ] = None,
        *,
        if_match: Optional[str] = None,
    ) -> Union[
        shared_types.EmailDeliverySaved,
        shared_types.WebhookDeliverySaved,
        shared_types.S3DeliverySaved,
        shared_types.RouteDeliverySaved,
        shared_types.WebdavDeliverySaved,
        shared_types.Azure_blobDeliverySaved,
        shared_types.DropboxDeliverySaved,
        shared_types.Google_driveDeliverySaved,
        shared_types.SharepointDeliverySaved,
    ]:
        """Update a delivery of a document.

        Only the members you send are changed, those of `settings` too. Secrets that are sent back
        masked, as answers show them, stay. The type of a delivery cannot change. With `If-Match`
        only if it has not changed.

        :param id: Id of the document.
        :param delivery: Id of the delivery.

        `PUT /api/documents/{id}/deliveries/{delivery}`
        """
        return self.call(
            "PUT",
            f"/api/documents/{self.part(id)}/deliveries/{self.part(delivery)}",
            body=body,
            if_match=if_match,
        )

    def delete_delivery(
        self,
        id: str,
        delivery: str,
        *,
        if_match: Optional[str] = None,
    ) -> shared_types.Done:
        """Delete a delivery of a document.

        Deliveries of merges that are done already still go out. It lies in the bin for 30 days.
        With `If-Match` only if it has not changed.

        :param id: Id of the document.
        :param delivery: Id of the delivery.

        `DELETE /api/documents/{id}/deliveries/{delivery}`
        """
        return self.call(
            "DELETE",
            f"/api/documents/{self.part(id)}/deliveries/{self.part(delivery)}",
            if_match=if_match,
        )

    def renew_delivery_secret(
        self,
        id: str,
        delivery: str,
        body: Optional[shared_types.DocumentsRenewDeliverySecretBody] = None,
    ) -> shared_types.RotatedSecret:
        """Make a signing secret for a webhook of a document.

        Calls are signed with the new secret from now on. With `keep_old=1` they carry a second
        signature with the former secret, so that the other side can change over without losing a
        call; made again without it, only the new one is left.

        :param id: Id of the document.
        :param delivery: Id of the delivery.

        `POST /api/documents/{id}/deliveries/{delivery}/secret`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/deliveries/{self.part(delivery)}/secret",
            body=body,
        )

    def copy(
        self,
        id: str,
        body: shared_types.DocumentsCopyBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> shared_types.Document:
        """Copy a document.

        The copy has the template, settings and deliveries of the document, and a merge address of
        its own.

        :param id: Id of the document.

        `POST /api/documents/{id}/copy`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/copy",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def renew_key(self, id: str) -> shared_types.Document:
        """Give a document another key.

        The merge address changes with the key; anyone who posts to the old one gets 404 from then
        on.

        :param id: Id of the document.

        `POST /api/documents/{id}/key`
        """
        return self.call("POST", f"/api/documents/{self.part(id)}/key")

    def list_addresses(self, id: str) -> List[shared_types.FormerAddress]:
        """List former addresses of a document.

        Merge addresses of another service that lead here, too. Its own address is in `url` of the
        thing itself.

        :param id: Id of the document.

        `GET /api/documents/{id}/addresses`
        """
        return self.call("GET", f"/api/documents/{self.part(id)}/addresses")

    def create_address(
        self,
        id: str,
        body: shared_types.DocumentsCreateAddressBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> shared_types.FormerAddress:
        """Take over a former address of a document.

        Whoever posts to the address of another service goes on with a change of host only: id and
        key stay. Anyone who knows the address may merge, as it was there. An address that leads to
        something else here is refused.

        :param id: Id of the document.

        `POST /api/documents/{id}/addresses`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/addresses",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def delete_address(self, id: str, address: str) -> shared_types.Done:
        """Delete a former address of a document.

        Whoever posts to it gets 404 from then on. The other addresses stay.

        :param id: Id of the document.
        :param address: Id of the entry.

        `DELETE /api/documents/{id}/addresses/{address}`
        """
        return self.call("DELETE", f"/api/documents/{self.part(id)}/addresses/{self.part(address)}")

    def lint_template(
        self,
        body: documents_types.DocumentsLintTemplateBody,
    ) -> documents_types.TemplateFindings:
        """Check a template without saving it.

        Returns all errors and warnings with their places, and the merge fields. Nothing is kept.

        `POST /api/templates/lint`
        """
        return self.call("POST", "/api/templates/lint", body=body)

    def list_placeholders(self, id: str) -> List[documents_types.Placeholder]:
        """Find what could be fields.

        Places of a Word or PowerPoint template that are filled in by hand: `[Company]`, `«Field»`,
        lines of underscores or dots, `XX.XX.XXXX`. Each with a name for its field, after the words
        around it. Templates of other types have none.

        :param id: Id of the document.

        `GET /api/documents/{id}/placeholders`
        """
        return self.call("GET", f"/api/documents/{self.part(id)}/placeholders")

    def create_placeholder(
        self,
        id: str,
        body: documents_types.DocumentsCreatePlaceholderBody,
        *,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
    ) -> shared_types.Document:
        """Make fields of placeholders.

        Writes `{$name}` in place of each placeholder that is named, in its format, and saves the
        file as a new version. Nothing else of the file changes.

        :param id: Id of the document.

        `POST /api/documents/{id}/placeholders`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/placeholders",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
            if_match=if_match,
        )

    def get_pdf_fields(
        self,
        id: str,
        *,
        if_none_match: Optional[str] = None,
    ) -> Optional[documents_types.DocumentsGetPdfFields]:
        """List the form fields of a PDF document.

        Each place of a field, with page, box, kind, name, text, condition and look, as `PUT` takes
        them. Hidden fields are left out.

        :param id: Id of the document.

        `GET /api/documents/{id}/pdf_fields`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/pdf_fields",
            if_none_match=if_none_match,
        )

    def update_pdf_fields(
        self,
        id: str,
        body: documents_types.DocumentsUpdatePdfFieldsBody,
        *,
        if_match: Optional[str] = None,
    ) -> documents_types.DocumentsGetPdfFields:
        """Set the form fields of a PDF document.

        The template gets the fields that are listed and no others, as a new version: those with an
        `id` are changed, others added, and what is not listed is removed. Members that are left out
        have their defaults; scripts, borders, fonts and hidden fields stay. Members that fields of
        one name share are those of the first.

        :param id: Id of the document.

        `PUT /api/documents/{id}/pdf_fields`
        """
        return self.call(
            "PUT",
            f"/api/documents/{self.part(id)}/pdf_fields",
            body=body,
            if_match=if_match,
        )

    def test_delivery(
        self,
        id: str,
        delivery: str,
        body: Optional[documents_types.DocumentsTestDeliveryBody] = None,
    ) -> shared_types.TestedDelivery:
        """Try a delivery out.

        Makes a test merge and really sends its file through this one delivery, once, even when the
        delivery is switched off. The answer has what the other side said; a failure of the other
        side is not a failure of the request.

        :param id: Id of the document.
        :param delivery: Id of the delivery.

        `POST /api/documents/{id}/deliveries/{delivery}/test`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/deliveries/{self.part(delivery)}/test",
            body=body,
        )
