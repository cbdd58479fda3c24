"""Operations of `folders`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, Optional

from ..transport import Resource
from ..types import folders as folders_types
from ..types import shared as shared_types


class FoldersOperations(Resource):
    def list(self) -> List[folders_types.FoldersList]:
        """List folders.

        Every folder by its whole path, in the order of the paths.

        `GET /api/folders`
        """
        return self.call("GET", "/api/folders")

    def create(
        self,
        body: shared_types.DocumentsCopyBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> folders_types.FoldersList:
        """Make a folder.

        Missing folders above it are made. Saving a document into a folder makes it, too.

        `POST /api/folders`
        """
        return self.call(
            "POST",
            "/api/folders",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def list_documents(self) -> List[folders_types.FoldersList]:
        """List the folders of documents.

        Folders that hold documents, directly or in a folder below.

        `GET /api/folders/documents`
        """
        return self.call("GET", "/api/folders/documents")

    def update(
        self,
        folder: str,
        body: shared_types.DocumentsCopyBody,
    ) -> folders_types.FoldersList:
        """Rename or move a folder.

        `name` is the whole new path. Everything in the folder and in those below moves with it.

        :param folder: Id of the folder.

        `PUT /api/folders/{folder}`
        """
        return self.call("PUT", f"/api/folders/{self.part(folder)}", body=body)

    def delete(
        self,
        folder: str,
        *,
        contents: Optional[Literal["move", "delete"]] = None,
    ) -> shared_types.Done:
        """Delete a folder.

        An empty folder is deleted at once. When something is in it or below, `contents` says what
        becomes of it: `move` puts documents and data routes into the folder above, `delete` deletes
        them. Folders below are deleted in any case.

        :param folder: Id of the folder.
        :param contents: What becomes of documents and data routes in the folder.

        `DELETE /api/folders/{folder}`
        """
        return self.call(
            "DELETE",
            f"/api/folders/{self.part(folder)}",
            query={"contents": contents},
        )
