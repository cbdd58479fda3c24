"""Operations of `account`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, Optional

from ..transport import Resource
from ..types import account as account_types
from ..types import shared as shared_types


class AccountOperations(Resource):
    def get(self) -> account_types.Account:
        """Get the account.

        The workspace of the credentials: its defaults for documents, and its merges in total and in
        this month. The `ETag` is that of the settings.

        `GET /api/account`
        """
        return self.call("GET", "/api/account")

    def update(
        self,
        body: Optional[account_types.AccountUpdateBody] = None,
        *,
        if_match: Optional[str] = None,
    ) -> account_types.Account:
        """Change the workspace's defaults.

        Only the members you send are changed. `retention_days` 0 keeps merged files only until they
        are delivered. With `If-Match` only if the settings have not changed.

        `PUT /api/account`
        """
        return self.call("PUT", "/api/account", body=body, if_match=if_match)

    def renew_alert_secret(
        self,
        body: Optional[shared_types.DocumentsRenewDeliverySecretBody] = None,
    ) -> shared_types.RotatedSecret:
        """Make a signing secret for alerts.

        Calls to the alert address are signed with the new secret from now on, as webhooks are. With
        `keep_old=1` they carry a second signature with the former secret; made again without it,
        only the new one is left.

        `POST /api/account/alert_secret`
        """
        return self.call("POST", "/api/account/alert_secret", body=body)

    def get_mail_server(self, *, check: Optional[bool] = None) -> account_types.MailServer:
        """Get the mail server.

        How mails of the workspace leave, and the server that it set. With `check=1` SPF, DKIM and
        DMARC of the sender's domain are looked up.

        :param check: 1: also look the sender's domain up.

        `GET /api/mail_server`
        """
        return self.call("GET", "/api/mail_server", query={"check": check})

    def update_mail_server(
        self,
        body: account_types.AccountUpdateMailServerBody,
    ) -> account_types.MailServer:
        """Set the mail server.

        Mails of the workspace leave by this server. It is saved only if it can be reached and takes
        the login, which is tried first. The answer says what SPF, DKIM and DMARC of the sender's
        domain say.

        `PUT /api/mail_server`
        """
        return self.call("PUT", "/api/mail_server", body=body)

    def delete_mail_server(self) -> account_types.MailServer:
        """Remove the mail server.

        Mails go the way of the service again, also those that wait to be sent.

        `DELETE /api/mail_server`
        """
        return self.call("DELETE", "/api/mail_server")

    def get_user(self) -> account_types.User:
        """Get the user of the credentials.

        Who the credentials are; clients ask this to check them.

        `GET /api/user`
        """
        return self.call("GET", "/api/user")

    def list_usage(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        document_id: Optional[str] = None,
        by: Optional[Literal["day", "month", "document", "document_day", "total"]] = None,
    ) -> List[account_types.Usage]:
        """Count merges by day, month or document.

        Counts runs of documents between two days (UTC), both included. Days on which nothing was
        merged are left out. `by=total` is one row for the whole time, with the bytes that the
        workspace keeps and may keep.

        :param from_: The first day; 30 days before the last one when absent.
        :param to: The last day; today when absent.
        :param document_id: Only this document.
        :param by: What to count by; `day` when absent.

        `GET /api/usage`
        """
        return self.call(
            "GET",
            "/api/usage",
            query={"from": from_, "to": to, "document_id": document_id, "by": by},
        )

    def list_keys(
        self,
        *,
        status: Optional[Literal["active", "revoked"]] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[
            Literal["created_at", "-created_at", "name", "-name", "last_used_at", "-last_used_at"]
        ] = None,
    ) -> List[shared_types.ApiKey]:
        """List API keys.

        The keys of the workspace with their last use, without their secrets, which are not kept.

        :param status: Only keys that work, or that no longer do.
        :param search: Part of the name or of the key; case does not matter.
        :param limit: Rows of a page, at most 1000; 100 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `created_at`
            when absent.

        `GET /api/keys`
        """
        return self.call(
            "GET",
            "/api/keys",
            query={
                "status": status,
                "search": search,
                "limit": limit,
                "cursor": cursor,
                "order": order,
            },
        )

    def create_key(self, body: account_types.AccountCreateKeyBody) -> account_types.NewApiKey:
        """Make an API key.

        The answer shows the secret, which is kept as a digest only: it cannot be shown again.
        Without `rights` and `folders` the key may what its maker may. A key never has rights,
        folders or a time that its maker has not; one that may write templates may read the data of
        samples.

        `POST /api/keys`
        """
        return self.call("POST", "/api/keys", body=body)

    def update_key(
        self,
        key: str,
        body: Optional[account_types.AccountUpdateKeyBody] = None,
    ) -> shared_types.ApiKey:
        """Change an API key.

        The key itself and its secret stay; what is not sent stays, too. Other rights hold from its
        next request on. Nobody gives a key rights, folders or a time that they have not.

        :param key: The key's id.

        `PUT /api/keys/{key}`
        """
        return self.call("PUT", f"/api/keys/{self.part(key)}", body=body)

    def delete_key(self, key: str) -> shared_types.Done:
        """Revoke an API key.

        The key stops working at once, and the sessions that it opened end. It stays in the list.

        :param key: The key's id.

        `DELETE /api/keys/{key}`
        """
        return self.call("DELETE", f"/api/keys/{self.part(key)}")

    def get_consents(self) -> account_types.Consents:
        """List what accounts can be connected.

        Kinds of delivery that go to a person's own store, and whether the service has an
        application of its own there.

        `GET /api/consents`
        """
        return self.call("GET", "/api/consents")

    def create_consent(
        self,
        body: account_types.AccountCreateConsentBody,
    ) -> account_types.BegunConsent:
        """Begin to connect an account.

        For the console. The answer says where the browser has to go; the platform asks the person,
        and sends the browser back to `/api/consents/callback`, which leads to
        `/console/consent#given=...`: that goes into the setting `refresh_token` of a delivery
        within an hour. Only the browser that began can finish, within fifteen minutes.

        `POST /api/consents`
        """
        return self.call("POST", "/api/consents", body=body)

    def get_consent_callback(
        self,
        *,
        code: Optional[str] = None,
        state: Optional[str] = None,
        iss: Optional[str] = None,
        error: Optional[str] = None,
    ) -> None:
        """Come back from a platform.

        Where platforms send browsers back to (RFC 6749, 4.1.2). It leads to `/console/consent`,
        with `given` or `failed` behind the `#`.

        :param code: As the platform gave it.
        :param state: As it was given to the platform.
        :param iss: The platform's authorization server.
        :param error: Why it lets nobody in.

        `GET /api/consents/callback`
        """
        return self.call(
            "GET",
            "/api/consents/callback",
            query={"code": code, "state": state, "iss": iss, "error": error},
            is_open=True,
        )
