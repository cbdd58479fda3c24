"""Operations of `fonts`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Optional

from ..transport import Resource
from ..types import fonts as fonts_types
from ..types import shared as shared_types


class FontsOperations(Resource):
    def list(self) -> List[fonts_types.Font]:
        """List fonts.

        The workspace's own fonts, by family, weight and style.

        `GET /api/fonts`
        """
        return self.call("GET", "/api/fonts")

    def create(
        self,
        body: fonts_types.FontsCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> fonts_types.Font:
        """Add a font.

        A TTF, OTF, WOFF or WOFF2 file, which html, Office and PDF documents of the workspace are
        drawn with wherever they name its family. It takes the place of the font of the same family,
        weight and style. Fonts whose licence bits (OS/2 fsType) keep documents from carrying a part
        of them are refused. Up to 100 fonts.

        `POST /api/fonts`
        """
        return self.call(
            "POST",
            "/api/fonts",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def delete(self, font: str) -> shared_types.Done:
        """Delete a font.

        Documents that name it are drawn with a font of the service from then on. It lies in the bin
        for 30 days.

        :param font: The font's id.

        `DELETE /api/fonts/{font}`
        """
        return self.call("DELETE", f"/api/fonts/{self.part(font)}")
