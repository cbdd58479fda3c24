"""Types of `identities`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict

from ..files import Contents


class _IdentitiesCreateBody(TypedDict):
    # A name for people, unique in the workspace.
    name: str


class IdentitiesCreateBody(_IdentitiesCreateBody, total=False):
    # PKCS#12 (.p12, .pfx) or PEM, as base64 or as a file part: the private key and its
    # certificates.
    file: Contents
    # Opens the file or the private key; it is not kept.
    password: str
    # The private key as PEM, in place of `file`.
    private_key: str
    # With `private_key`: its certificate and those above it, as PEM.
    certificates: str


class IdentitiesUpdateBody(TypedDict, total=False):
    # A name for people, unique in the workspace.
    name: str
    # PKCS#12 (.p12, .pfx) or PEM, as base64 or as a file part: the private key and its
    # certificates.
    file: Contents
    # Opens the file or the private key; it is not kept.
    password: str
    # The private key as PEM, in place of `file`.
    private_key: str
    # With `private_key`: its certificate and those above it, as PEM.
    certificates: str


class SigningIdentity(TypedDict):
    # Identifier of the identity.
    id: str
    # A name for people, unique in the workspace.
    name: str
    # Whose certificate it is, as a distinguished name.
    subject: str
    # Who issued it.
    issuer: str
    # Serial number of the certificate, hexadecimal.
    serial_number: str
    # SHA-256 of the certificate, hexadecimal.
    fingerprint: str
    # When the certificate becomes valid.
    valid_from: str
    # When its validity ends.
    valid_to: str
    # 1 once it is no longer valid: it can no longer sign.
    expired: Literal[0, 1]
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str


class UsedSigningIdentity(TypedDict):
    # Identifier of the identity.
    id: str
    # A name for people, unique in the workspace.
    name: str
    # Whose certificate it is, as a distinguished name.
    subject: str
    # Who issued it.
    issuer: str
    # Serial number of the certificate, hexadecimal.
    serial_number: str
    # SHA-256 of the certificate, hexadecimal.
    fingerprint: str
    # When the certificate becomes valid.
    valid_from: str
    # When its validity ends.
    valid_to: str
    # 1 once it is no longer valid: it can no longer sign.
    expired: Literal[0, 1]
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str
    # Names of documents and data routes that are to be signed by it, of those that you see; at most
    # 40.
    used_by: List[str]
