<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `audit`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type BinItemDeletedBy from SharedTypes
 *
 * @phpstan-type AuditEntry array{
 *   // Number of the entry in the workspace's log: 1, 2, 3, ...
 *   seq: int,
 *   // When it was done.
 *   at: string,
 *   // Who did it, and by what.
 *   actor: BinItemDeletedBy,
 *   // What was done.
 *   action: string,
 *   // What it was done to.
 *   resource: AuditEntryResource,
 *   // Values that changed, as they were; never merge data or secrets.
 *   before: array<string, mixed>,
 *   // The same as they are since.
 *   after: array<string, mixed>,
 *   // Id of the request.
 *   request_id: string,
 *   // Whether the client has chosen that id.
 *   request_id_from_client: bool,
 *   // Network of the client's address; empty if unknown.
 *   network: string,
 *   // Hash of the entry before it; empty for the first one.
 *   previous: string,
 *   // SHA-256 of the entry as it is kept, hexadecimal.
 *   hash: string,
 * }
 *
 * @phpstan-type AuditEntryResource array{
 *   // Kind of thing.
 *   type: string,
 *   // Its id, with what it belongs to.
 *   id: string,
 *   // Its name at that time.
 *   name: string,
 * }
 *
 * @phpstan-type AuditRefusals array{
 *   // The minute.
 *   at: string,
 *   // Network of the address; empty if unknown.
 *   network: string,
 *   // Why, as the answer's `code` said it.
 *   code: string,
 *   // Requests.
 *   count: int,
 * }
 *
 * @phpstan-type AuditReport array{
 *   // Whether nothing was found.
 *   intact: bool,
 *   // Entries that were followed.
 *   entries: int,
 *   // The first of them; 0 for none.
 *   first: int,
 *   // The last of them.
 *   last: int,
 *   // What to name as `after` to go on; 0 at the end of the log.
 *   next: int,
 *   // Signed heads, kept elsewhere, that were compared.
 *   heads_compared: int,
 *   // What is not as it was written; at most twenty.
 *   problems: list<AuditReportProblem>,
 *   // The last entry that was followed, signed: keep it elsewhere.
 *   head: SignedAuditHead,
 * }
 *
 * @phpstan-type AuditReportProblem array{
 *   // The entry where it shows.
 *   seq: int,
 *   // What was done.
 *   code: 'changed'|'removed'|'forked'|'tail_cut'|'rewritten'|'start_unknown'|'head_unsigned',
 *   // The same in a sentence.
 *   message: string,
 * }
 *
 * @phpstan-type SignedAuditHead array{
 *   // What is stated.
 *   statement: SignedAuditHeadStatement,
 *   // Which key of `/.well-known/docloom-receipts.json` signed it.
 *   kid: string,
 *   // Always Ed25519 (RFC 8032).
 *   algorithm: 'Ed25519',
 *   // Signature of the statement as canonical JSON (RFC 8785) in UTF-8; base64url without padding.
 *   signature: string,
 * }
 *
 * @phpstan-type SignedAuditHeadStatement array{
 *   // Of this form.
 *   version: 1,
 *   // Always audit_head.
 *   about: 'audit_head',
 *   // Whose log it is.
 *   workspace: string,
 *   // Number of the last entry.
 *   seq: int,
 *   // Its SHA-256, hexadecimal.
 *   hash: string,
 *   // When it was signed.
 *   at: string,
 * }
 */
interface AuditTypes
{
}
