<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `identities`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type IdentitiesCreateBody array{
 *   // A name for people, unique in the workspace.
 *   name: string,
 *   // PKCS#12 (.p12, .pfx) or PEM, as base64 or as a file part: the private key and its certificates.
 *   file?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // Opens the file or the private key; it is not kept.
 *   password?: string,
 *   // The private key as PEM, in place of `file`.
 *   private_key?: string,
 *   // With `private_key`: its certificate and those above it, as PEM.
 *   certificates?: string,
 * }
 *
 * @phpstan-type IdentitiesUpdateBody array{
 *   // A name for people, unique in the workspace.
 *   name?: string,
 *   // PKCS#12 (.p12, .pfx) or PEM, as base64 or as a file part: the private key and its certificates.
 *   file?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // Opens the file or the private key; it is not kept.
 *   password?: string,
 *   // The private key as PEM, in place of `file`.
 *   private_key?: string,
 *   // With `private_key`: its certificate and those above it, as PEM.
 *   certificates?: string,
 * }
 *
 * @phpstan-type SigningIdentity array{
 *   // Identifier of the identity.
 *   id: string,
 *   // A name for people, unique in the workspace.
 *   name: string,
 *   // Whose certificate it is, as a distinguished name.
 *   subject: string,
 *   // Who issued it.
 *   issuer: string,
 *   // Serial number of the certificate, hexadecimal.
 *   serial_number: string,
 *   // SHA-256 of the certificate, hexadecimal.
 *   fingerprint: string,
 *   // When the certificate becomes valid.
 *   valid_from: string,
 *   // When its validity ends.
 *   valid_to: string,
 *   // 1 once it is no longer valid: it can no longer sign.
 *   expired: 0|1,
 *   // When it was made.
 *   created_at: string,
 *   // When it was last changed.
 *   updated_at: string,
 * }
 *
 * @phpstan-type UsedSigningIdentity array{
 *   // Identifier of the identity.
 *   id: string,
 *   // A name for people, unique in the workspace.
 *   name: string,
 *   // Whose certificate it is, as a distinguished name.
 *   subject: string,
 *   // Who issued it.
 *   issuer: string,
 *   // Serial number of the certificate, hexadecimal.
 *   serial_number: string,
 *   // SHA-256 of the certificate, hexadecimal.
 *   fingerprint: string,
 *   // When the certificate becomes valid.
 *   valid_from: string,
 *   // When its validity ends.
 *   valid_to: string,
 *   // 1 once it is no longer valid: it can no longer sign.
 *   expired: 0|1,
 *   // When it was made.
 *   created_at: string,
 *   // When it was last changed.
 *   updated_at: string,
 *   // Names of documents and data routes that are to be signed by it, of those that you see; at most 40.
 *   used_by: list<string>,
 * }
 */
interface IdentitiesTypes
{
}
