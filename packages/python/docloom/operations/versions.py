"""Operations of `versions`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ..files import AnsweredFile
from ..transport import Resource
from ..types import shared as shared_types
from ..types import versions as versions_types


class VersionsOperations(Resource):
    def list(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["version", "-version"]] = None,
    ) -> List[versions_types.TemplateVersion]:
        """List the template versions of a document.

        Every template that the document has or had, with who saved it and when; drafts among them.

        :param id: Id of the document.
        :param limit: Rows of a page, at most 1000; 1000 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `version` when
            absent.

        `GET /api/documents/{id}/versions`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/versions",
            query={"limit": limit, "cursor": cursor, "order": order},
        )

    def get(self, id: str, version: str) -> versions_types.TemplateVersion:
        """Get a template version.

        One version: when it was saved, by whom, and whether merges use it.

        :param id: Id of the document.
        :param version: Number of the version: 1, 2, 3, ...

        `GET /api/documents/{id}/versions/{version}`
        """
        return self.call("GET", f"/api/documents/{self.part(id)}/versions/{self.part(version)}")

    def get_file(self, id: str, version: str) -> shared_types.DocumentFile:
        """Get the file of a template version.

        The template as base64, as the document's own `file` shows it; for html documents, too.

        :param id: Id of the document.
        :param version: Number of the version: 1, 2, 3, ...

        `GET /api/documents/{id}/versions/{version}/file`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/versions/{self.part(version)}/file",
        )

    def get_fields(
        self,
        id: str,
        version: str,
        *,
        attributes: Optional[bool] = None,
        format: Optional[Literal["json_schema", "json_swagger"]] = None,
    ) -> Union[List[shared_types.Field], List[shared_types.FieldWithAttributes], Dict[str, Any]]:
        """List the merge fields of a template version.

        The fields that the version's template has, under the settings that the document has today.

        :param id: Id of the document.
        :param version: Number of the version: 1, 2, 3, ...
        :param attributes: 1: with type, occurrences, choices and members of each field.
        :param format: A JSON Schema of the merge data, in place of the list.

        `GET /api/documents/{id}/versions/{version}/fields`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/versions/{self.part(version)}/fields",
            query={"attributes": attributes, "format": format},
        )

    def get_changes(
        self,
        id: str,
        version: str,
        *,
        against: Optional[str] = None,
    ) -> versions_types.VersionChanges:
        """Compare two template versions.

        The fields and the text, line by line: lines of html, paragraphs of Word and PowerPoint
        files, cells of workbooks, what the fields of a PDF form hold. How things look is not
        compared.

        :param id: Id of the document.
        :param version: Number of the version: 1, 2, 3, ...
        :param against: The other version; the one before when absent.

        `GET /api/documents/{id}/versions/{version}/changes`
        """
        return self.call(
            "GET",
            f"/api/documents/{self.part(id)}/versions/{self.part(version)}/changes",
            query={"against": against},
        )

    def merge(
        self,
        id: str,
        version: str,
        body: Optional[Dict[str, Any]] = None,
        *,
        download: Optional[Union[Literal["url"], bool]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Union[shared_types.MergeExplanation, shared_types.MergeAccepted, AnsweredFile]:
        """Test a template version with data.

        Always a test merge, with the settings that the document has today. `download` as for the
        document's own merge.

        :param id: Id of the document.
        :param version: Number of the version: 1, 2, 3, ...
        :param download: 1: the answer is the merged file; `url`: a link to it that expires.

        `POST /api/documents/{id}/versions/{version}/merge`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/versions/{self.part(version)}/merge",
            query={"download": download},
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def publish(
        self,
        id: str,
        version: str,
        body: Optional[versions_types.VersionsPublishBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> shared_types.Document:
        """Publish a draft.

        The draft becomes the version that merges use. Refused while the document's own tests
        (`settings[tests]`) fail with it, and when it drops fields for which the last runs had data;
        `force=1` publishes all the same.

        :param id: Id of the document.
        :param version: Number of the version: 1, 2, 3, ...

        `POST /api/documents/{id}/versions/{version}/publish`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/versions/{self.part(version)}/publish",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def test(
        self,
        id: str,
        version: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> versions_types.TestedVersion:
        """Run a document's tests on a version.

        Runs `settings[tests]` of the document with any version of its template. Nothing is changed.

        :param id: Id of the document.
        :param version: Number of the version: 1, 2, 3, ...

        `POST /api/documents/{id}/versions/{version}/test`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/versions/{self.part(version)}/test",
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def restore(
        self,
        id: str,
        version: str,
        body: Optional[versions_types.VersionsPublishBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> shared_types.Document:
        """Restore a template version.

        An old template becomes the newest version. Held to the document's tests and to the fields
        that the last runs used, as a draft that is published; `force=1` restores all the same.

        :param id: Id of the document.
        :param version: Number of the version: 1, 2, 3, ...

        `POST /api/documents/{id}/versions/{version}/restore`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/versions/{self.part(version)}/restore",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def list_document_approvals(self, id: str) -> List[versions_types.Approval]:
        """List the approvals of a document.

        What was asked for and what became of it, newest first, the last 200.

        :param id: Id of the document.

        `GET /api/documents/{id}/approvals`
        """
        return self.call("GET", f"/api/documents/{self.part(id)}/approvals")

    def create_document_approval(
        self,
        id: str,
        body: Optional[versions_types.VersionsCreateDocumentApprovalBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> versions_types.Approval:
        """Ask for approval of a change.

        Of a document whose `settings[approval]` is on: of a version that merges are to use, of
        settings, or of a delivery that is to be switched on or off. The approval is of everything
        that merges would use then: if anything of it changes, it is good for nothing.

        :param id: Id of the document.

        `POST /api/documents/{id}/approvals`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/approvals",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def list_document_approvers(self, id: str) -> List[shared_types.ApprovalAskedBy]:
        """List who can approve changes of a document.

        Members who may publish it, but for whoever asks.

        :param id: Id of the document.

        `GET /api/documents/{id}/approvers`
        """
        return self.call("GET", f"/api/documents/{self.part(id)}/approvers")

    def approve_document_approval(
        self,
        id: str,
        approval: str,
        body: Optional[versions_types.VersionsApproveDocumentApprovalBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> versions_types.Approval:
        """Approve a change.

        Only a person who is signed in, and neither the one who asks nor the one who wrote the
        version, by whatever key. Then the change can be made once, as it was asked for: publish the
        version, or send the settings or the delivery again.

        :param id: Id of the document.
        :param approval: Id of the approval.

        `POST /api/documents/{id}/approvals/{approval}/approve`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/approvals/{self.part(approval)}/approve",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def give_back_document_approval(
        self,
        id: str,
        approval: str,
        body: versions_types.VersionsGiveBackDocumentApprovalBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> versions_types.Approval:
        """Give a change back.

        With a comment that says what is wrong. Who asked can change it and ask again.

        :param id: Id of the document.
        :param approval: Id of the approval.

        `POST /api/documents/{id}/approvals/{approval}/give_back`
        """
        return self.call(
            "POST",
            f"/api/documents/{self.part(id)}/approvals/{self.part(approval)}/give_back",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def delete_document_approval(self, id: str, approval: str) -> shared_types.Done:
        """Withdraw an approval.

        One that waits, or was given and not used: the change can no longer be made with it.

        :param id: Id of the document.
        :param approval: Id of the approval.

        `DELETE /api/documents/{id}/approvals/{approval}`
        """
        return self.call(
            "DELETE",
            f"/api/documents/{self.part(id)}/approvals/{self.part(approval)}",
        )
