<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `service`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type Mail array{
 *   // The delivery of the run.
 *   id: string,
 *   // When the mail was made.
 *   at: string,
 *   // Status of its delivery; held: of a test merge.
 *   status: 'pending'|'sending'|'done'|'partial'|'dead'|'held',
 *   // The sender.
 *   from: string,
 *   // The recipients.
 *   to: string,
 *   // Who gets copies.
 *   cc: string,
 *   // Who gets blind copies.
 *   bcc: string,
 *   // Where answers go.
 *   reply_to: string,
 *   // The subject.
 *   subject: string,
 *   // The body as text.
 *   text: string,
 *   // The body as html; empty for a mail that is only text.
 *   html: string,
 *   // The run whose files it carries.
 *   run_id: string,
 *   // The files attached to it.
 *   attachments: list<MailAttachment>,
 * }
 *
 * @phpstan-type MailAttachment array{
 *   // The file's name.
 *   name: string,
 *   // Where it is, as long as the run keeps its files; empty afterwards.
 *   url: string,
 * }
 *
 * @phpstan-type ServiceGetHealth array{
 *   // Always `ok`.
 *   status: 'ok',
 * }
 *
 * @phpstan-type ServiceGetHealthReady array{
 *   // Always `ready`.
 *   status: 'ready',
 * }
 *
 * @phpstan-type ServiceGetOpenapiJson array{
 *   // Version of the OpenAPI specification.
 *   openapi: string,
 * }
 *
 * @phpstan-type ServiceGetReceiptKeys array{
 *   // Public keys.
 *   keys: list<ServiceGetReceiptKeysKey>,
 * }
 *
 * @phpstan-type ServiceGetReceiptKeysKey array{
 *   // Always OKP (RFC 8037).
 *   kty: 'OKP',
 *   // Always Ed25519.
 *   crv: 'Ed25519',
 *   // The public key, base64url.
 *   x: string,
 *   // Its thumbprint (RFC 7638).
 *   kid: string,
 *   // Always sig.
 *   use: 'sig',
 *   // Always EdDSA.
 *   alg: 'EdDSA',
 * }
 */
interface ServiceTypes
{
}
