"""Operations of `people`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Optional

from ..transport import Resource
from ..types import people as people_types
from ..types import shared as shared_types


class PeopleOperations(Resource):
    def list(self) -> List[people_types.Person]:
        """List people.

        The members of the workspace with their roles, by name.

        `GET /api/people`
        """
        return self.call("GET", "/api/people")

    def first_owner(self, body: people_types.PeopleFirstOwnerBody) -> people_types.Person:
        """Name the first owner.

        In a workspace without owners, whoever has all rights names a person once, who becomes its
        first owner. A browser that asks is that person from then on. API keys stay as they are.

        `POST /api/people/first_owner`
        """
        return self.call("POST", "/api/people/first_owner", body=body)

    def leave(self) -> shared_types.Done:
        """Leave the workspace.

        Whoever is signed in is no member any more: their sessions end, and the keys they made are
        revoked.

        `POST /api/people/leave`
        """
        return self.call("POST", "/api/people/leave")

    def get(self, person: str) -> people_types.Person:
        """Get a person.

        A member of the workspace.

        :param person: Id of the person.

        `GET /api/people/{person}`
        """
        return self.call("GET", f"/api/people/{self.part(person)}")

    def update(
        self,
        person: str,
        body: Optional[people_types.PeopleUpdateBody] = None,
    ) -> people_types.Person:
        """Change a person's role.

        The role holds from the person's next request on. Nobody gives more than they have, and a
        workspace keeps an owner. Keys that the person made keep their rights.

        :param person: Id of the person.

        `PUT /api/people/{person}`
        """
        return self.call("PUT", f"/api/people/{self.part(person)}", body=body)

    def delete(
        self,
        person: str,
        *,
        keys_to: Optional[str] = None,
        renew: Optional[bool] = None,
    ) -> shared_types.Done:
        """Let a person go.

        In one step the person is no member any more, their sessions end, invitations they sent are
        withdrawn, and their keys are revoked, or belong to somebody else with `keys_to`. With
        `renew=1` the merge addresses that the person could see are renewed: programs that use them
        need the new ones.

        :param person: Id of the person.
        :param keys_to: Id of the person whom the keys belong to; revoked when absent.
        :param renew: 1 renews the merge addresses that the person could see.

        `DELETE /api/people/{person}`
        """
        return self.call(
            "DELETE",
            f"/api/people/{self.part(person)}",
            query={"keys_to": keys_to, "renew": renew},
        )

    def get_access(self, person: str) -> people_types.PersonAccess:
        """Show the keys and sessions of a person.

        What to decide about before a person is let go: the API keys they made and that work, how
        many browsers are signed in, and how many documents and data routes there are whose merge
        addresses they could see.

        :param person: Id of the person.

        `GET /api/people/{person}/access`
        """
        return self.call("GET", f"/api/people/{self.part(person)}/access")

    def list_invitations(self) -> List[people_types.Invitation]:
        """List invitations.

        Those that nobody has accepted yet, and those that have expired, newest first.

        `GET /api/invitations`
        """
        return self.call("GET", "/api/invitations")

    def create_invitation(
        self,
        body: people_types.PeopleCreateInvitationBody,
    ) -> people_types.SentInvitation:
        """Invite a person.

        The invitation waits for seven days; another one for the same address takes its place. Where
        mail leaves it is mailed, and only the mail has the link. Where none leaves, the answer has
        it once.

        `POST /api/invitations`
        """
        return self.call("POST", "/api/invitations", body=body)

    def send_invitation_again(self, invitation: str) -> people_types.SentInvitation:
        """Send an invitation again.

        With another link, for seven days from now; the one before stops working.

        :param invitation: Id of the invitation.

        `POST /api/invitations/{invitation}/again`
        """
        return self.call("POST", f"/api/invitations/{self.part(invitation)}/again")

    def delete_invitation(self, invitation: str) -> shared_types.Done:
        """Withdraw an invitation.

        Its link stops working at once.

        :param invitation: Id of the invitation.

        `DELETE /api/invitations/{invitation}`
        """
        return self.call("DELETE", f"/api/invitations/{self.part(invitation)}")

    def read_invitation(
        self,
        body: shared_types.PeopleReadInvitationBody,
    ) -> people_types.InvitationOffer:
        """Read an invitation.

        For the page that the link opens. Nothing is accepted yet.

        `POST /api/invitation`
        """
        return self.call("POST", "/api/invitation", body=body, is_open=True)

    def accept_invitation(
        self,
        body: people_types.PeopleAcceptInvitationBody,
    ) -> people_types.InvitationOffer:
        """Accept an invitation.

        The invited person is a member from now on, and the browser is signed in; the session's
        cookie is in Set-Cookie. A browser where somebody else is signed in accepts nothing.

        `POST /api/invitation/accept`
        """
        return self.call("POST", "/api/invitation/accept", body=body, is_open=True)

    def list_issuers(self) -> List[people_types.Issuer]:
        """List the workspace's issuers.

        OpenID Connect issuers by which the workspace's people sign in, without their secrets.

        `GET /api/issuers`
        """
        return self.call("GET", "/api/issuers")

    def create_issuer(
        self,
        body: people_types.PeopleCreateIssuerBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> people_types.Issuer:
        """Add an issuer.

        The issuer has to be on the public internet and to answer. People sign in by it once the
        domain's DNS has the TXT record of the answer.

        `POST /api/issuers`
        """
        return self.call(
            "POST",
            "/api/issuers",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def update_issuer(
        self,
        issuer: str,
        body: people_types.PeopleCreateIssuerBody,
    ) -> people_types.Issuer:
        """Change an issuer.

        Another domain has to be proved anew. `only_way` takes a domain that is proved, and ends the
        sessions that people have opened another way.

        :param issuer: Id of the issuer.

        `PUT /api/issuers/{issuer}`
        """
        return self.call("PUT", f"/api/issuers/{self.part(issuer)}", body=body)

    def delete_issuer(self, issuer: str) -> shared_types.Done:
        """Remove an issuer.

        Nobody signs in by it any more; sessions stay until they end.

        :param issuer: Id of the issuer.

        `DELETE /api/issuers/{issuer}`
        """
        return self.call("DELETE", f"/api/issuers/{self.part(issuer)}")

    def renew_issuer_proof(self, issuer: str) -> people_types.Issuer:
        """Look for an issuer's domain record.

        Looks up the TXT record. It is looked for again each day: once it is gone, nobody signs in
        by the issuer.

        :param issuer: Id of the issuer.

        `POST /api/issuers/{issuer}/proof`
        """
        return self.call("POST", f"/api/issuers/{self.part(issuer)}/proof")

    def get_directory(self) -> people_types.Directory:
        """Get the connection with a directory.

        A company's directory (Entra, Okta and others) that says by SCIM 2.0 who is in the
        workspace.

        `GET /api/directory`
        """
        return self.call("GET", "/api/directory")

    def create_directory(
        self,
        body: people_types.PeopleCreateDirectoryBody,
    ) -> people_types.NewDirectory:
        """Connect a directory.

        The answer shows the token, which is kept as a digest only. Asked for again, the token
        before stops working.

        `POST /api/directory`
        """
        return self.call("POST", "/api/directory", body=body)

    def delete_directory(self) -> shared_types.Done:
        """Disconnect the directory.

        Its token stops working. Its people stay members.

        `DELETE /api/directory`
        """
        return self.call("DELETE", "/api/directory")
