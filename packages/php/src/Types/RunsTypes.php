<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `runs`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type MergePreviewFields from SharedTypes
 *
 * @phpstan-type Attempt array{
 *   // Identifier of the try.
 *   id: string,
 *   // 1, 2, 3, ... within the delivery.
 *   number: int,
 *   // Whether the other side accepted it.
 *   ok: bool,
 *   // Status and first lines of the answer, or what went wrong.
 *   response: string,
 *   // When the try began.
 *   started_at: string,
 *   // When it ended.
 *   finished_at: string,
 * }
 *
 * @phpstan-type ListedAttempt array{
 *   // Identifier of the try.
 *   id: string,
 *   // 1, 2, 3, ... within the delivery.
 *   number: int,
 *   // Whether the other side accepted it.
 *   ok: bool,
 *   // Status and first lines of the answer, or what went wrong.
 *   response: string,
 *   // When the try began.
 *   started_at: string,
 *   // When it ended.
 *   finished_at: string,
 *   // The delivery of the run that was tried.
 *   delivery_id: string,
 *   // The run.
 *   run_id: string,
 *   // Kind of delivery; `alert` reports what was given up.
 *   type: 'email'|'webhook'|'s3'|'route'|'webdav'|'azure_blob'|'dropbox'|'google_drive'|'sharepoint'|'alert',
 * }
 *
 * @phpstan-type ListedRun array{
 *   // Identifier of the run; ids sort by the time of acceptance.
 *   id: string,
 *   // The document that was merged; empty for data routes.
 *   document_id: string,
 *   // The data route that was merged; empty for documents.
 *   route_id: string,
 *   // The run that this one is a part of, repeats, or was passed on by; empty for none.
 *   parent_id: string,
 *   // What was run: `document`, `route`, `batch` or `tool`.
 *   kind: string,
 *   // The tool; empty for merges.
 *   tool: string,
 *   // Its status.
 *   status: 'accepted'|'running'|'done'|'failed',
 *   // How it came in.
 *   source: string,
 *   // Whether it is a test merge.
 *   test: bool,
 *   // Type of the merged file; empty where a document does not say it.
 *   output: string,
 *   // The `X-Request-Id` of the request that began it.
 *   request_id: string,
 *   // Who asked for it; for a part of another run, or what one handed on, who asked for that one. Null for
 *   // runs from before this was kept.
 *   asked_by: ListedRunAskedBy|null,
 *   // When its data arrived.
 *   accepted_at: string,
 *   // When it was done or failed; empty before.
 *   finished_at: string,
 *   // When it begins, if it was to begin later; empty for none.
 *   run_at: string,
 *   // Whether it is a batch that is paused.
 *   paused: bool,
 * }
 *
 * @phpstan-type ListedRunAskedBy array{
 *   // `address`: whoever has the merge address; `fill_in`: whoever filled in the document's page.
 *   type: 'person'|'key'|'link'|'directory'|'service'|'address'|'fill_in',
 *   // Id of the key, and of the person for those who may see people; empty for others.
 *   id: string,
 *   // The name that the person or key has today; empty if there is none.
 *   name: string,
 *   // What the request came by.
 *   via: 'api'|'console'|'command_line'|'agent'|'application'|'directory'|'service',
 * }
 *
 * @phpstan-type PageSize array{
 *   // Page, counted from 1.
 *   page: int,
 *   // Width in points, 72 to the inch.
 *   width: float|int,
 *   // Height in points.
 *   height: float|int,
 * }
 *
 * @phpstan-type Receipt array{
 *   // What is stated.
 *   statement: ReceiptStatement,
 *   // Which key of `/.well-known/docloom-receipts.json` signed it.
 *   kid: string,
 *   // Always Ed25519 (RFC 8032).
 *   algorithm: 'Ed25519',
 *   // Signature of the statement as canonical JSON (RFC 8785) in UTF-8; base64url without padding.
 *   signature: string,
 * }
 *
 * @phpstan-type ReceiptStatement array{
 *   // Of this form.
 *   version: 1,
 *   // When the receipt was signed.
 *   issued_at: string,
 *   // The run.
 *   run_id: string,
 *   // The document that was merged; empty for none.
 *   document_id: string,
 *   // The version of its template; empty for none.
 *   version_id: string,
 *   // The template; empty for none. SHA-256, hexadecimal.
 *   template_sha256: string,
 *   // The merge data as canonical JSON (RFC 8785); empty for none. SHA-256, hexadecimal.
 *   data_sha256: string,
 *   // The files that were made.
 *   files: list<ReceiptStatementFile>,
 *   // The data route that was merged; empty for none.
 *   route_id: string,
 *   // How the merge came in.
 *   source: 'merge'|'api'|'route'|'batch'|'session'|'replay'|'tool'|'fill_in',
 *   // Whether it is a test merge.
 *   test: bool,
 *   // When its data arrived.
 *   accepted_at: string,
 *   // When it was done.
 *   finished_at: string,
 *   // The documents of a data route.
 *   parts: list<ReceiptStatementPart>,
 *   // What became of its deliveries.
 *   deliveries: list<ReceiptStatementDelivery>,
 * }
 *
 * @phpstan-type ReceiptStatementDelivery array{
 *   // Identifier: the `webhook-id` of every try.
 *   id: string,
 *   // Kind of delivery.
 *   type: 'email'|'webhook'|'s3'|'route'|'webdav'|'azure_blob'|'dropbox'|'google_drive'|'sharepoint'|'alert',
 *   // Its status.
 *   status: 'pending'|'sending'|'done'|'partial'|'dead'|'held',
 *   // Tries so far.
 *   tries: int,
 *   // The host that it went to; empty before the first try.
 *   target: string,
 *   // When it was settled; empty before.
 *   finished_at: string,
 * }
 *
 * @phpstan-type ReceiptStatementFile array{
 *   // The file's name.
 *   name: string,
 *   // Media type of the file.
 *   media_type: string,
 *   // Bytes of the file.
 *   size: int,
 *   // The file. SHA-256, hexadecimal.
 *   sha256: string,
 * }
 *
 * @phpstan-type ReceiptStatementPart array{
 *   // The run.
 *   run_id: string,
 *   // The document that was merged; empty for none.
 *   document_id: string,
 *   // The version of its template; empty for none.
 *   version_id: string,
 *   // The template; empty for none. SHA-256, hexadecimal.
 *   template_sha256: string,
 *   // The merge data as canonical JSON (RFC 8785); empty for none. SHA-256, hexadecimal.
 *   data_sha256: string,
 *   // The files that were made.
 *   files: list<ReceiptStatementFile>,
 * }
 *
 * @phpstan-type Run array{
 *   // Identifier of the run; ids sort by the time of acceptance.
 *   id: string,
 *   // The document that was merged; empty for data routes.
 *   document_id: string,
 *   // The data route that was merged; empty for documents.
 *   route_id: string,
 *   // The run that this one is a part of, repeats, or was passed on by; empty for none.
 *   parent_id: string,
 *   // What was run: `document`, `route`, `batch` or `tool`.
 *   kind: string,
 *   // The tool; empty for merges.
 *   tool: string,
 *   // Its status.
 *   status: 'accepted'|'running'|'done'|'failed',
 *   // How it came in.
 *   source: string,
 *   // Whether it is a test merge.
 *   test: bool,
 *   // Type of the merged file; empty where a document does not say it.
 *   output: string,
 *   // The `X-Request-Id` of the request that began it.
 *   request_id: string,
 *   // Who asked for it; for a part of another run, or what one handed on, who asked for that one. Null for
 *   // runs from before this was kept.
 *   asked_by: ListedRunAskedBy|null,
 *   // When its data arrived.
 *   accepted_at: string,
 *   // When it was done or failed; empty before.
 *   finished_at: string,
 *   // When it begins, if it was to begin later; empty for none.
 *   run_at: string,
 *   // Whether it is a batch that is paused.
 *   paused: bool,
 *   // When the work began; empty before.
 *   started_at: string,
 *   // How often it was begun.
 *   tries: float|int,
 *   // Milliseconds by stage.
 *   timings: array<string, float|int>,
 *   // What drew its PDF, `pages`, the service itself, or `browser`; empty for none.
 *   renderer: string,
 *   // Fields and data, by name.
 *   fields: MergePreviewFields,
 *   // What could not be done as asked.
 *   warnings: list<string>,
 *   // Why it failed; null when it did not.
 *   problem: RunProblem|null,
 *   // The files that it made.
 *   files: list<RunFile>,
 *   // What became of each delivery.
 *   deliveries: list<RunDelivery>,
 *   // For batches: the progress of the records.
 *   records?: RunRecords,
 * }
 *
 * @phpstan-type RunDelivery array{
 *   // Identifier: the `webhook-id` of every try.
 *   id: string,
 *   // The run that is delivered; empty for an alert about what belongs to no run.
 *   run_id: string,
 *   // The document that was merged; in lists, empty if it was none.
 *   document_id?: string,
 *   // The data route that was merged, likewise.
 *   route_id?: string,
 *   // The delivery of the document or data route that it was made for; an alert's own id.
 *   delivery_id: string,
 *   // Kind of delivery; `alert` reports what was given up.
 *   type: 'email'|'webhook'|'s3'|'route'|'webdav'|'azure_blob'|'dropbox'|'google_drive'|'sharepoint'|'alert',
 *   // The delivery's name.
 *   name: string,
 *   // pending: to be tried; sending; done; partial: some of its recipients have it, the others never will;
 *   // dead: given up; held: shown instead of sent (test mode).
 *   status: 'pending'|'sending'|'done'|'partial'|'dead'|'held',
 *   // Tries so far.
 *   tries: int,
 *   // When the run made it.
 *   created_at: string,
 *   // When the next try is made; empty when there is none.
 *   next_try_at: string,
 *   // When it was settled; empty before.
 *   finished_at: string,
 *   // The host that it goes to; empty before the first try.
 *   target: string,
 *   // What was or would be sent.
 *   preview: array<string, mixed>,
 *   // The answer to the last try, or what went wrong; empty before the first try.
 *   last_response: string,
 *   // All tries, oldest first; lists leave them out.
 *   attempts: list<Attempt>,
 * }
 *
 * @phpstan-type RunFile array{
 *   // The file's name.
 *   name: string,
 *   // Media type of the file.
 *   media_type: string,
 *   // Bytes of the file.
 *   size: float|int,
 *   // SHA-256 of the file, in hex.
 *   sha256: string,
 *   // A link to the file, for an hour.
 *   url: string,
 * }
 *
 * @phpstan-type RunProblem array{
 *   // Stable word for the kind of failure.
 *   code: string,
 *   // What went wrong.
 *   message: string,
 * }
 *
 * @phpstan-type RunRecords array{
 *   // Records of the batch.
 *   total: float|int,
 *   // Records that are merged.
 *   done: float|int,
 *   // Records that failed.
 *   failed: float|int,
 *   // The first hundred records that failed.
 *   errors: list<RunRecordsError>,
 *   // What became of the records' deliveries, mails among them, so far.
 *   deliveries: RunRecordsDeliveries,
 * }
 *
 * @phpstan-type RunRecordsDeliveries array{
 *   // How many wait, or are tried again.
 *   pending: float|int,
 *   // How many are under way.
 *   sending: float|int,
 *   // How many arrived.
 *   done: float|int,
 *   // How many reached some of their recipients.
 *   partial: float|int,
 *   // How many were given up.
 *   dead: float|int,
 *   // How many are shown only, as those of tests are.
 *   held: float|int,
 * }
 *
 * @phpstan-type RunRecordsError array{
 *   // The record, counted from 1.
 *   record: float|int,
 *   // Its run.
 *   run_id: string,
 *   // Stable word for the kind of failure.
 *   code: string,
 *   // What went wrong.
 *   message: string,
 * }
 *
 * @phpstan-type RunsCancel array{
 *   // Always 1.
 *   success: 1,
 *   // How many runs were cancelled.
 *   runs: float|int,
 * }
 *
 * @phpstan-type RunsReplay array{
 *   // Always 1.
 *   success: 1,
 *   // The new run.
 *   run_id: string,
 * }
 *
 * @phpstan-type RunsRetryDelivery array{
 *   // Identifier: the `webhook-id` of every try.
 *   id: string,
 *   // The run that is delivered; empty for an alert about what belongs to no run.
 *   run_id: string,
 *   // The document that was merged; in lists, empty if it was none.
 *   document_id?: string,
 *   // The data route that was merged, likewise.
 *   route_id?: string,
 *   // The delivery of the document or data route that it was made for; an alert's own id.
 *   delivery_id: string,
 *   // Kind of delivery; `alert` reports what was given up.
 *   type: 'email'|'webhook'|'s3'|'route'|'webdav'|'azure_blob'|'dropbox'|'google_drive'|'sharepoint'|'alert',
 *   // The delivery's name.
 *   name: string,
 *   // pending: to be tried; sending; done; partial: some of its recipients have it, the others never will;
 *   // dead: given up; held: shown instead of sent (test mode).
 *   status: 'pending'|'sending'|'done'|'partial'|'dead'|'held',
 *   // Tries so far.
 *   tries: int,
 *   // When the run made it.
 *   created_at: string,
 *   // When the next try is made; empty when there is none.
 *   next_try_at: string,
 *   // When it was settled; empty before.
 *   finished_at: string,
 *   // The host that it goes to; empty before the first try.
 *   target: string,
 *   // What was or would be sent.
 *   preview: array<string, mixed>,
 *   // The answer to the last try, or what went wrong; empty before the first try.
 *   last_response: string,
 *   // All tries, oldest first; lists leave them out.
 *   attempts: list<Attempt>,
 *   // Always 1.
 *   success: 1,
 * }
 */
interface RunsTypes
{
}
