<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `versions`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
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
 *   // The API key that saved it, `console` for a person and a session by link; empty if unknown.
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
 * @phpstan-type VersionsPublishBody array{
 *   // 1: even if tests fail or fields that were used are gone.
 *   force?: bool,
 * }
 */
interface VersionsTypes
{
}
