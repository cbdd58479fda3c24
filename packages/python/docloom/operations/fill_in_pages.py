"""Operations of `fill_in_pages`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, Optional

from ..files import AnsweredFile
from ..transport import Resource
from ..types import fill_in_pages as fill_in_pages_types


class FillInPagesOperations(Resource):
    def get_document_fill_in(self, id: str) -> fill_in_pages_types.FillInPage:
        """Get the address of a fill-in page.

        What the page asks and says is in `settings[fill_in]` of the document.

        :param id: Id of the document.

        `GET /api/documents/{id}/fill_in`
        """
        return self.call("GET", f"/api/documents/{self.part(id)}/fill_in")

    def key_document_fill_in(self, id: str) -> fill_in_pages_types.FillInAddress:
        """Give a fill-in page another address.

        The old one leads nowhere from then on, and what is sent is counted anew.

        :param id: Id of the document.

        `POST /api/documents/{id}/fill_in/key`
        """
        return self.call("POST", f"/api/documents/{self.part(id)}/fill_in/key")

    def preview_document_fill_in(
        self,
        id: str,
        body: fill_in_pages_types.FillInPagesPreviewDocumentFillInBody,
    ) -> AnsweredFile:
        """Preview a fill-in page.

        The page as it would be with these settings; nothing is saved, and what is written in it
        goes nowhere.

        :param id: Id of the document.

        `POST /api/documents/{id}/fill_in/preview`
        """
        return self.call("POST", f"/api/documents/{self.part(id)}/fill_in/preview", body=body)

    def get_route_fill_in(self, id: str) -> fill_in_pages_types.FillInPage:
        """Get the address of a data route's fill-in page.

        What the page asks and says is in `settings[fill_in]` of the data route.

        :param id: Id of the data route.

        `GET /api/routes/{id}/fill_in`
        """
        return self.call("GET", f"/api/routes/{self.part(id)}/fill_in")

    def key_route_fill_in(self, id: str) -> fill_in_pages_types.FillInAddress:
        """Give a data route's fill-in page another address.

        The old one leads nowhere from then on, and what is sent is counted anew.

        :param id: Id of the data route.

        `POST /api/routes/{id}/fill_in/key`
        """
        return self.call("POST", f"/api/routes/{self.part(id)}/fill_in/key")

    def preview_route_fill_in(
        self,
        id: str,
        body: fill_in_pages_types.FillInPagesPreviewDocumentFillInBody,
    ) -> AnsweredFile:
        """Preview a data route's fill-in page.

        The page as it would be with these settings; nothing is saved, and what is written in it
        goes nowhere.

        :param id: Id of the data route.

        `POST /api/routes/{id}/fill_in/preview`
        """
        return self.call("POST", f"/api/routes/{self.part(id)}/fill_in/preview", body=body)

    def get_form(self, id: str, key: str) -> AnsweredFile:
        """Open a fill-in page.

        A page in html that works without scripts. Its query fills those fields that may be filled
        so, by their names; `lang` asks for a language.

        :param id: Id of the document or the data route.
        :param key: The page's own key.

        `GET /form/{id}/{key}`
        """
        return self.call("GET", f"/form/{self.part(id)}/{self.part(key)}", is_open=True)

    def create_form(self, id: str, key: str, body: Optional[Dict[str, Any]] = None) -> AnsweredFile:
        """Send a fill-in page.

        Takes the fields that the page asks for, and nothing else. They are merged as data, with the
        deliveries of the document or the data route.

        :param id: Id of the document or the data route.
        :param key: The page's own key.

        `POST /form/{id}/{key}`
        """
        return self.call("POST", f"/form/{self.part(id)}/{self.part(key)}", body=body, is_open=True)

    def get_turnstile(self) -> fill_in_pages_types.Turnstile:
        """Get the Turnstile keys.

        With keys, fill-in pages of the workspace have Cloudflare Turnstile tell people from
        programs.

        `GET /api/turnstile`
        """
        return self.call("GET", "/api/turnstile")

    def update_turnstile(
        self,
        body: fill_in_pages_types.FillInPagesUpdateTurnstileBody,
    ) -> fill_in_pages_types.Turnstile:
        """Set the Turnstile keys.

        From then on all fill-in pages of the workspace show the widget, and take no answer without
        it. Saved only if Turnstile knows the secret, which is tried first.

        `PUT /api/turnstile`
        """
        return self.call("PUT", "/api/turnstile", body=body)

    def delete_turnstile(self) -> fill_in_pages_types.Turnstile:
        """Remove the Turnstile keys.

        Fill-in pages of the workspace ask nobody again who sends them.

        `DELETE /api/turnstile`
        """
        return self.call("DELETE", "/api/turnstile")
