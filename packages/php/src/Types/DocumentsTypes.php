<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `documents`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type DocumentSettings from SharedTypes
 * @phpstan-import-type DocumentsUpdatePdfFieldsBodyField from SharedTypes
 * @phpstan-import-type Field from SharedTypes
 * @phpstan-import-type FieldWithAttributes from SharedTypes
 * @phpstan-import-type TemplateWarning from SharedTypes
 *
 * @phpstan-type DateFormat array{
 *   // A date or a time.
 *   kind: 'date',
 *   // As in Acrobat.
 *   mask: string,
 * }
 *
 * @phpstan-type DocumentsCreateBody array{
 *   // Name of the merged file, in the merge language; the name when empty.
 *   output_name?: string,
 *   // The folder's whole path, such as `Sales/Invoices`; folders that are missing are made. Empty for none.
 *   folder?: string,
 *   // 0: merges are test merges.
 *   active?: bool,
 *   // Days for which merged files are kept, 0: until they are delivered; empty for the workspace's default.
 *   retention_days?: int,
 *   // Type of the merged file; `pdf`, or the template's own type, when absent.
 *   output?: string,
 *   // The template, when the type is html.
 *   html?: string,
 *   // The template as base64, or as a file part.
 *   file_contents?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // The same as `file_contents`, for forms with a file part.
 *   file?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // Address from which the template is fetched.
 *   file_url?: string,
 *   // Has no effect; answers have it, empty, and clients send it back. Pages are sized by size_width and
 *   // size_height.
 *   size?: mixed,
 *   // Width of the page in inches, when the type is html.
 *   size_width?: float|int,
 *   // Height of the page in inches, when the type is html; `auto`: as high as what is on it.
 *   size_height?: 'auto'|float|int,
 *   // How the document is merged. Only the members you send are changed; empty text resets one to its
 *   // default.
 *   settings?: DocumentSettings,
 *   // A name for people.
 *   name: string,
 *   // Type of the template.
 *   type: 'html'|'pdf'|'docx'|'xlsx'|'pptx',
 *   // An e-mail for each merge: the document gets a delivery of this kind.
 *   notification?: DocumentsCreateBodyNotification,
 * }
 *
 * @phpstan-type DocumentsCreateBodyNotification array{
 *   // Recipients, separated by commas.
 *   to: string,
 *   // Sender; the service's own when absent.
 *   from?: string,
 *   // Subject.
 *   subject?: string,
 *   // Body as html.
 *   html?: string,
 *   // How the file is sent, as for deliveries by e-mail.
 *   security?: 'low'|'medium'|'high',
 *   // Password of the link, where the file is sent as one.
 *   password?: string,
 * }
 *
 * @phpstan-type DocumentsCreatePlaceholderBody array{
 *   // What was accepted.
 *   fields: list<DocumentsCreatePlaceholderBodyField>,
 * }
 *
 * @phpstan-type DocumentsCreatePlaceholderBodyField array{
 *   // Id of a placeholder, from the list.
 *   id: string,
 *   // Name of the field, without `$`.
 *   name: string,
 * }
 *
 * @phpstan-type DocumentsGetPdfFields array{
 *   // The version of the template that has these fields.
 *   version: int,
 *   // Page by page, in the order of the tab key.
 *   fields: list<PdfField>,
 *   // What is most likely not meant so.
 *   warnings: list<TemplateWarning>,
 * }
 *
 * @phpstan-type DocumentsLintTemplateBody array{
 *   // Type of the template.
 *   type: 'html'|'pdf'|'docx'|'xlsx'|'pptx',
 *   // The template, for the type html.
 *   html?: string,
 *   // The template as a file, for other types.
 *   file_contents?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // What it is merged to; some things matter only in html that leaves as html, or only in a PDF.
 *   output?: string,
 *   // Settings that say how the template is read.
 *   settings?: DocumentSettings,
 * }
 *
 * @phpstan-type DocumentsTestDeliveryBody array{
 *   // Merge data.
 *   data?: array<string, mixed>,
 *   // Id of a sample whose data are merged, in place of `data`.
 *   sample?: string,
 *   // E-mails: where the test goes in place of the delivery's own recipients.
 *   to?: string,
 * }
 *
 * @phpstan-type DocumentsUpdateBody array{
 *   // Name of the merged file, in the merge language; the name when empty.
 *   output_name?: string,
 *   // The folder's whole path, such as `Sales/Invoices`; folders that are missing are made. Empty for none.
 *   folder?: string,
 *   // 0: merges are test merges.
 *   active?: bool,
 *   // Days for which merged files are kept, 0: until they are delivered; empty for the workspace's default.
 *   retention_days?: int,
 *   // Type of the merged file; `pdf`, or the template's own type, when absent.
 *   output?: string,
 *   // The template, when the type is html.
 *   html?: string,
 *   // The template as base64, or as a file part.
 *   file_contents?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // The same as `file_contents`, for forms with a file part.
 *   file?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // Address from which the template is fetched.
 *   file_url?: string,
 *   // Has no effect; answers have it, empty, and clients send it back. Pages are sized by size_width and
 *   // size_height.
 *   size?: mixed,
 *   // Width of the page in inches, when the type is html.
 *   size_width?: float|int,
 *   // Height of the page in inches, when the type is html; `auto`: as high as what is on it.
 *   size_height?: 'auto'|float|int,
 *   // How the document is merged. Only the members you send are changed; empty text resets one to its
 *   // default.
 *   settings?: DocumentSettings,
 *   // A name for people.
 *   name?: string,
 *   // May be sent, but cannot change.
 *   type?: string,
 *   // 1: the template is saved as a draft; merges go on with the version that they have.
 *   draft?: bool,
 *   // 1: even if the document's own tests fail, or fields that were used are gone.
 *   force?: bool,
 * }
 *
 * @phpstan-type DocumentsUpdatePdfFieldsBody array{
 *   // All fields of the form, in the order of the tab key.
 *   fields: list<DocumentsUpdatePdfFieldsBodyField>,
 *   // 1: a draft; merges go on with the version that they have.
 *   draft?: bool,
 *   // 1: even if the document's own tests fail, or fields that were used are gone.
 *   force?: bool,
 * }
 *
 * @phpstan-type ListedDocument array{
 *   // Identifier of the document.
 *   id: string,
 *   // The secret part of its merge address.
 *   key: string,
 *   // Type of the template: `html`, `pdf`, `docx`, `xlsx` or `pptx`.
 *   type: string,
 *   // A name for people.
 *   name: string,
 *   // Type of the merged file.
 *   output: string,
 *   // Name of the merged file, in the merge language; empty for the name.
 *   output_name: string,
 *   // The folder's whole path; empty for none.
 *   folder: string,
 *   // Always empty; older clients expect it.
 *   size: string,
 *   // Width of the page in inches; empty where the template has its own.
 *   size_width: string,
 *   // Height of the page in inches; empty where the template has its own.
 *   size_height: string,
 *   // `1`, or `0`: merges are test merges.
 *   active: string,
 *   // The merge address: anyone who knows it may merge.
 *   url: string,
 *   // What is not an error in the template but most likely unintended.
 *   warnings?: list<TemplateWarning>,
 *   // Days for which merged files are kept, where the document sets its own.
 *   retention_days?: string,
 *   // How the document is merged: what was set, by the names of the request's `settings`.
 *   settings?: array<string, mixed>,
 *   // Number of the template version that merges use.
 *   version?: int,
 *   // When it was made.
 *   created_at?: string,
 *   // When it was last changed.
 *   updated_at?: string,
 *   // The last merge; null before the first one.
 *   last_run?: ListedDocumentLastRun|null,
 * }
 *
 * @phpstan-type ListedDocumentLastRun array{
 *   // Identifier of the run.
 *   id: string,
 *   // Its status.
 *   status: 'accepted'|'running'|'done'|'failed',
 *   // Whether it is a test merge.
 *   test: bool,
 *   // When its data arrived.
 *   accepted_at: string,
 * }
 *
 * @phpstan-type NumberFormat array{
 *   // A number.
 *   kind: 'number',
 *   // Digits behind the decimal point.
 *   decimals: int,
 *   // How thousands and decimals are written.
 *   style: '1,234.56'|'1234.56'|'1.234,56'|'1234,56'|'1\'234.56',
 *   // What stands before the number.
 *   before?: string,
 *   // What stands behind it.
 *   after?: string,
 * }
 *
 * @phpstan-type PdfField array{
 *   // Names the field until the form changes.
 *   id: string,
 *   // The page, counted from 1.
 *   page: int,
 *   // Lower left and upper right corner in points of the page.
 *   box: list<float|int>,
 *   // The kind; `image` is a button, which shows a picture.
 *   kind: 'text'|'multiline'|'comb'|'check'|'radio'|'choice'|'image'|'signature',
 *   // Its full name.
 *   name: string,
 *   // What is read aloud, where it is not the name.
 *   tooltip?: string,
 *   // Whether it has to be filled.
 *   required: bool,
 *   // How many characters it takes.
 *   max_length?: int,
 *   // Cells of a comb.
 *   n?: int,
 *   // What a check box or radio button stands for when it is on.
 *   value?: string,
 *   // What can be chosen.
 *   options?: list<string>,
 *   // What it holds until it is filled; its tags are merged.
 *   text?: string,
 *   // When a merge turns it on.
 *   condition?: string,
 *   // How a text shows its value.
 *   format?: NumberFormat|DateFormat,
 *   // Its font, if that is one that new fields can have.
 *   font?: string,
 *   // In points; 0 fits the text into the field.
 *   font_size?: float|int,
 *   // Where its text stands.
 *   align?: 'left'|'center'|'right',
 *   // The color of its text.
 *   color?: string,
 * }
 *
 * @phpstan-type Placeholder array{
 *   // Stays the same as long as the template does.
 *   id: string,
 *   // `named`: [Company], «Field»; `blank`: a line or dots; `date`: XX.XX.XXXX; `amount`: X.XXX,XX.
 *   kind: 'named'|'blank'|'date'|'amount',
 *   // As it is written.
 *   text: string,
 *   // The text of its paragraph before it.
 *   before: string,
 *   // The text of its paragraph behind it.
 *   behind: string,
 *   // Where it is, in words.
 *   place: string,
 *   // What the field could be called.
 *   name: string,
 * }
 *
 * @phpstan-type ShownDocument array{
 *   // Identifier of the document.
 *   id: string,
 *   // The secret part of its merge address.
 *   key: string,
 *   // Type of the template: `html`, `pdf`, `docx`, `xlsx` or `pptx`.
 *   type: string,
 *   // A name for people.
 *   name: string,
 *   // Type of the merged file.
 *   output: string,
 *   // Name of the merged file, in the merge language; empty for the name.
 *   output_name: string,
 *   // The folder's whole path; empty for none.
 *   folder: string,
 *   // Always empty; older clients expect it.
 *   size: string,
 *   // Width of the page in inches; empty where the template has its own.
 *   size_width: string,
 *   // Height of the page in inches; empty where the template has its own.
 *   size_height: string,
 *   // `1`, or `0`: merges are test merges.
 *   active: string,
 *   // The merge address: anyone who knows it may merge.
 *   url: string,
 *   // What is not an error in the template but most likely unintended.
 *   warnings: list<TemplateWarning>,
 *   // Days for which merged files are kept, where the document sets its own.
 *   retention_days?: string,
 *   // How the document is merged: what was set, by the names of the request's `settings`.
 *   settings: array<string, mixed>,
 *   // Number of the template version that merges use.
 *   version?: int,
 *   // When it was made.
 *   created_at?: string,
 *   // When it was last changed.
 *   updated_at?: string,
 *   // The last merge; null before the first one.
 *   last_run?: ListedDocumentLastRun|null,
 *   // The template, when the type is html.
 *   html?: string,
 *   // The merge fields, in the shape that was asked for.
 *   fields?: list<Field>|array<string, string>,
 * }
 *
 * @phpstan-type TemplateFindings array{
 *   // What keeps the template from being saved.
 *   errors: list<TemplateFindingsError>,
 *   // What is not an error but most likely unintended.
 *   warnings: list<TemplateFindingsError>,
 *   // The merge fields, with all attributes.
 *   fields: list<FieldWithAttributes>,
 * }
 *
 * @phpstan-type TemplateFindingsError array{
 *   // What is wrong and what to do about it.
 *   message: string,
 *   // JSON pointer of the member that is wrong.
 *   pointer?: string,
 *   // Part of the file, such as a page, a slide or a sheet.
 *   part?: string,
 *   // Where to find it, in words.
 *   place?: string,
 *   // The text around it.
 *   text?: string,
 *   // The tag.
 *   tag?: string,
 *   // What to write instead.
 *   remedy?: string,
 *   // Stable word for this kind of finding.
 *   code?: string,
 *   // Line, counted from 1.
 *   line?: int,
 *   // Column, counted from 1.
 *   column?: int,
 *   // Character at which it begins, counted from 0.
 *   offset?: int,
 *   // Its characters.
 *   length?: int,
 * }
 */
interface DocumentsTypes
{
}
