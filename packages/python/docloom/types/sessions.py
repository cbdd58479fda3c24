"""Types of `sessions`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict

from . import shared as shared_types


class Passkey(TypedDict):
    # Identifier of the passkey.
    id: str
    # A name for people.
    name: str
    # 1 if it is kept elsewhere, too: it survives the device.
    backed_up: Literal[0, 1]
    # When it was made.
    created_at: str
    # When it was last used; empty for never.
    last_used_at: str


class _PasskeyRegistrationInput(TypedDict):
    # The passkey's id.
    id: str
    # The same id.
    rawId: str
    # Always `public-key`.
    type: Literal["public-key"]
    # The passkey's own answer.
    response: PasskeyRegistrationInputResponse


class PasskeyRegistrationInput(_PasskeyRegistrationInput, total=False):
    # What extensions say; none is asked for.
    clientExtensionResults: Dict[str, Any]


class _PasskeyRegistrationInputResponse(TypedDict):
    # What the browser says of the page, the challenge and the kind.
    clientDataJSON: str
    # The new public key, and what the passkey says of itself.
    attestationObject: str


class PasskeyRegistrationInputResponse(_PasskeyRegistrationInputResponse, total=False):
    """The passkey's own answer."""

    # The ways by which the browser reaches the passkey.
    transports: List[str]


class _PasskeyUseInput(TypedDict):
    # The passkey's id.
    id: str
    # The same id.
    rawId: str
    # Always `public-key`.
    type: Literal["public-key"]
    # The passkey's own answer.
    response: PasskeyUseInputResponse


class PasskeyUseInput(_PasskeyUseInput, total=False):
    # What extensions say; none is asked for.
    clientExtensionResults: Dict[str, Any]


class _PasskeyUseInputResponse(TypedDict):
    # What the browser says of the page, the challenge and the kind.
    clientDataJSON: str
    # For which service it answers, and whether the person was asked.
    authenticatorData: str
    # Its signature of both.
    signature: str


class PasskeyUseInputResponse(_PasskeyUseInputResponse, total=False):
    """The passkey's own answer."""

    # Whose it is, as the passkey has it.
    userHandle: str


class Session(TypedDict):
    # Identifier of the session.
    id: str
    # The API key that signed in; empty for a sign-in link.
    key_id: str
    # The name of that key.
    key_name: str
    # The workspace.
    workspace_id: str
    # The workspace's name.
    workspace: str
    # Who has signed in; empty for a key, and for a sign-in link.
    person_id: str
    # Their name.
    person: str
    # How it was opened: `key`, `link`, `mail`, `passkey`, `oidc` ...
    way: str
    # What the browser calls itself.
    user_agent: str
    # When it signed in.
    created_at: str
    # To within five minutes.
    last_used_at: str
    # When the session ends by itself.
    expires_at: str
    # 1 for the session of the request itself.
    current: Literal[0, 1]


class SessionsAccessSignInBody(TypedDict, total=False):
    # Where to go afterwards: an address of the console.
    to: str


class SessionsCreateBody(TypedDict, total=False):
    # An API key.
    key: str
    # The key's secret.
    secret: str
    # What follows # in a sign-in link, in place of key and secret.
    token: str


class SessionsCreatePasskeyBody(TypedDict):
    # A name for people.
    name: str
    # The challenge of the options.
    challenge: str
    # What the browser gave.
    response: PasskeyRegistrationInput


class SessionsIssuersSignInBody(TypedDict):
    # E-mail address
    email: str


class _SessionsMailSignInBody(TypedDict):
    # E-mail address
    email: str


class SessionsMailSignInBody(_SessionsMailSignInBody, total=False):
    # Where to go afterwards: an address of the console.
    to: str


class SessionsOpenidSignInBody(TypedDict, total=False):
    # Where to go afterwards: an address of the console.
    to: str
    # The address that somebody has typed, as a hint for the issuer.
    email: str
    # 1: the issuer is to ask anew who it is.
    fresh: bool


class SessionsOptionsSignInPasskey(TypedDict):
    # What the passkey signs.
    challenge: str


class _SessionsPasskeySignInBody(TypedDict):
    # The challenge of the options.
    challenge: str
    # What the browser gave.
    response: PasskeyUseInput


class SessionsPasskeySignInBody(_SessionsPasskeySignInBody, total=False):
    # Where to go afterwards: an address of the console.
    to: str


class SessionsUseSignInMail(TypedDict):
    # Where to go: an address of the console.
    to: str


class WaysToSignIn(TypedDict):
    # 1 where links to sign in are sent by mail.
    mail: Literal[0, 1]
    # 1 where passkeys can be used.
    passkey: Literal[0, 1]
    # Why passkeys cannot be used here; empty if they can.
    passkey_reason: str
    # 1 if Cloudflare Access has let this browser through.
    access: Literal[0, 1]
    # Issuers that the service knows for everybody.
    issuers: List[shared_types.ApprovalAskedBy]
