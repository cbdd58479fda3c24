"""Types of `people`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict

from . import shared as shared_types


class Directory(TypedDict):
    # 1 if a directory may say who is in the workspace.
    connected: Literal[0, 1]
    # What the directory calls the tenant URL, or the base URL.
    address: str
    # What its people become; empty if there is none.
    role: str
    # When its token was made; empty if there is none.
    created_at: str
    # When it was last here; empty for never.
    last_used_at: str


class Invitation(TypedDict):
    # Identifier of the invitation.
    id: str
    # Who is invited.
    email: str
    # What they become.
    role: str
    # Folders where they get another role.
    folders: List[InvitationFolder]
    # Id of the person who invites; empty for an API key.
    invited_by: str
    # When it was sent.
    created_at: str
    # Until when it can be accepted.
    expires_at: str


class InvitationFolder(TypedDict):
    # Id of the folder.
    id: str
    # The role in it; `none` for nothing.
    role: str


class InvitationOffer(TypedDict):
    # Name of the workspace.
    workspace: str
    # Who is invited.
    email: str
    # What they become.
    role: str
    # Until when it can be accepted.
    expires_at: str


class Issuer(TypedDict):
    # Identifier of the issuer.
    id: str
    # Its name for people.
    name: str
    # The issuer's identifier.
    issuer: str
    # This service as the issuer's client.
    client_id: str
    # 1 if there is a client secret, which is not shown.
    has_secret: Literal[0, 1]
    # The domain whose people sign in by it.
    domain: str
    # 1 while the domain's record is there: only then people can sign in.
    proved: Literal[0, 1]
    # The name of the TXT record that proves the domain.
    record_name: str
    # What the record has to say.
    record_value: str
    # The redirect address that the issuer has to know.
    redirect_uri: str
    # The role of people whom nobody invited; `none`: they are turned away.
    newcomer_role: str
    # 1: the workspace's people sign in by this issuer only.
    only_way: Literal[0, 1]
    # When it was set.
    created_at: str


class NewDirectory(TypedDict):
    # 1 if a directory may say who is in the workspace.
    connected: Literal[0, 1]
    # What the directory calls the tenant URL, or the base URL.
    address: str
    # What its people become; empty if there is none.
    role: str
    # When its token was made; empty if there is none.
    created_at: str
    # When it was last here; empty for never.
    last_used_at: str
    # The bearer token that the directory has to send.
    token: str


class PeopleAcceptInvitationBody(TypedDict):
    # What follows # in the invitation's link.
    token: str
    # A name for people.
    name: str


class PeopleCreateDirectoryBody(TypedDict):
    # What the directory's people become.
    role: Literal["editor", "operator", "viewer", "auditor"]


class _PeopleCreateInvitationBody(TypedDict):
    # E-mail address.
    email: str
    # `owner`, `editor`, `operator`, `viewer` or `auditor`.
    role: Literal["owner", "editor", "operator", "viewer", "auditor"]


class PeopleCreateInvitationBody(_PeopleCreateInvitationBody, total=False):
    # Folders where the person has another role, in place of all that were there.
    folders: List[PeopleUpdateBodyFolder]


class _PeopleCreateIssuerBody(TypedDict):
    # Its name for people.
    name: str
    # The issuer's identifier, as its tokens have it.
    issuer: str
    # The id that the issuer has given to this service.
    client_id: str
    # The domain whose people sign in by it.
    domain: str


class PeopleCreateIssuerBody(_PeopleCreateIssuerBody, total=False):
    # The secret that belongs to it; empty for none, left out to keep the one that is there.
    client_secret: str
    # The role of people whom nobody invited; `none`: they are turned away.
    newcomer_role: Literal["none", "editor", "operator", "viewer", "auditor"]
    # 1: the workspace's people sign in by this issuer only. API keys go on as they are.
    only_way: bool


class _PeopleFirstOwnerBody(TypedDict):
    # E-mail address.
    email: str


class PeopleFirstOwnerBody(_PeopleFirstOwnerBody, total=False):
    # A name for people.
    name: str


class PeopleUpdateBody(TypedDict, total=False):
    # A name for people.
    name: str
    # `owner`, `editor`, `operator`, `viewer` or `auditor`.
    role: Literal["owner", "editor", "operator", "viewer", "auditor"]
    # Folders where the person has another role, in place of all that were there.
    folders: List[PeopleUpdateBodyFolder]


class PeopleUpdateBodyFolder(TypedDict):
    # Id of the folder.
    id: str
    # The role in it and below it; `none` for nothing.
    role: Literal["editor", "operator", "viewer", "none"]


class Person(TypedDict):
    # Identifier of the person.
    id: str
    # Their name.
    name: str
    # Their address, in small letters.
    email: str
    # What they may do in the workspace.
    role: Literal["owner", "editor", "operator", "viewer", "auditor"]
    # Folders where they have another role.
    folders: List[PersonFolder]
    # What they have signed in by besides mail: `passkey`, and issuers by their address.
    ways: List[str]
    # Since when they are a member.
    created_at: str
    # When they were last here; empty for never.
    last_seen_at: str
    # 1 for whoever asks.
    current: Literal[0, 1]


class PersonAccess(TypedDict):
    # Keys they made and that work.
    keys: List[shared_types.ApiKey]
    # Browsers that are signed in.
    sessions: float
    # Documents whose merge addresses they could see.
    documents: float
    # Data routes whose merge addresses they could see.
    routes: float


class PersonFolder(TypedDict):
    # Id of the folder.
    id: str
    # Its path.
    path: str
    # The role in it and below it; `none` for nothing.
    role: str


class SentInvitation(TypedDict):
    # Identifier of the invitation.
    id: str
    # Who is invited.
    email: str
    # What they become.
    role: str
    # Folders where they get another role.
    folders: List[InvitationFolder]
    # Id of the person who invites; empty for an API key.
    invited_by: str
    # When it was sent.
    created_at: str
    # Until when it can be accepted.
    expires_at: str
    # 1 if it left by mail.
    mailed: Literal[0, 1]
    # Where no mail leaves: the link to hand over, shown this once. Empty if it was mailed.
    link: str
    # Why the mail did not leave; empty otherwise.
    mail_problem: str
