<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `versions`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type ApprovalAskedBy from SharedTypes
 * @phpstan-import-type DocumentSettings from SharedTypes
 *
 * @phpstan-type Approval array{
 *   // Identifier.
 *   id: string,
 *   // `asked`, `approved`, `given_back`, `withdrawn`, or `used` once the change was made.
 *   status: 'asked'|'approved'|'given_back'|'withdrawn'|'used',
 *   // 1 if the document has changed since, so that the approval is good for nothing.
 *   outdated: 0|1,
 *   // 1 if it waits for whoever asks.
 *   decidable: 0|1,
 *   // The version that merges are to use.
 *   version?: int,
 *   // Settings that are to change; null: back to the default.
 *   settings?: array<string, mixed>,
 *   // The output that it is to have.
 *   output?: string,
 *   // A delivery that is to be switched.
 *   delivery?: ApprovalDelivery,
 *   // Who wants the change.
 *   asked_by: ApprovalAskedBy,
 *   // The only one who may decide.
 *   asked_of?: ApprovalAskedBy,
 *   // What was said about it.
 *   comment: string,
 *   // Who has decided.
 *   decided_by?: ApprovalAskedBy,
 *   // What was said with the decision.
 *   reply: string,
 *   // When it was asked for.
 *   created_at: string,
 *   // When it was decided.
 *   decided_at?: string,
 * }
 *
 * @phpstan-type ApprovalDelivery array{
 *   // Id of the delivery.
 *   id: string,
 *   // 1 to switch it on, 0 to switch it off.
 *   active: 0|1,
 * }
 *
 * @phpstan-type TemplateVersion array{
 *   // Number: 1, 2, 3, ... within the document.
 *   version: int,
 *   // 1 for the version that merges use.
 *   current: 0|1,
 *   // 1 for a version that was saved and not published.
 *   draft: 0|1,
 *   // Bytes of the template.
 *   size: int,
 *   // SHA-256 of the template, in hex.
 *   sha256: string,
 *   // When it was saved (UTC).
 *   date: string,
 *   // The API key that saved it, `console` for a person or a session by link; empty if unknown.
 *   created_by: string,
 *   // The name of the person or of the key; empty if there is none.
 *   created_by_name: string,
 *   // The version that this one brought back.
 *   restored_from?: int,
 * }
 *
 * @phpstan-type TestedVersion array{
 *   // Whether all tests passed; also when there are none.
 *   passed: bool,
 *   // The document's tests, in their order.
 *   tests: list<TestedVersionTest>,
 * }
 *
 * @phpstan-type TestedVersionTest array{
 *   // The test.
 *   name: string,
 *   // Whether it passed.
 *   passed: bool,
 *   // What is not as the test says.
 *   problems: list<string>,
 * }
 *
 * @phpstan-type VersionChanges array{
 *   // The version that was asked for.
 *   version: int,
 *   // The version that it is compared with; 0: with an empty template.
 *   against: int,
 *   // The merge fields.
 *   fields: VersionChangesFields,
 *   // The text, part by part.
 *   text: list<VersionChangesText>,
 *   // Whether there is more text than is shown here.
 *   cut: bool,
 * }
 *
 * @phpstan-type VersionChangesFields array{
 *   // Fields that only this version has.
 *   added: list<VersionChangesFieldsAdded>,
 *   // Fields that only the other version has.
 *   removed: list<VersionChangesFieldsAdded>,
 *   // Fields that both have, but of different types.
 *   changed: list<VersionChangesFieldsAdded>,
 * }
 *
 * @phpstan-type VersionChangesFieldsAdded array{
 *   // The field; members with the names of what holds them: `Items.price`.
 *   name: string,
 *   // What the version does with the value.
 *   type: string,
 *   // What the other version does with it, where that differs.
 *   was?: string,
 * }
 *
 * @phpstan-type VersionChangesText array{
 *   // Part of the template.
 *   part: string,
 *   // All lines of both versions, in their order.
 *   lines: list<VersionChangesTextLine>,
 * }
 *
 * @phpstan-type VersionChangesTextLine array{
 *   // What happened to the line.
 *   change: 'same'|'added'|'removed',
 *   // The line, paragraph or cell.
 *   text: string,
 * }
 *
 * @phpstan-type VersionsApproveDocumentApprovalBody array{
 *   // What the other person should know.
 *   comment?: string,
 * }
 *
 * @phpstan-type VersionsCreateDocumentApprovalBody array{
 *   // The draft to publish, or the old version to restore.
 *   version?: string,
 *   // How the document is merged. Only the members you send are changed; empty text resets one to its
 *   // default.
 *   settings?: DocumentSettings,
 *   // Type of the merged file; `pdf`, or the template's own type, when absent.
 *   output?: string,
 *   // Width of the page in inches, when the type is html.
 *   size_width?: float|int,
 *   // Height of the page in inches, when the type is html; `auto`: as high as what is on it.
 *   size_height?: 'auto'|float|int,
 *   // Id of a delivery to switch on or off.
 *   delivery?: string,
 *   // 1: the delivery is to be switched on; 0: off.
 *   active?: bool,
 *   // Id of the person who is to decide; when absent, anybody else who may publish can.
 *   to?: string,
 *   // What the other person should know.
 *   comment?: string,
 * }
 *
 * @phpstan-type VersionsGiveBackDocumentApprovalBody array{
 *   // What is wrong.
 *   comment: string,
 * }
 *
 * @phpstan-type VersionsPublishBody array{
 *   // 1: even if tests fail or fields that were used are gone.
 *   force?: bool,
 * }
 */
interface VersionsTypes
{
}
