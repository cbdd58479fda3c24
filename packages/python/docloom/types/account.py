"""Types of `account`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, Optional, TypedDict



class Account(TypedDict):
    # Merges.
    merges: float
    # Test merges.
    test_merges: float
    # Identifier of the workspace.
    id: str
    # Its name.
    name: str
    # The same counts in this month (UTC).
    month: AccountMonth
    # Language and region for documents that do not set their own; empty for the service's own.
    locale: str
    # Time zone for documents that do not set their own.
    timezone: str
    # Currency for documents that do not set their own.
    currency: str
    # Days for which merged files are kept; empty for the service's default.
    retention_days: str
    # Hosts of private networks that webhooks and file addresses may name, as whoever runs the
    # service allows.
    internal_hosts: List[str]
    # Who is notified of runs and deliveries that are given up: a web address or e-mail addresses;
    # empty for nobody.
    alert_address: str
    # Days for which entries of the log are kept; empty for ever.
    audit_days: str
    # Whether calls to a web address are signed.
    alert_signed: bool
    # Merges allowed in a month: there is no limit, so 2147483647.
    max_merges: float
    # Merges of this month (UTC).
    merge_count: float
    # The same for test merges.
    max_test_merges: float
    # Test merges of this month.
    test_merge_count: float
    # When the month's counts start again, `YYYY-MM-DD HH:MM:SS` (UTC).
    merge_next_reset: str


class _AccountCreateConsentBody(TypedDict):
    # Kind of delivery.
    type: Literal["google_drive", "dropbox"]


class AccountCreateConsentBody(_AccountCreateConsentBody, total=False):
    # Id of an application of yours; the service's own when absent.
    client_id: str
    # Its secret; as it was shown, or left out, it is that of the delivery.
    client_secret: str
    # The document of a delivery that has the secret already.
    document_id: str
    # Its data route, in place of a document.
    route_id: str
    # That delivery.
    delivery_id: str


class _AccountCreateKeyBody(TypedDict):
    # A name for people.
    name: str


class AccountCreateKeyBody(_AccountCreateKeyBody, total=False):
    # What the key may; what its maker may when absent.
    rights: List[
        Literal[
            "document:read",
            "document:write",
            "document:publish",
            "delivery:write",
            "merge",
            "run:read",
            "run:data",
            "run:write",
            "tool:use",
            "identity:use",
            "identity:manage",
            "font:write",
            "account:read",
            "account:write",
            "key:read",
            "key:manage",
            "people:read",
            "people:manage",
            "audit:read",
            "bin:remove",
        ]
    ]
    # Ids of the only folders, with those below them, that the key may use; all when absent.
    folders: List[str]
    # When the key stops working by itself; never when absent.
    expires_at: str


class AccountMonth(TypedDict):
    """The same counts in this month (UTC)."""

    # Merges.
    merges: float
    # Test merges.
    test_merges: float


class AccountUpdateBody(TypedDict, total=False):
    # A name for people.
    name: str
    # Language and region for documents that do not set their own, such as `en-US`.
    locale: str
    # Time zone for documents that do not set their own, such as `Europe/Berlin`.
    timezone: str
    # Currency for documents that do not set their own, such as `EUR`.
    currency: str
    # Days for which merged files are kept.
    retention_days: int
    # As it is: which hosts of private networks may be named is set by whoever runs the service
    # (`INTERNAL_HOSTS`).
    internal_hosts: List[str]
    # Days for which entries of the log are kept, at least 30; empty for ever. Only entries before a
    # signed head are removed.
    audit_days: int
    # Who is notified of runs and deliveries that are given up: a web address, which is called, or
    # e-mail addresses.
    alert_address: str


class AccountUpdateKeyBody(TypedDict, total=False):
    # A name for people.
    name: str
    # What it may; null for what you may.
    rights: List[
        Literal[
            "document:read",
            "document:write",
            "document:publish",
            "delivery:write",
            "merge",
            "run:read",
            "run:data",
            "run:write",
            "tool:use",
            "identity:use",
            "identity:manage",
            "font:write",
            "account:read",
            "account:write",
            "key:read",
            "key:manage",
            "people:read",
            "people:manage",
            "audit:read",
            "bin:remove",
        ]
    ]
    # The only folders it may use; null for all.
    folders: List[str]
    # When it stops working; null for never.
    expires_at: str


class _AccountUpdateMailServerBody(TypedDict):
    # Sender of mails that name none.
    sender: str
    # The mail server.
    host: str


class AccountUpdateMailServerBody(_AccountUpdateMailServerBody, total=False):
    # Its port: 25, 465, 587 or 2525; what is usual for the security when absent.
    port: int
    # `tls` from the first byte, `starttls` (when absent), or `none`, without a password.
    security: Literal["starttls", "tls", "none"]
    # Name of the login; empty for none.
    user: str
    # Its password, kept encrypted; left out or as it was shown: the one that is kept.
    password: str
    # Where the domain's DKIM key is, if your mail provider named one.
    dkim_selector: str


class BegunConsent(TypedDict):
    # Address of the platform.
    url: str
    # Comes back with what was given.
    state: str


class Consents(TypedDict):
    # The address that an application of your own has to be registered with.
    redirect_uri: str
    # The kinds, in the order in which the console shows them.
    platforms: List[ConsentsPlatform]


class ConsentsPlatform(TypedDict):
    # Kind of delivery.
    type: Literal["google_drive", "dropbox"]
    # The platform.
    name: str
    # 1: the service has an application of its own; none has to be named.
    application: Literal[0, 1]


class _MailServer(TypedDict):
    # How mails leave: by the workspace's own server, by the service's, or not at all: they are kept
    # in the local mailbox.
    way: Literal["server", "service", "kept_here"]
    # Sender of mails that name none; empty without a server.
    sender: str
    # The server; empty for none.
    host: str
    # Its port; 0 without a server.
    port: int
    # `tls` from the first byte, `starttls`, or `none`.
    security: Literal["starttls", "tls", "none"]
    # Name of the login; empty for none.
    user: str
    # Eight stars if there is one; it is never shown.
    password: str
    # Where the domain's DKIM key is; empty: usual names are tried.
    dkim_selector: str
    # The sender's domain; empty without a server.
    domain: str


class MailServer(_MailServer, total=False):
    # What the DNS says about mails of the domain; with `check=1`, and after it was saved.
    checks: List[SenderCheck]


class NewApiKey(TypedDict):
    # The key: the user name of the pair.
    id: str
    # A name for people.
    name: str
    # When it was made.
    created_at: str
    # When it was last used, to within five minutes; empty for never.
    last_used_at: str
    # When it was revoked; empty while it works.
    revoked_at: str
    # When it stops working by itself; empty for never.
    expires_at: str
    # What it may; null for everything.
    rights: Optional[List[str]]
    # Ids of the only folders it may use; null for all.
    folders: Optional[List[str]]
    # The person who made it; empty for another key and the command line.
    made_by: str
    # The person who revoked it; empty if nobody is known.
    revoked_by: str
    # 1 for the key of the request itself.
    current: Literal[0, 1]
    # The secret: the password of the pair.
    secret: str


class SenderCheck(TypedDict):
    # What was looked up.
    name: Literal["spf", "dkim", "dmarc"]
    # Whether receivers find what they look for.
    ok: bool
    # What was found, or what is missing and what to do.
    message: str


class _Usage(TypedDict):
    # Merges that are done.
    merges: int
    # Test merges that are done.
    test_merges: int
    # Merges and test merges that failed.
    failed: int


class Usage(_Usage, total=False):
    # The day (UTC), when counted by day.
    day: str
    # The month (UTC), when counted by month.
    month: str
    # The document, when counted by document.
    document_id: str
    # With `by=total`: what the workspace keeps now: template versions, samples, fonts, data and
    # files of runs, sessions.
    storage_bytes: int
    # With `by=total`: what it may keep.
    storage_quota_bytes: int


class User(TypedDict):
    # The API key.
    id: str
    # Its name, or the workspace's.
    name: str
    # The workspace.
    account_id: str
    # Its name.
    account: str
    # Who has signed in; empty for an API key.
    person_id: str
    # Their address.
    email: str
    # What the credentials may do in the workspace.
    rights: List[str]
    # Folders, with those below them, in which the credentials have other rights.
    folders: List[UserFolder]


class UserFolder(TypedDict):
    # Path of the folder.
    path: str
    # What the credentials may do in it.
    rights: List[str]
