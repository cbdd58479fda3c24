"""Operations of `identities`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Optional

from ..transport import Resource
from ..types import identities as identities_types
from ..types import shared as shared_types


class IdentitiesOperations(Resource):
    def list(self) -> List[identities_types.SigningIdentity]:
        """List signing identities.

        Who can sign for the workspace, by name. Private keys are never shown.

        `GET /api/identities`
        """
        return self.call("GET", "/api/identities")

    def create(
        self,
        body: identities_types.IdentitiesCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> identities_types.SigningIdentity:
        """Keep a signing identity.

        A private key with its certificates, kept encrypted under a key of the deployment, for
        `settings[signature]` and `sign_pdf`. Neither the private key nor the password is ever shown
        again.

        `POST /api/identities`
        """
        return self.call(
            "POST",
            "/api/identities",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def get(self, id: str) -> identities_types.UsedSigningIdentity:
        """Get a signing identity.

        What its certificate says, and what is signed by it. The private key is never shown.

        :param id: Id of the identity.

        `GET /api/identities/{id}`
        """
        return self.call("GET", f"/api/identities/{self.part(id)}")

    def update(
        self,
        id: str,
        body: Optional[identities_types.IdentitiesUpdateBody] = None,
    ) -> identities_types.SigningIdentity:
        """Change a signing identity.

        Another name, or another key with its certificates: documents that name the identity sign
        with it at once.

        :param id: Id of the identity.

        `PUT /api/identities/{id}`
        """
        return self.call("PUT", f"/api/identities/{self.part(id)}", body=body)

    def delete(self, id: str) -> shared_types.Deleted:
        """Delete a signing identity.

        Nothing is signed with its key from then on; it lies in the bin for 30 days, encrypted,
        unless an owner removes it for good. Signatures made with it stay as they are; merges that
        are to be signed by it fail.

        :param id: Id of the identity.

        `DELETE /api/identities/{id}`
        """
        return self.call("DELETE", f"/api/identities/{self.part(id)}")
