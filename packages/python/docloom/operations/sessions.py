"""Operations of `sessions`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, Optional

from ..transport import Resource
from ..types import sessions as sessions_types
from ..types import shared as shared_types


class SessionsOperations(Resource):
    def create(
        self,
        body: Optional[sessions_types.SessionsCreateBody] = None,
    ) -> sessions_types.Session:
        """Sign a browser in.

        For the console and other pages of this service. The session's token is returned as a cookie
        that scripts cannot read; it lasts twelve hours. Only pages of the service itself can use
        it. Programs do not need sessions.

        `POST /api/sessions`
        """
        return self.call("POST", "/api/sessions", body=body, is_open=True)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["created_at", "-created_at"]] = None,
    ) -> List[sessions_types.Session]:
        """List the browsers that are signed in.

        Sessions of the workspace that have not ended, with the browser that each belongs to: your
        own, or with the right `people:read` everybody's.

        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `created_at`
            when absent.

        `GET /api/sessions`
        """
        return self.call(
            "GET",
            "/api/sessions",
            query={"limit": limit, "cursor": cursor, "order": order},
        )

    def get(self, session: str) -> sessions_types.Session:
        """Get a session.

        `current` stands for the session of the request itself.

        :param session: Id of the session, or `current`.

        `GET /api/sessions/{session}`
        """
        return self.call("GET", f"/api/sessions/{self.part(session)}")

    def delete(self, session: str) -> shared_types.Done:
        """Sign a browser out.

        `current` stands for the session of the request itself, whose cookie is taken back as well.

        :param session: Id of the session, or `current`.

        `DELETE /api/sessions/{session}`
        """
        return self.call("DELETE", f"/api/sessions/{self.part(session)}")

    def get_sign_in(self) -> sessions_types.WaysToSignIn:
        """List the ways to sign in.

        For the screen of sign-in. An API key and its secret always open a session (`POST
        /api/sessions`).

        `GET /api/sign-in`
        """
        return self.call("GET", "/api/sign-in", is_open=True)

    def issuers_sign_in(
        self,
        body: sessions_types.SessionsIssuersSignInBody,
    ) -> List[shared_types.ApprovalAskedBy]:
        """Find the issuers for an address.

        By the address's domain alone: the answer does not tell whether there is such a person.

        `POST /api/sign-in/issuers`
        """
        return self.call("POST", "/api/sign-in/issuers", body=body, is_open=True)

    def openid_sign_in(
        self,
        issuer: str,
        body: Optional[sessions_types.SessionsOpenidSignInBody] = None,
    ) -> shared_types.SessionsOpenidSignIn:
        """Begin to sign in with an issuer.

        For the console. The answer says where the browser has to go; the issuer sends it back to
        `/api/sign-in/openid/ISSUER/callback`. Only the browser that began can finish, within
        fifteen minutes.

        :param issuer: Id of the issuer.

        `POST /api/sign-in/openid/{issuer}`
        """
        return self.call(
            "POST",
            f"/api/sign-in/openid/{self.part(issuer)}",
            body=body,
            is_open=True,
        )

    def get_sign_in_openid_callback(
        self,
        issuer: str,
        *,
        code: Optional[str] = None,
        state: Optional[str] = None,
        iss: Optional[str] = None,
        error: Optional[str] = None,
    ) -> None:
        """Come back from an issuer.

        Where issuers send browsers back to (OpenID Connect). It leads to the console, signed in, or
        to its screen of sign-in with `failed=REASON`.

        :param issuer: Id of the issuer.
        :param code: As the issuer gave it.
        :param state: As it was given to the issuer.
        :param iss: The issuer.
        :param error: Why the issuer lets nobody in.

        `GET /api/sign-in/openid/{issuer}/callback`
        """
        return self.call(
            "GET",
            f"/api/sign-in/openid/{self.part(issuer)}/callback",
            query={"code": code, "state": state, "iss": iss, "error": error},
            is_open=True,
        )

    def mail_sign_in(self, body: sessions_types.SessionsMailSignInBody) -> shared_types.Done:
        """Have a link to sign in mailed.

        The link works once, for fifteen minutes, in the browser that asked. The answer is the same
        whether or not there is such a person.

        `POST /api/sign-in/mail`
        """
        return self.call("POST", "/api/sign-in/mail", body=body, is_open=True)

    def use_sign_in_mail(
        self,
        body: shared_types.PeopleReadInvitationBody,
    ) -> sessions_types.SessionsUseSignInMail:
        """Sign in by a mailed link.

        With what follows # in the link, from the browser that asked for it. The link itself leads
        to a page with a button, so that a mail scanner that opens it uses nothing up.

        `POST /api/sign-in/mail/use`
        """
        return self.call("POST", "/api/sign-in/mail/use", body=body, is_open=True)

    def options_sign_in_passkey(self) -> sessions_types.SessionsOptionsSignInPasskey:
        """Begin to sign in with a passkey.

        What `navigator.credentials.get` takes, as JSON (Web Authentication Level 3).

        `POST /api/sign-in/passkey/options`
        """
        return self.call("POST", "/api/sign-in/passkey/options", is_open=True)

    def passkey_sign_in(
        self,
        body: sessions_types.SessionsPasskeySignInBody,
    ) -> sessions_types.SessionsUseSignInMail:
        """Sign in with a passkey.

        With what `navigator.credentials.get` gave, as JSON, and the challenge that it answers.

        `POST /api/sign-in/passkey`
        """
        return self.call("POST", "/api/sign-in/passkey", body=body, is_open=True)

    def access_sign_in(
        self,
        body: Optional[sessions_types.SessionsAccessSignInBody] = None,
    ) -> sessions_types.SessionsUseSignInMail:
        """Sign in by Cloudflare Access.

        Where the deployment names its team (ACCESS_TEAM, ACCESS_AUDIENCE): with the token that
        Access adds to each request.

        `POST /api/sign-in/access`
        """
        return self.call("POST", "/api/sign-in/access", body=body, is_open=True)

    def list_passkeys(self) -> List[sessions_types.Passkey]:
        """List your passkeys.

        Those of the person who asks.

        `GET /api/passkeys`
        """
        return self.call("GET", "/api/passkeys")

    def create_passkey(
        self,
        body: sessions_types.SessionsCreatePasskeyBody,
    ) -> sessions_types.Passkey:
        """Add a passkey.

        With what `navigator.credentials.create` gave, as JSON. A person may have 20.

        `POST /api/passkeys`
        """
        return self.call("POST", "/api/passkeys", body=body)

    def options_passkey(self) -> sessions_types.SessionsOptionsSignInPasskey:
        """Begin to make a passkey.

        What `navigator.credentials.create` takes, as JSON (Web Authentication Level 3).

        `POST /api/passkeys/options`
        """
        return self.call("POST", "/api/passkeys/options")

    def update_passkey(
        self,
        passkey: str,
        body: shared_types.DocumentsCopyBody,
    ) -> sessions_types.Passkey:
        """Rename a passkey.

        The passkey itself stays.

        :param passkey: Id of the passkey.

        `PUT /api/passkeys/{passkey}`
        """
        return self.call("PUT", f"/api/passkeys/{self.part(passkey)}", body=body)

    def delete_passkey(self, passkey: str) -> shared_types.Done:
        """Remove a passkey.

        It signs nobody in any more; sessions that it opened stay. The device keeps its half until
        somebody deletes it there.

        :param passkey: Id of the passkey.

        `DELETE /api/passkeys/{passkey}`
        """
        return self.call("DELETE", f"/api/passkeys/{self.part(passkey)}")
