<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `merge`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type DocumentSettings from SharedTypes
 * @phpstan-import-type DocumentsUpdatePdfFieldsBodyField from SharedTypes
 * @phpstan-import-type MergePreviewFields from SharedTypes
 *
 * @phpstan-type BatchAccepted array{
 *   // Always 1.
 *   success: 1,
 *   // The run of the whole batch.
 *   run_id: string,
 *   // Number of records received.
 *   records: float|int,
 *   // What was odd about the list: values without names, columns of one name, cells without a value.
 *   warnings: list<string>,
 *   // When it begins, if that is later.
 *   run_at?: string,
 * }
 *
 * @phpstan-type MailPreview array{
 *   // Sender.
 *   from: string,
 *   // Recipients.
 *   to: string,
 *   // Recipients of copies.
 *   cc: string,
 *   // Recipients of hidden copies.
 *   bcc: string,
 *   // Where answers go; empty for the sender.
 *   reply_to: string,
 *   // Subject.
 *   subject: string,
 *   // Names of the files that go along.
 *   attachments: list<string>,
 *   // Body as html; empty if the mail has none.
 *   html: string,
 *   // Body as text.
 *   text: string,
 *   // What could not be done as asked.
 *   warnings: list<string>,
 *   // Why the mail would not leave; empty if it would.
 *   problem: string,
 * }
 *
 * @phpstan-type MergeOpenFileBody array{
 *   // The link's password, where it has one.
 *   password?: string,
 * }
 *
 * @phpstan-type MergePreview array{
 *   // The name that the file would have.
 *   name: string,
 *   // Media type of the file.
 *   media_type: string,
 *   // The file as base64.
 *   file_contents: string,
 *   // Fields and data, by name.
 *   fields: MergePreviewFields,
 *   // Conditions of the template, and which branch was taken.
 *   branches: list<mixed>,
 *   // What could not be done as asked.
 *   warnings: list<string>,
 *   // Milliseconds by stage.
 *   timings: array<string, float|int>,
 * }
 *
 * @phpstan-type MergePreviewDocumentBody array{
 *   // The template as it is being written, for html documents.
 *   html?: string,
 *   // The template as a file, for documents of other types.
 *   file_contents?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // Form fields in place of those that a PDF document has, as `PUT /api/documents/{id}/pdf_fields` takes
 *   // them.
 *   pdf_fields?: list<DocumentsUpdatePdfFieldsBodyField>,
 *   // Settings that differ from the document's.
 *   settings?: DocumentSettings,
 *   // A file name that differs from the document's.
 *   output_name?: string,
 *   // Width of the page in inches.
 *   size_width?: float|int,
 *   // Height of the page in inches.
 *   size_height?: 'auto'|float|int,
 *   // A version of the document, in place of the one that merges use.
 *   version?: int,
 *   // Merge data.
 *   data?: array<string, mixed>,
 *   // Id of a sample whose data are merged, in place of `data`.
 *   sample?: string,
 * }
 *
 * @phpstan-type MergePreviewMailBody array{
 *   // Settings of an e-mail delivery, as somebody is writing them.
 *   settings: array<string, mixed>,
 *   // The document whose file goes along, in whose language.
 *   document_id?: string,
 *   // Merge data.
 *   data?: array<string, mixed>,
 *   // Id of a sample of the document whose data are merged, in place of `data`.
 *   sample?: string,
 * }
 *
 * @phpstan-type MergeReadDocumentList array{
 *   // The workbook's sheets; none for texts.
 *   sheets: list<string>,
 *   // The sheet that was read.
 *   sheet: string,
 *   // Row of the headings.
 *   header_row: float|int,
 *   // The columns in their order.
 *   columns: list<MergeReadDocumentListColumn>,
 *   // The values of the first rows, as the merge reads them.
 *   rows: list<list<mixed>>,
 *   // Their numbers in the sheet.
 *   row_numbers: list<float|int>,
 *   // How many rows there are.
 *   row_count: float|int,
 *   // Whether there are rows that were not read, since `first` asked for less.
 *   more: bool,
 *   // The first records.
 *   records: list<mixed>,
 *   // The numbers of the rows that each record is made of.
 *   record_rows: list<list<float|int>>,
 *   // How many records there are.
 *   record_count: float|int,
 *   // Cells that should be corrected, the first 2,000.
 *   problems: list<MergeReadDocumentListProblem>,
 *   // How many such cells there are.
 *   problem_count: float|int,
 *   // What columns can fill.
 *   targets: list<MergeReadDocumentListTarget>,
 *   // What was odd about the list.
 *   warnings: list<string>,
 * }
 *
 * @phpstan-type MergeReadDocumentListColumn array{
 *   // The column's heading.
 *   heading: string,
 *   // The field that it fills; empty for none.
 *   field: string,
 *   // The field that it most likely means, where no field has its name; empty for none.
 *   suggested: string,
 * }
 *
 * @phpstan-type MergeReadDocumentListProblem array{
 *   // Number of the row.
 *   row: float|int,
 *   // Place of the column, from 0.
 *   column: float|int,
 *   // `unknown`: the cell has no value that can be read; `missing`: its field needs one; `wrong`: it is not
 *   // what its field holds.
 *   kind: 'unknown'|'missing'|'wrong',
 *   // What is wrong.
 *   message: string,
 * }
 *
 * @phpstan-type MergeReadDocumentListTarget array{
 *   // The field, as `mapping` names it.
 *   path: string,
 *   // The heading that fills it without a mapping.
 *   label: string,
 *   // What it holds.
 *   type: string,
 *   // Whether it is needed.
 *   required: bool,
 * }
 *
 * @phpstan-type RecordsToMerge array{
 *   // A list in place of the records: its first row has the headings.
 *   rows?: list<list<mixed>>,
 *   // The records.
 *   records?: list<array<string, mixed>>,
 * }
 *
 * @phpstan-type RouteExplanation array{
 *   // In the order in which they run.
 *   rules: list<RouteExplanationRule>,
 *   // Anything odd that the rules found in the data.
 *   warnings?: list<string>,
 * }
 *
 * @phpstan-type RouteExplanationRule array{
 *   // The rule.
 *   id: string,
 *   // The rule's document.
 *   document_id?: string,
 *   // The rule's file, when it has no document.
 *   file?: string,
 *   // Whether the rule would fire.
 *   fired: bool,
 *   // How often it would be merged.
 *   turns: float|int,
 *   // The list that it is repeated for; empty for none.
 *   loop_field: string,
 *   // The rule's conditions, all of which must hold.
 *   conditions: list<RouteExplanationRuleCondition>,
 * }
 *
 * @phpstan-type RouteExplanationRuleCondition array{
 *   // The field that is looked at.
 *   field: string,
 *   // How it is compared.
 *   exp: string,
 *   // What it is compared with.
 *   value: string,
 *   // What the data have there.
 *   actual: mixed,
 *   // Whether the condition holds.
 *   holds: bool,
 * }
 *
 * @phpstan-type RouteMergeAccepted array{
 *   // Always 1.
 *   success: 1,
 *   // The one file's name.
 *   name?: string,
 *   // With `_session=new`: the name of the session that was made.
 *   session?: string,
 *   // A link to the one file, which expires.
 *   url?: string,
 *   // The merged files, in the order of the rules.
 *   files?: list<RouteMergeAcceptedFile>,
 *   // Remarks about the merge.
 *   warnings?: list<string>,
 * }
 *
 * @phpstan-type RouteMergeAcceptedFile array{
 *   // The file's name.
 *   name: string,
 *   // With `download=1`: the file as base64.
 *   file_contents?: string,
 *   // With links: where the file is, for a day.
 *   url?: string,
 *   // The document it was merged from; absent for combined files.
 *   document_id?: string,
 * }
 */
interface MergeTypes
{
}
