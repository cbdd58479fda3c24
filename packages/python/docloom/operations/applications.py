"""Operations of `applications`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List

from ..transport import Resource
from ..types import applications as applications_types
from ..types import shared as shared_types


class ApplicationsOperations(Resource):
    def request(
        self,
        body: applications_types.ApplicationsRequestBody,
    ) -> applications_types.ApplicationRequest:
        """Describe what an application asks for.

        For the console's page that asks a person whether an application may act for them (OAuth
        2.1).

        `POST /api/applications/request`
        """
        return self.call("POST", "/api/applications/request", body=body)

    def create(
        self,
        body: applications_types.ApplicationsCreateBody,
    ) -> shared_types.SessionsOpenidSignIn:
        """Let an application in, or turn it away.

        Only a person decides, with a session. What is granted is never more than the person may at
        the moment of use.

        `POST /api/applications`
        """
        return self.call("POST", "/api/applications", body=body)

    def list(self) -> List[applications_types.Application]:
        """List the applications that act for you.

        Those that the person who asks has let into this workspace.

        `GET /api/applications`
        """
        return self.call("GET", "/api/applications")

    def delete(self, application: str) -> shared_types.Done:
        """Turn an application out.

        Its tokens stop working at once.

        :param application: Id of the application.

        `DELETE /api/applications/{application}`
        """
        return self.call("DELETE", f"/api/applications/{self.part(application)}")
