<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `tools`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Azure_blobToolDeliveryInputSettings from SharedTypes
 * @phpstan-import-type DateFormatInput from SharedTypes
 * @phpstan-import-type DropboxToolDeliveryInputSettings from SharedTypes
 * @phpstan-import-type EmailToolDeliveryInputSettings from SharedTypes
 * @phpstan-import-type Google_driveToolDeliveryInputSettings from SharedTypes
 * @phpstan-import-type Margins from SharedTypes
 * @phpstan-import-type NumberFormatInput from SharedTypes
 * @phpstan-import-type S3ToolDeliveryInputSettings from SharedTypes
 * @phpstan-import-type SharepointToolDeliveryInputSettings from SharedTypes
 * @phpstan-import-type SignatureSettings from SharedTypes
 * @phpstan-import-type ToolsMergeBodySettingsFillIn from SharedTypes
 * @phpstan-import-type WebdavToolDeliveryInputSettings from SharedTypes
 * @phpstan-import-type WebhookToolDeliveryInputSettings from SharedTypes
 *
 * @phpstan-type Azure_blobToolDeliveryInput array{
 *   // Kind of delivery.
 *   type: 'azure_blob',
 *   // What this kind needs; texts may use the merge language.
 *   settings: Azure_blobToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type DropboxToolDeliveryInput array{
 *   // Kind of delivery.
 *   type: 'dropbox',
 *   // What this kind needs; texts may use the merge language.
 *   settings: DropboxToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type EmailToolDeliveryInput array{
 *   // Kind of delivery.
 *   type: 'email',
 *   // What this kind needs; texts may use the merge language.
 *   settings: EmailToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type FileInput array{
 *   // Name with its extension; it may be left out where a file part brings one.
 *   name?: string,
 *   // Address from which the file is fetched, when there are no `contents`.
 *   url?: string,
 *   // The file as base64, or as a file part.
 *   contents?: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // Opens a PDF or an Office file that is encrypted.
 *   password?: string,
 * }
 *
 * @phpstan-type Google_driveToolDeliveryInput array{
 *   // Kind of delivery.
 *   type: 'google_drive',
 *   // What this kind needs; texts may use the merge language.
 *   settings: Google_driveToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type S3ToolDeliveryInput array{
 *   // Kind of delivery.
 *   type: 's3',
 *   // What this kind needs; texts may use the merge language.
 *   settings: S3ToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type SharepointToolDeliveryInput array{
 *   // Kind of delivery.
 *   type: 'sharepoint',
 *   // What this kind needs; texts may use the merge language.
 *   settings: SharepointToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type ToolsAddFieldsBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // The fields, in the order in which the tab key goes through them.
 *   fields: list<ToolsAddFieldsBodyField>,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsAddFieldsBodyField array{
 *   // The page, counted from 1.
 *   page: int,
 *   // Lower left and upper right corner in points of the page's own coordinates.
 *   box: list<float|int>,
 *   // The kind of field.
 *   kind: 'text'|'multiline'|'comb'|'check'|'radio'|'choice'|'image'|'signature',
 *   // Its full name. Fields of the same name show the same value; radio buttons are a group.
 *   name: string,
 *   // What is read aloud; the name when absent.
 *   tooltip?: string,
 *   // Whether it has to be filled.
 *   required?: bool,
 *   // How many characters it takes.
 *   max_length?: int,
 *   // Cells of a comb; `max_length` when absent.
 *   n?: int,
 *   // What a check box or radio button stands for when it is on.
 *   value?: string,
 *   // What can be chosen; without them anything can be typed.
 *   options?: list<string>,
 *   // What a text or choice holds until it is filled; merges fill in its tags.
 *   text?: string,
 *   // When a merge turns a check box or radio button on, as in `{if ...}`; its value's data when absent.
 *   condition?: string,
 *   // Of a `text`: its value is shown as a number or date of this form, when it is merged and when somebody
 *   // types in Acrobat.
 *   format?: NumberFormatInput|DateFormatInput,
 *   // The font of its text; Helvetica when absent.
 *   font?: 'Helvetica'|'Times'|'Courier',
 *   // In points; 0, the default, fits the text into the field.
 *   font_size?: float|int,
 *   // Where its text stands.
 *   align?: 'left'|'center'|'right',
 *   // The color of its text, such as `#1a2b3c`; black when absent.
 *   color?: string,
 * }
 *
 * @phpstan-type ToolsCombineBody array{
 *   // What the files become.
 *   output: 'pdf'|'docx',
 *   // The files in their order, at most 100.
 *   files: list<FileInput>,
 *   // 1: each file has its outline entry in the PDF in any case.
 *   bookmark?: bool,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // Width of the pages of html files in inches; without size, as their style sheets say, else US Letter.
 *   size_width?: float|int,
 *   // Height of the pages of html files in inches; `auto`: as high as what is on them.
 *   size_height?: 'auto'|float|int,
 *   // Margins of html pages in inches: one number for all sides, or an object of the four.
 *   margins?: float|int|Margins,
 *   // 1: html pages are landscape.
 *   landscape?: bool,
 *   // What happens where an html page is wider than its paper: `shrink` makes all of it smaller, `wrap`
 *   // lets what is in it break. When empty, a warning says so.
 *   fit?: 'shrink'|'wrap',
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsCombinePdfBody array{
 *   // What the files become.
 *   output?: 'pdf'|'docx',
 *   // The files in their order, at most 100.
 *   files: list<FileInput>,
 *   // 1: each file has its outline entry in the PDF in any case.
 *   bookmark?: bool,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // Width of the pages of html files in inches; without size, as their style sheets say, else US Letter.
 *   size_width?: float|int,
 *   // Height of the pages of html files in inches; `auto`: as high as what is on them.
 *   size_height?: 'auto'|float|int,
 *   // Margins of html pages in inches: one number for all sides, or an object of the four.
 *   margins?: float|int|Margins,
 *   // 1: html pages are landscape.
 *   landscape?: bool,
 *   // What happens where an html page is wider than its paper: `shrink` makes all of it smaller, `wrap`
 *   // lets what is in it break. When empty, a warning says so.
 *   fit?: 'shrink'|'wrap',
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsCompressPdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsConvertToPdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // Part and level of PDF/A to conform to, such as `3a`.
 *   pdf_a?: '2b'|'2u'|'2a'|'3b'|'3u'|'3a',
 *   // Pixels per inch, such as 150: pictures with far more are reduced to it. Those of PDFs are left to
 *   // compress_pdf.
 *   picture_dpi?: int,
 *   // 1: conform to PDF/UA-1.
 *   pdf_ua?: bool,
 *   // Language tag such as `de-DE`: dates of workbooks that follow the system are those of its region. The
 *   // workspace's when absent.
 *   locale?: string,
 *   // Time zone such as `Europe/Berlin`, in which fields and formulas show what is today and now. The
 *   // workspace's when absent.
 *   timezone?: string,
 *   // The system whose Office program's pages are drawn: rows and columns of workbooks differ. What the
 *   // file says, else `windows`, when absent.
 *   printer?: 'windows'|'mac',
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // Width of the pages of html files in inches; without size, as their style sheets say, else US Letter.
 *   size_width?: float|int,
 *   // Height of the pages of html files in inches; `auto`: as high as what is on them.
 *   size_height?: 'auto'|float|int,
 *   // Margins of html pages in inches: one number for all sides, or an object of the four.
 *   margins?: float|int|Margins,
 *   // 1: html pages are landscape.
 *   landscape?: bool,
 *   // What happens where an html page is wider than its paper: `shrink` makes all of it smaller, `wrap`
 *   // lets what is in it break. When empty, a warning says so.
 *   fit?: 'shrink'|'wrap',
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsConvertToPdfaBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // Part and level of PDF/A, such as `2b` or `3a`.
 *   profile: '2b'|'2u'|'2a'|'3b'|'3u'|'3a',
 *   // 1: conform to PDF/UA-1 as well.
 *   pdf_ua?: bool,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsDetectFields array{
 *   // The fields in reading order.
 *   fields: list<ToolsDetectFieldsField>,
 * }
 *
 * @phpstan-type ToolsDetectFieldsField array{
 *   // The page, counted from 1.
 *   page: float|int,
 *   // Lower left and upper right corner in points of the page's own coordinates.
 *   box: list<float|int>,
 *   // What kind of field belongs there.
 *   kind: 'text'|'multiline'|'comb'|'check'|'radio'|'signature',
 *   // A name from its label, different for each field.
 *   name: string,
 *   // Its label; empty when there is none.
 *   tooltip: string,
 *   // Whether its label ends in an asterisk.
 *   required: bool,
 *   // How many characters it takes, if that is drawn.
 *   max_length: float|int|null,
 *   // Cells of a comb.
 *   n: float|int|null,
 * }
 *
 * @phpstan-type ToolsEncryptPdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // The owner's password: it lifts the restrictions.
 *   password?: string,
 *   // The password that opens the file.
 *   user_password?: string,
 *   // What is allowed without the owner's password; nothing when absent.
 *   permissions?: list<string>|string,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsInsertSignatureBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // The signature: CMS (RFC 5652), detached, DER; as base64 or a file part.
 *   signature: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsMergeBody array{
 *   // The template: its name with its contents or its address.
 *   file?: FileInput,
 *   // The template as html, in place of `file`.
 *   html?: string,
 *   // Merge data: members by the names of the template's fields, or their JSON.
 *   data?: array<string, mixed>,
 *   // Type of the answer: `pdf`, the template's own type, or `xml`, the e-invoice alone; `pdf` when absent.
 *   output?: string,
 *   // Name of the file, in the merge language; that of the template when absent.
 *   output_name?: string,
 *   // Width of html pages in inches.
 *   size_width?: float|int,
 *   // Height of html pages in inches; `auto`: as high as what is on it.
 *   size_height?: 'auto'|float|int,
 *   // How it is merged, or the JSON of that.
 *   settings?: ToolsMergeBodySettings,
 *   // 1: marked as a sample, with what the linter says about the template among the warnings.
 *   test?: bool,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsMergeBodySettings array{
 *   // 1: the fields of a filled PDF form become plain content.
 *   flatten?: bool,
 *   // 1: values are escaped for html unless the template says otherwise.
 *   autoescape?: bool,
 *   // The language of the template's tags.
 *   syntax?: 'docloom'|'docxtemplater',
 *   // Language and region for numbers, dates and money, such as `en-US`; the workspace's own when empty.
 *   locale?: string,
 *   // Time zone of dates, such as `Europe/Berlin`; the workspace's own when empty.
 *   timezone?: string,
 *   // Currency of amounts, such as `EUR`; the workspace's own when empty.
 *   currency?: string,
 *   // Margins of html pages in inches: one number for all sides, or an object of the four.
 *   margins?: float|int|Margins,
 *   // 1: html pages are landscape.
 *   landscape?: bool,
 *   // What happens where an html page is wider than its paper: `shrink` makes all of it smaller, `wrap`
 *   // lets what is in it break. When empty, a warning says so.
 *   fit?: 'shrink'|'wrap',
 *   // Template of what is printed at the top of every html page.
 *   header?: string,
 *   // Template of what is printed at the bottom of every html page.
 *   footer?: string,
 *   // What the PDF of an html page with scripts waits for: milliseconds of the page's own time, at most
 *   // 30000 (`1500`), something that becomes true (`expression: window.ready`), or an event (`event:
 *   // ready`). When empty, until the page has come to rest, 10 seconds of its time at most.
 *   wait?: string,
 *   // 1: test merges show their first warnings small at the foot of each page or slide, in the footer of
 *   // printed sheets, below the text of Word documents.
 *   show_warnings?: bool,
 *   // 1: merged Word files keep the comments and tracked changes of their template, PowerPoint files its
 *   // comments; else insertions are accepted, deletions dropped and comments left out.
 *   keep_comments?: bool,
 *   // Title that the PDF states; may hold merge fields. Without it: the template's own, else the document's
 *   // name.
 *   title?: string,
 *   // Author that the PDF states; may hold merge fields.
 *   author?: string,
 *   // Pixels per inch, such as 150: pictures with far more are reduced to it in the PDF.
 *   picture_dpi?: int,
 *   // Part and level of PDF/A that the PDF conforms to, such as `3a`; a merge that cannot conform fails.
 *   pdf_a?: '2b'|'2u'|'2a'|'3b'|'3u'|'3a',
 *   // 1: the PDF conforms to PDF/UA-1; a merge that cannot conform fails.
 *   pdf_ua?: bool,
 *   // Profile of the e-invoice: Factur-X and ZUGFeRD, XRechnung, or Peppol BIS Billing 3. It goes into the
 *   // PDF, which then is PDF/A-3, or is a file beside it (`e_invoice_syntax`). A merge whose data do not
 *   // make a valid one fails.
 *   e_invoice?: 'minimum'|'basic-wl'|'basic'|'en16931'|'extended'|'xrechnung'|'peppol',
 *   // `cii` (the default): Cross Industry Invoice within the PDF. `ubl`: UBL 2.1, a second file of the
 *   // merge beside the PDF, of the profiles `en16931`, `xrechnung` and `peppol`.
 *   e_invoice_syntax?: 'cii'|'ubl',
 *   // 1: the PDF is put into the e-invoice, where its syntax is `ubl`.
 *   e_invoice_pdf?: bool,
 *   // Where the record of the e-invoice is in the merge data; `invoice` when absent.
 *   e_invoice_record?: string,
 *   // A template of the e-invoice's XML, instead of a record.
 *   e_invoice_xml?: string,
 *   // The PDF of each merge is signed (PAdES) by an identity of the workspace; test merges are not. It
 *   // replaces the setting as a whole.
 *   signature?: SignatureSettings,
 *   // 1: what merges use (template, settings, output, deliveries) changes only as a second person has
 *   // approved it; this setting, too.
 *   approval?: bool,
 *   // A page on which people without an account fill it in (`GET .../fill_in` says where). It replaces the
 *   // setting as a whole.
 *   fill_in?: ToolsMergeBodySettingsFillIn,
 *   // The owner's password of the PDF: it lifts the restrictions.
 *   password?: string,
 *   // The password that opens the PDF.
 *   user_password?: string,
 *   // What is allowed without the owner's password; nothing when absent.
 *   permissions?: list<string>|string,
 * }
 *
 * @phpstan-type ToolsPagePictureBody array{
 *   // The file.
 *   file: ToolsPagePictureBodyFile,
 *   // Page, counted from 1; the first when absent.
 *   page?: int,
 *   // Width of the picture in pixels, at most 2400; 800 when absent.
 *   width?: int,
 * }
 *
 * @phpstan-type ToolsPagePictureBodyFile array{
 *   // The PDF as base64, or as a file part.
 *   contents: string|\Docloom\LocalFile|\SplFileInfo|resource,
 * }
 *
 * @phpstan-type ToolsPdfInfo array{
 *   // PDF version that the file states.
 *   version: string,
 *   // Number of pages.
 *   pages: float|int,
 *   // Sizes, each with the page from which it applies.
 *   page_sizes: list<ToolsPdfInfoPageSize>,
 *   // Title, author and the like, as the file states them.
 *   metadata: array<string, mixed>,
 *   // How it is encrypted; null when it is not.
 *   encryption: ToolsPdfInfoEncryption|null,
 *   // Whether it has tags for readers.
 *   tagged: bool,
 *   // Whether it has signatures.
 *   signed: bool,
 *   // Whether it has form fields.
 *   form: bool,
 *   // Whether the form is XFA.
 *   xfa: bool,
 *   // Whether it has bookmarks.
 *   outline: bool,
 *   // Whether it has layers.
 *   layers: bool,
 *   // Number of attached files.
 *   attachments: float|int,
 *   // Number of named destinations.
 *   named_destinations: float|int,
 * }
 *
 * @phpstan-type ToolsPdfInfoBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsPdfInfoEncryption array{
 *   // How the file is encrypted.
 *   method: string,
 *   // Length of the key in bits.
 *   key_bits: float|int,
 *   // What is allowed without the owner's password.
 *   permissions: list<string>,
 *   // Whether the password that was sent is the owner's.
 *   opened_as_owner: bool,
 * }
 *
 * @phpstan-type ToolsPdfInfoPageSize array{
 *   // The first page of this size, counted from 1.
 *   first_page: float|int,
 *   // Width in points, 72 to the inch.
 *   width_points: float|int,
 *   // Height in points.
 *   height_points: float|int,
 * }
 *
 * @phpstan-type ToolsPrepareSignature array{
 *   // What goes to `insert_signature`, unchanged.
 *   file: ToolsPrepareSignatureFile,
 *   // Name of the signature field.
 *   field: string,
 *   // The hash function.
 *   hash: 'SHA-256'|'SHA-384'|'SHA-512',
 *   // What is to be signed: digest of all but the signature, hexadecimal.
 *   digest: string,
 *   // Bytes that the signature may have.
 *   room: int,
 * }
 *
 * @phpstan-type ToolsPrepareSignatureBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // Hash function; `sha256` when absent.
 *   hash?: 'sha256'|'sha384'|'sha512',
 *   // Name of the signer, as the PDF states it.
 *   name?: string,
 *   // Bytes that the signature may have; 32768 when absent.
 *   room?: int,
 *   // Why it is signed.
 *   reason?: string,
 *   // Where it is signed.
 *   location?: string,
 *   // How to reach the signer.
 *   contact?: string,
 *   // The signature field: an unsigned one in the PDF, or the name of a new one.
 *   field?: string,
 *   // Makes it the author's signature, and says what may be changed afterwards.
 *   certify?: 'no_changes'|'forms'|'annotations',
 *   // Page of a visible signature, counted from 1; -1 is the last one.
 *   page?: float|int,
 *   // Distance from the left edge of the page, in points.
 *   left?: float|int,
 *   // Distance from the top of the page, in points.
 *   top?: float|int,
 *   // Width of a visible signature, in points.
 *   width?: float|int,
 *   // Height of a visible signature, in points.
 *   height?: float|int,
 *   // What a visible signature says; name, date and reason when absent.
 *   text?: string,
 *   // What a visible signature shows beside it: a JPEG or PNG.
 *   picture?: FileInput,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsPrepareSignatureFile array{
 *   // The file's name.
 *   name: string,
 *   // The PDF with room for the signature, as base64.
 *   contents: string,
 * }
 *
 * @phpstan-type ToolsReadInvoice array{
 *   // Whether the invoice follows the rules of its profile that can be checked without a service.
 *   valid: bool,
 *   // Its profile; null for one that is not known, which is checked as EN 16931.
 *   profile: 'minimum'|'basic-wl'|'basic'|'en16931'|'extended'|'xrechnung'|'peppol'|null,
 *   // BT-24: the specification that it names.
 *   guideline: string|null,
 *   // Name of the attached file; null when XML was sent.
 *   file_name: string|null,
 *   // The invoice: the record from which `settings[e_invoice]` would make the same XML.
 *   invoice: array<string, mixed>,
 *   // The rules that it breaks, at most 100.
 *   problems: list<ToolsReadInvoiceProblem>,
 *   // Elements that are not terms of EN 16931, by their paths.
 *   unknown: list<string>,
 *   // Cross Industry Invoice, or UBL.
 *   syntax: 'cii'|'ubl',
 *   // The XML as it is.
 *   xml: string,
 * }
 *
 * @phpstan-type ToolsReadInvoiceProblem array{
 *   // The rule as the official ones call it, such as `BR-DE-15`.
 *   rule: string,
 *   // The business term, such as `BT-10`.
 *   term: string,
 *   // `warning`: the rules advise against it, and the invoice is valid all the same.
 *   severity: 'error'|'warning',
 *   // The member of the invoice, as a JSON pointer.
 *   pointer: string,
 *   // The rule, the business term and what is wrong.
 *   message: string,
 * }
 *
 * @phpstan-type ToolsRotatePdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // Clockwise; a multiple of 90.
 *   degrees: int,
 *   // Pages such as `1-3, 5`; all when absent.
 *   pages?: string,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsSignPdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // Id or name of a signing identity that the workspace keeps (`/api/identities`).
 *   identity?: string,
 *   // In place of `identity`, private key and certificates: a PKCS#12 file (.p12, .pfx), or PEM; with its
 *   // `password`.
 *   certificate?: FileInput,
 *   // Why it is signed.
 *   reason?: string,
 *   // Where it is signed.
 *   location?: string,
 *   // How to reach the signer.
 *   contact?: string,
 *   // The signature field: an unsigned one in the PDF, or the name of a new one.
 *   field?: string,
 *   // Makes it the author's signature, and says what may be changed afterwards.
 *   certify?: 'no_changes'|'forms'|'annotations',
 *   // Page of a visible signature, counted from 1; -1 is the last one.
 *   page?: float|int,
 *   // Distance from the left edge of the page, in points.
 *   left?: float|int,
 *   // Distance from the top of the page, in points.
 *   top?: float|int,
 *   // Width of a visible signature, in points.
 *   width?: float|int,
 *   // Height of a visible signature, in points.
 *   height?: float|int,
 *   // What a visible signature says; name, date and reason when absent.
 *   text?: string,
 *   // What a visible signature shows beside it: a JPEG or PNG.
 *   picture?: FileInput,
 *   // Address of a timestamping authority (RFC 3161).
 *   timestamp_url?: string,
 *   // PAdES level; b-t when there is a `timestamp_url`, else b-b. b-lt also puts into the PDF what is known
 *   // about the revocation of the certificates, from the addresses that they carry.
 *   level?: 'b-b'|'b-t'|'b-lt',
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsSplitPdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // Pages to take, such as `1-3, 5`; each item of the list becomes a file.
 *   extract?: string,
 *   // Pages to leave out, such as `2, 7-8`.
 *   remove?: string,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsStampPdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its
 *   // signatures do not hold any more; `refuse` refuses it. `change` when absent.
 *   signed?: 'change'|'refuse',
 *   // Taken from older clients; a signed PDF is changed without it, too.
 *   force?: bool,
 *   // The text.
 *   text: string,
 *   // From 0, invisible, to 1.
 *   opacity?: float|int,
 *   // Degrees counter-clockwise.
 *   angle?: float|int,
 *   // Size of the letters in points.
 *   font_size?: float|int,
 *   // Pages such as `1-3, 5`; all when absent.
 *   pages?: string,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsValidateInvoice array{
 *   // Whether no rule is broken; warnings do not count.
 *   valid: bool,
 *   // Its profile; null for one that is not known, which is checked as EN 16931.
 *   profile: 'minimum'|'basic-wl'|'basic'|'en16931'|'extended'|'xrechnung'|'peppol'|null,
 *   // Cross Industry Invoice, or UBL.
 *   syntax: 'cii'|'ubl',
 *   // BT-24: the specification that it names.
 *   guideline: string|null,
 *   // Name of the attached file; null when XML was sent.
 *   file_name: string|null,
 *   // The rules that are broken, each once, as the official ones call them.
 *   rules: list<string>,
 *   // What is broken, and where; at most 100.
 *   problems: list<ToolsReadInvoiceProblem>,
 * }
 *
 * @phpstan-type ToolsValidatePdf array{
 *   // Whether no problem was found.
 *   valid: bool,
 *   // The profile that was checked.
 *   profile: '2b'|'2u'|'2a'|'3b'|'3u'|'3a'|'ua1',
 *   // What was found, at most 50 for each clause.
 *   problems: list<ToolsValidatePdfProblem>,
 * }
 *
 * @phpstan-type ToolsValidatePdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // What the file has to conform to.
 *   profile: '2b'|'2u'|'2a'|'3b'|'3u'|'3a'|'ua1',
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsValidatePdfProblem array{
 *   // The clause that is broken, of ISO 19005 or ISO 14289-1.
 *   clause: string,
 *   // What is wrong.
 *   message: string,
 *   // The page, counted from 1; null where none is concerned.
 *   page: float|int|null,
 *   // The number of the object in the file; null where none is concerned.
 *   object: float|int|null,
 * }
 *
 * @phpstan-type ToolsVerifyPdf array{
 *   // Whether the PDF has signatures.
 *   signed: bool,
 *   // Whether there are signatures, and all of them are valid.
 *   valid: bool,
 *   // The signatures, in the order in which they were made.
 *   signatures: list<ToolsVerifyPdfSignature>,
 * }
 *
 * @phpstan-type ToolsVerifyPdfBody array{
 *   // The file: its name with its contents or its address.
 *   file: FileInput,
 *   // Certificates that you trust, as PEM.
 *   trusted_certificates?: string,
 *   // The work is done later, and its file sent in this way.
 *   delivery?: WebhookToolDeliveryInput|EmailToolDeliveryInput|S3ToolDeliveryInput|WebdavToolDeliveryInput|Azure_blobToolDeliveryInput|DropboxToolDeliveryInput|Google_driveToolDeliveryInput|SharepointToolDeliveryInput,
 * }
 *
 * @phpstan-type ToolsVerifyPdfSignature array{
 *   // Name of the signature field.
 *   field: string,
 *   // Somebody's signature, the author's, or a timestamp of the document.
 *   kind: 'signature'|'certification'|'timestamp',
 *   // valid: what it covers is as it was when it was signed. broken: it is not, or nobody signed it.
 *   // unknown: it cannot be checked here, for example because its algorithm is not known; `problems` says
 *   // why.
 *   status: 'valid'|'broken'|'unknown',
 *   // Whether its status is valid.
 *   valid: bool,
 *   // What is wrong, or why it cannot be checked, in sentences; empty when it is valid.
 *   problems: list<string>,
 *   // What deserves a look although it does not break the signature, in sentences: annotations and pictures
 *   // that were laid over a page later, certificates that may not vouch for it.
 *   remarks: list<string>,
 *   // The name in the signer's certificate.
 *   signer: string|null,
 *   // The signer's certificate.
 *   certificate: ToolsVerifyPdfSignatureCertificate|null,
 *   // The certificates above it, as far as the PDF has them.
 *   chain: list<ToolsVerifyPdfSignatureCertificate>,
 *   // Whether the chain ends at one of `trusted_certificates`; null when none were sent.
 *   trusted: bool|null,
 *   // Whether the certificate was within its validity period when it was used.
 *   certificate_valid: bool|null,
 *   // Whether one of its certificates was revoked when it was made, by what the PDF carries (B-LT). No
 *   // authority is asked.
 *   revocation: 'good'|'revoked'|'unknown',
 *   // The time that the signer's computer claims.
 *   signed_at: string|null,
 *   // A timestamp of an authority; null where there is no valid one.
 *   timestamp: ToolsVerifyPdfSignatureTimestamp|null,
 *   // Hash function, such as SHA-256.
 *   hash: string|null,
 *   // Name of the signer as the PDF states it.
 *   name: string|null,
 *   // Why it was signed.
 *   reason: string|null,
 *   // Where it was signed.
 *   location: string|null,
 *   // How to reach the signer.
 *   contact: string|null,
 *   // Whether nothing was added to the PDF since.
 *   covers_whole_file: bool,
 *   // What was changed since: a change of content makes the signature invalid.
 *   changes: list<'signatures'|'forms'|'annotations'|'content'>,
 *   // Whether the author's signature, and what this one locks, allow these changes.
 *   changes_allowed: bool,
 * }
 *
 * @phpstan-type ToolsVerifyPdfSignatureCertificate array{
 *   // Whose it is, as a distinguished name.
 *   subject: string,
 *   // Who issued it.
 *   issuer: string,
 *   // Hexadecimal.
 *   serial_number: string,
 *   // When it becomes valid.
 *   valid_from: string,
 *   // When its validity ends.
 *   valid_to: string,
 *   // SHA-256 of the certificate, hexadecimal.
 *   fingerprint: string,
 * }
 *
 * @phpstan-type ToolsVerifyPdfSignatureTimestamp array{
 *   // The time that the authority states.
 *   time: string,
 *   // The name in its certificate.
 *   authority: string|null,
 * }
 *
 * @phpstan-type WebdavToolDeliveryInput array{
 *   // Kind of delivery.
 *   type: 'webdav',
 *   // What this kind needs; texts may use the merge language.
 *   settings: WebdavToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type WebhookToolDeliveryInput array{
 *   // Kind of delivery.
 *   type: 'webhook',
 *   // What this kind needs; texts may use the merge language.
 *   settings: WebhookToolDeliveryInputSettings,
 * }
 */
interface ToolsTypes
{
}
