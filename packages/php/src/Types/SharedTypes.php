<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `shared`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type ApiKey array{
 *   // The key: the user name of the pair.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // When it was made.
 *   created_at: string,
 *   // When it was last used, to within five minutes; empty for never.
 *   last_used_at: string,
 *   // When it was revoked; empty while it works.
 *   revoked_at: string,
 *   // When it stops working by itself; empty for never.
 *   expires_at: string,
 *   // What it may; null for everything.
 *   rights: list<string>|null,
 *   // Ids of the only folders it may use; null for all.
 *   folders: list<string>|null,
 *   // The person who made it; empty for another key and the command line.
 *   made_by: string,
 *   // The person who revoked it; empty if nobody is known.
 *   revoked_by: string,
 *   // 1 for the key of the request itself.
 *   current: 0|1,
 * }
 *
 * @phpstan-type ApprovalAskedBy array{
 *   // Identifier of the issuer.
 *   id: string,
 *   // Its name for people.
 *   name: string,
 * }
 *
 * @phpstan-type Azure_blobDelivery array{
 *   // Kind of delivery.
 *   type: 'azure_blob',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: Azure_blobDeliverySettings,
 * }
 *
 * @phpstan-type Azure_blobDeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 'azure_blob',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: Azure_blobDeliveryChangesInputSettings,
 * }
 *
 * @phpstan-type Azure_blobDeliveryChangesInputSettings array{
 *   // Name of the storage account.
 *   account?: string,
 *   // Name of the container.
 *   container?: string,
 *   // Key of the account, base64; or `sas`. Masked in answers.
 *   account_key?: string,
 *   // Shared access signature of the container, with the rights read, create and write. Masked in answers.
 *   sas?: string,
 *   // Address of the account's blobs, where it is not the usual one.
 *   endpoint?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type Azure_blobDeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 'azure_blob',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: Azure_blobToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type Azure_blobDeliverySaved array{
 *   // Kind of delivery.
 *   type: 'azure_blob',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: Azure_blobDeliverySettings,
 * }
 *
 * @phpstan-type Azure_blobDeliverySettings array{
 *   // Name of the storage account.
 *   account?: string,
 *   // Name of the container.
 *   container?: string,
 *   // Key of the account, base64; or `sas`. Masked in answers.
 *   account_key?: string,
 *   // Shared access signature of the container, with the rights read, create and write. Masked in answers.
 *   sas?: string,
 *   // Address of the account's blobs, where it is not the usual one.
 *   endpoint?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type Azure_blobToolDeliveryInputSettings array{
 *   // Name of the storage account.
 *   account: string,
 *   // Name of the container.
 *   container: string,
 *   // Key of the account, base64; or `sas`. Masked in answers.
 *   account_key?: string,
 *   // Shared access signature of the container, with the rights read, create and write. Masked in answers.
 *   sas?: string,
 *   // Address of the account's blobs, where it is not the usual one.
 *   endpoint?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type BinItemDeletedBy array{
 *   // Who did it.
 *   type: 'person'|'key'|'link'|'directory'|'service',
 *   // Id of the person or key; empty for a sign-in link.
 *   id: string,
 *   // Its name as it is now; not part of what is hashed.
 *   name: string,
 *   // What the request came by.
 *   via: 'api'|'console'|'command_line'|'agent'|'application'|'directory'|'service',
 * }
 *
 * @phpstan-type DateFormatInput array{
 *   // A date or a time.
 *   kind: 'date',
 *   // As in Acrobat: `dd.mm.yyyy`, `mmmm d, yyyy`, `HH:MM`.
 *   mask: string,
 * }
 *
 * @phpstan-type Deleted array{
 *   // Always 1.
 *   success: '1',
 *   // What used it; absent if nothing did.
 *   warnings?: list<TemplateWarning>,
 * }
 *
 * @phpstan-type Document array{
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
 *   // The merge fields of the template.
 *   fields: list<Field>,
 * }
 *
 * @phpstan-type DocumentFile array{
 *   // Type of the document.
 *   type: string,
 *   // When the template was saved (UTC).
 *   last_update: string,
 *   // The template as base64.
 *   contents: string,
 * }
 *
 * @phpstan-type DocumentSettings array{
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
 *   // 1: `explain=1` needs no credentials at the merge address.
 *   explain?: bool,
 *   // `open`: data gathered under any `_session` are everybody's who knows the merge address. Otherwise,
 *   // without credentials, a session needs a name of at least 20 letters and digits, or `new`.
 *   sessions?: 'unguessable'|'open',
 *   // `after`: merges with `download=1` are answered before they are written into the log. If the service
 *   // stops in that moment, the merge is in no log and counted nowhere, and a change of the document may be
 *   // seen a merge later. With deliveries, an `Idempotency-Key` or an API key, and when empty or `before`,
 *   // they are in the log first.
 *   log?: 'before'|'after',
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
 *   // What has to hold before a new template of the document is published.
 *   tests?: list<DocumentSettingsTest>,
 *   // A page on which people without an account fill it in (`GET .../fill_in` says where). It replaces the
 *   // setting as a whole.
 *   fill_in?: ToolsMergeBodySettingsFillIn,
 * }
 *
 * @phpstan-type DocumentSettingsTest array{
 *   // Name of the test.
 *   name: string,
 *   // Merge data.
 *   data?: array<string, mixed>,
 *   // Name of a sample whose data are merged, in place of `data`.
 *   sample?: string,
 *   // Pages that the PDF has to have.
 *   pages?: int,
 *   // Texts that the PDF has to show; blanks and line breaks do not matter.
 *   text?: list<string>|string,
 *   // Texts that it must not show.
 *   no_text?: list<string>|string,
 *   // The only fields that may be without data.
 *   missing?: list<string>,
 *   // 0: the merge may have no warnings.
 *   warnings?: bool,
 * }
 *
 * @phpstan-type DocumentsCopyBody array{
 *   // A name for people.
 *   name: string,
 * }
 *
 * @phpstan-type DocumentsCreateAddressBody array{
 *   // The address as it was there, with any host: `https://old.example.com/route/12345/abc123`.
 *   url: string,
 * }
 *
 * @phpstan-type DocumentsRenewDeliverySecretBody array{
 *   // 1: also sign with the former secret.
 *   keep_old?: bool,
 * }
 *
 * @phpstan-type DocumentsUpdatePdfFieldsBodyField array{
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
 *   // The id of a field from the list: that one is changed. Without it the field is new.
 *   id?: string,
 * }
 *
 * @phpstan-type Done array{
 *   // Always 1.
 *   success: '1',
 * }
 *
 * @phpstan-type DropboxDelivery array{
 *   // Kind of delivery.
 *   type: 'dropbox',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: DropboxDeliverySettings,
 * }
 *
 * @phpstan-type DropboxDeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 'dropbox',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: DropboxDeliveryChangesInputSettings,
 * }
 *
 * @phpstan-type DropboxDeliveryChangesInputSettings array{
 *   // Key of your application at Dropbox; the service's own when absent.
 *   app_key?: string,
 *   // Its secret. Masked in answers.
 *   app_secret?: string,
 *   // Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
 *   refresh_token?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type DropboxDeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 'dropbox',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: DropboxToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type DropboxDeliverySaved array{
 *   // Kind of delivery.
 *   type: 'dropbox',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: DropboxDeliverySettings,
 * }
 *
 * @phpstan-type DropboxDeliverySettings array{
 *   // Key of your application at Dropbox; the service's own when absent.
 *   app_key?: string,
 *   // Its secret. Masked in answers.
 *   app_secret?: string,
 *   // Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
 *   refresh_token?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type DropboxToolDeliveryInputSettings array{
 *   // Key of your application at Dropbox; the service's own when absent.
 *   app_key?: string,
 *   // Its secret. Masked in answers.
 *   app_secret?: string,
 *   // Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
 *   refresh_token: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type EmailDelivery array{
 *   // Kind of delivery.
 *   type: 'email',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: EmailDeliverySettings,
 * }
 *
 * @phpstan-type EmailDeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 'email',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: EmailDeliveryChangesInputSettings,
 * }
 *
 * @phpstan-type EmailDeliveryChangesInputSettings array{
 *   // Recipients, separated by commas.
 *   to?: string,
 *   // Recipients of copies.
 *   cc?: string,
 *   // Recipients of blind copies.
 *   bcc?: string,
 *   // Where answers go.
 *   reply_to?: string,
 *   // Sender; the service's own when absent.
 *   from?: string,
 *   // Subject.
 *   subject?: string,
 *   // Body as html.
 *   html?: string,
 *   // Body as text; made from `html` when absent.
 *   text?: string,
 *   // 0 sends no file; 1 when absent.
 *   attach?: 0|1,
 *   // Ids of further documents, at most 5, that are merged with the same data and go along, such as `12,
 *   // 13`; one without fields goes along as it is. They have no deliveries of their own, and what is larger
 *   // than a mail may be goes as links.
 *   attach_documents?: string,
 *   // `low` attaches the file; `medium` sends a link to a page that asks for the password; `high` the same,
 *   // for one download.
 *   security?: 'low'|'medium'|'high',
 *   // Password of such a link. It is never mailed, and masked in answers.
 *   password?: string,
 *   // Days for which such a link works.
 *   expires?: string,
 *   // Domains that addresses may take from the data, as in `office@{$Domain}`; without it that is refused.
 *   domains?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type EmailDeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 'email',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: EmailToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type EmailDeliverySaved array{
 *   // Kind of delivery.
 *   type: 'email',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: EmailDeliverySettings,
 * }
 *
 * @phpstan-type EmailDeliverySettings array{
 *   // Recipients, separated by commas.
 *   to?: string,
 *   // Recipients of copies.
 *   cc?: string,
 *   // Recipients of blind copies.
 *   bcc?: string,
 *   // Where answers go.
 *   reply_to?: string,
 *   // Sender; the service's own when absent.
 *   from?: string,
 *   // Subject.
 *   subject?: string,
 *   // Body as html.
 *   html?: string,
 *   // Body as text; made from `html` when absent.
 *   text?: string,
 *   // 0 sends no file; 1 when absent.
 *   attach?: 0|1,
 *   // Ids of further documents, at most 5, that are merged with the same data and go along, such as `12,
 *   // 13`; one without fields goes along as it is. They have no deliveries of their own, and what is larger
 *   // than a mail may be goes as links.
 *   attach_documents?: string,
 *   // `low` attaches the file; `medium` sends a link to a page that asks for the password; `high` the same,
 *   // for one download.
 *   security?: 'low'|'medium'|'high',
 *   // Password of such a link. It is never mailed, and masked in answers.
 *   password?: string,
 *   // Days for which such a link works.
 *   expires?: string,
 *   // Domains that addresses may take from the data, as in `office@{$Domain}`; without it that is refused.
 *   domains?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type EmailToolDeliveryInputSettings array{
 *   // Recipients, separated by commas.
 *   to: string,
 *   // Recipients of copies.
 *   cc?: string,
 *   // Recipients of blind copies.
 *   bcc?: string,
 *   // Where answers go.
 *   reply_to?: string,
 *   // Sender; the service's own when absent.
 *   from?: string,
 *   // Subject.
 *   subject?: string,
 *   // Body as html.
 *   html?: string,
 *   // Body as text; made from `html` when absent.
 *   text?: string,
 *   // 0 sends no file; 1 when absent.
 *   attach?: 0|1,
 *   // Ids of further documents, at most 5, that are merged with the same data and go along, such as `12,
 *   // 13`; one without fields goes along as it is. They have no deliveries of their own, and what is larger
 *   // than a mail may be goes as links.
 *   attach_documents?: string,
 *   // `low` attaches the file; `medium` sends a link to a page that asks for the password; `high` the same,
 *   // for one download.
 *   security?: 'low'|'medium'|'high',
 *   // Password of such a link. It is never mailed, and masked in answers.
 *   password?: string,
 *   // Days for which such a link works.
 *   expires?: string,
 *   // Domains that addresses may take from the data, as in `office@{$Domain}`; without it that is refused.
 *   domains?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type Field array{
 *   // Identifier of the field in its document.
 *   key: string,
 *   // Name, as in the placeholder `{$Name}`.
 *   name: string,
 * }
 *
 * @phpstan-type FieldWithAttributes array{
 *   // Identifier of the field in its document.
 *   key: string,
 *   // Name, as in the placeholder `{$Name}`.
 *   name: string,
 *   // What the template does with the value.
 *   type: 'text'|'number'|'date'|'boolean'|'list'|'object'|'image'|'choice',
 *   // Whether a merge without the field looks incomplete.
 *   required: bool,
 *   // Where the template uses the field.
 *   occurrences: list<FieldWithAttributesOccurrence>,
 *   // The values that a choice offers.
 *   options?: list<string>,
 *   // What is shown when the data have no value.
 *   default?: string,
 *   // Where the field is used; only in lists of a document's or data route's fields.
 *   used_in?: list<FieldWithAttributesUsedIn>,
 *   // Members of an object, or of the items of a list.
 *   fields?: list<FieldWithAttributes>,
 * }
 *
 * @phpstan-type FieldWithAttributesOccurrence array{
 *   // Part of the template, such as a page, a slide or a sheet.
 *   part: string,
 *   // The tag and the text around it.
 *   text: string,
 * }
 *
 * @phpstan-type FieldWithAttributesUsedIn array{
 *   // template, header or footer of the document, output_name, delivery, or rule of a data route.
 *   in: 'template'|'header'|'footer'|'output_name'|'delivery'|'rule',
 *   // Which delivery, rule or document.
 *   id?: string,
 *   // Which setting of the delivery.
 *   setting?: string,
 * }
 *
 * @phpstan-type FormerAddress array{
 *   // Identifier of the entry.
 *   id: string,
 *   // The address at this service: id and key are those of the other one.
 *   url: string,
 *   // When it was taken over.
 *   created_at: string,
 * }
 *
 * @phpstan-type Google_driveDelivery array{
 *   // Kind of delivery.
 *   type: 'google_drive',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: Google_driveDeliverySettings,
 * }
 *
 * @phpstan-type Google_driveDeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 'google_drive',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: Google_driveToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type Google_driveDeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 'google_drive',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: Google_driveToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type Google_driveDeliverySaved array{
 *   // Kind of delivery.
 *   type: 'google_drive',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: Google_driveDeliverySettings,
 * }
 *
 * @phpstan-type Google_driveDeliverySettings array{
 *   // Address of a service account.
 *   client_email?: string,
 *   // Its private key. Masked in answers.
 *   private_key?: string,
 *   // Id of an application of yours, in place of a service account; the service's own when absent.
 *   client_id?: string,
 *   // Its secret. Masked in answers.
 *   client_secret?: string,
 *   // Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
 *   refresh_token?: string,
 *   // Id of the folder, the last part of its address. A service account needs one in a shared drive; else
 *   // the person's own drive when absent.
 *   folder_id?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type Google_driveToolDeliveryInputSettings array{
 *   // Address of a service account.
 *   client_email?: string,
 *   // Its private key. Masked in answers.
 *   private_key?: string,
 *   // Id of an application of yours, in place of a service account; the service's own when absent.
 *   client_id?: string,
 *   // Its secret. Masked in answers.
 *   client_secret?: string,
 *   // Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
 *   refresh_token?: string,
 *   // Id of the folder, the last part of its address. A service account needs one in a shared drive; else
 *   // the person's own drive when absent.
 *   folder_id?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type Margins array{
 *   // At the top, in inches.
 *   top: float|int,
 *   // On the right, in inches.
 *   right: float|int,
 *   // At the bottom, in inches.
 *   bottom: float|int,
 *   // On the left, in inches.
 *   left: float|int,
 * }
 *
 * @phpstan-type MergeAccepted array{
 *   // Always 1.
 *   success: 1,
 *   // With `download=url`: the file's name.
 *   name?: string,
 *   // With `download=url`: a link to the file that expires.
 *   url?: string,
 *   // With `_session=new`: the name of the session that was made.
 *   session?: string,
 *   // Remarks about the merge.
 *   warnings?: list<string>,
 * }
 *
 * @phpstan-type MergeExplanation array{
 *   // Fields and data, by name.
 *   fields: MergeExplanationFields,
 *   // Values that were read as something other than what they are.
 *   coerced: list<MergeExplanationCoerced>,
 *   // Conditions of the template, and which branch was taken.
 *   branches: list<MergeExplanationBranche>,
 *   // What could not be done as asked, and names that do not match.
 *   warnings: list<string>,
 *   // What the linter says about the template.
 *   template_warnings: list<TemplateWarning>,
 * }
 *
 * @phpstan-type MergeExplanationBranche array{
 *   // The tag that opens the block.
 *   tag: string,
 *   // A condition or a loop.
 *   kind: 'if'|'loop',
 *   // How often the loop's body ran, or each branch in order, with “none of them” last.
 *   runs: list<int>,
 * }
 *
 * @phpstan-type MergeExplanationCoerced array{
 *   // The tag that read it.
 *   tag?: string,
 *   // The value in the data.
 *   from: mixed,
 *   // What it was read as.
 *   to: mixed,
 * }
 *
 * @phpstan-type MergeExplanationFields array{
 *   // Fields that had data.
 *   found: list<string>,
 *   // Fields without data.
 *   missing: list<string>,
 *   // Data that no field used.
 *   unused: list<string>,
 *   // Fields that the data spell differently, and how.
 *   matched: list<MergeExplanationFieldsMatched>,
 * }
 *
 * @phpstan-type MergeExplanationFieldsMatched array{
 *   // The field.
 *   field: string,
 *   // How the data spell it.
 *   data: string,
 * }
 *
 * @phpstan-type MergePreviewFields array{
 *   // Fields that had data.
 *   found: list<string>,
 *   // Fields without data.
 *   missing: list<string>,
 *   // Data that no field used.
 *   unused: list<string>,
 * }
 *
 * @phpstan-type NumberFormatInput array{
 *   // A number.
 *   kind: 'number',
 *   // Digits behind the decimal point; 2 when absent.
 *   decimals?: int,
 *   // How thousands and decimals are written; `1,234.56` when absent.
 *   style?: '1,234.56'|'1234.56'|'1.234,56'|'1234,56'|'1\'234.56',
 *   // What stands before the number, such as `$`.
 *   before?: string,
 *   // What stands behind it, such as ` EUR`; not beside `before`.
 *   after?: string,
 * }
 *
 * @phpstan-type PeopleReadInvitationBody array{
 *   // What follows # in the link.
 *   token: string,
 * }
 *
 * @phpstan-type RotatedSecret array{
 *   // Always 1.
 *   success: 1,
 *   // The new secret, shown only here.
 *   secret: string,
 *   // Whether calls also carry signatures with the former secret.
 *   kept_old: bool,
 * }
 *
 * @phpstan-type RouteDelivery array{
 *   // Kind of delivery.
 *   type: 'route',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: RouteDeliverySettings,
 * }
 *
 * @phpstan-type RouteDeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 'route',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: RouteDeliveryChangesInputSettings,
 * }
 *
 * @phpstan-type RouteDeliveryChangesInputSettings array{
 *   // The data route that gets the merge data.
 *   route_id?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type RouteDeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 'route',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: RouteDeliveryRequestInputSettings,
 * }
 *
 * @phpstan-type RouteDeliveryRequestInputSettings array{
 *   // The data route that gets the merge data.
 *   route_id: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type RouteDeliverySaved array{
 *   // Kind of delivery.
 *   type: 'route',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: RouteDeliverySettings,
 * }
 *
 * @phpstan-type RouteDeliverySettings array{
 *   // The data route that gets the merge data.
 *   route_id?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type S3Delivery array{
 *   // Kind of delivery.
 *   type: 's3',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: S3DeliverySettings,
 * }
 *
 * @phpstan-type S3DeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 's3',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: S3DeliveryChangesInputSettings,
 * }
 *
 * @phpstan-type S3DeliveryChangesInputSettings array{
 *   // Address of the store; AWS when absent.
 *   endpoint?: string,
 *   // Region.
 *   region?: string,
 *   // Bucket.
 *   bucket?: string,
 *   // Key of the object; the file's name when absent.
 *   path?: string,
 *   // 1 puts the bucket into the path instead of the host's name.
 *   path_style?: 0|1,
 *   // Access key. Masked in answers.
 *   access_key_id?: string,
 *   // Secret of the access key. Masked in answers.
 *   secret_access_key?: string,
 *   // Token of temporary credentials. Masked in answers.
 *   session_token?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type S3DeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 's3',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: S3ToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type S3DeliverySaved array{
 *   // Kind of delivery.
 *   type: 's3',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: S3DeliverySettings,
 * }
 *
 * @phpstan-type S3DeliverySettings array{
 *   // Address of the store; AWS when absent.
 *   endpoint?: string,
 *   // Region.
 *   region?: string,
 *   // Bucket.
 *   bucket?: string,
 *   // Key of the object; the file's name when absent.
 *   path?: string,
 *   // 1 puts the bucket into the path instead of the host's name.
 *   path_style?: 0|1,
 *   // Access key. Masked in answers.
 *   access_key_id?: string,
 *   // Secret of the access key. Masked in answers.
 *   secret_access_key?: string,
 *   // Token of temporary credentials. Masked in answers.
 *   session_token?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type S3ToolDeliveryInputSettings array{
 *   // Address of the store; AWS when absent.
 *   endpoint?: string,
 *   // Region.
 *   region?: string,
 *   // Bucket.
 *   bucket: string,
 *   // Key of the object; the file's name when absent.
 *   path?: string,
 *   // 1 puts the bucket into the path instead of the host's name.
 *   path_style?: 0|1,
 *   // Access key. Masked in answers.
 *   access_key_id: string,
 *   // Secret of the access key. Masked in answers.
 *   secret_access_key: string,
 *   // Token of temporary credentials. Masked in answers.
 *   session_token?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type SessionsOpenidSignIn array{
 *   // An address of the application.
 *   url: string,
 * }
 *
 * @phpstan-type SharepointDelivery array{
 *   // Kind of delivery.
 *   type: 'sharepoint',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: SharepointDeliverySettings,
 * }
 *
 * @phpstan-type SharepointDeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 'sharepoint',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: SharepointDeliveryChangesInputSettings,
 * }
 *
 * @phpstan-type SharepointDeliveryChangesInputSettings array{
 *   // Id or domain of the organization at Microsoft.
 *   tenant?: string,
 *   // Id of your application in Entra.
 *   client_id?: string,
 *   // Its secret. Masked in answers.
 *   client_secret?: string,
 *   // Address of the site; or `user`.
 *   site?: string,
 *   // Name of the library; the site's own one when absent.
 *   library?: string,
 *   // Whose OneDrive it is.
 *   user?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type SharepointDeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 'sharepoint',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: SharepointToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type SharepointDeliverySaved array{
 *   // Kind of delivery.
 *   type: 'sharepoint',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: SharepointDeliverySettings,
 * }
 *
 * @phpstan-type SharepointDeliverySettings array{
 *   // Id or domain of the organization at Microsoft.
 *   tenant?: string,
 *   // Id of your application in Entra.
 *   client_id?: string,
 *   // Its secret. Masked in answers.
 *   client_secret?: string,
 *   // Address of the site; or `user`.
 *   site?: string,
 *   // Name of the library; the site's own one when absent.
 *   library?: string,
 *   // Whose OneDrive it is.
 *   user?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type SharepointToolDeliveryInputSettings array{
 *   // Id or domain of the organization at Microsoft.
 *   tenant: string,
 *   // Id of your application in Entra.
 *   client_id: string,
 *   // Its secret. Masked in answers.
 *   client_secret: string,
 *   // Address of the site; or `user`.
 *   site?: string,
 *   // Name of the library; the site's own one when absent.
 *   library?: string,
 *   // Whose OneDrive it is.
 *   user?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type SignatureSettings array{
 *   // Id or name of a signing identity of the workspace.
 *   identity: string,
 *   // Why it is signed. May hold merge fields.
 *   reason?: string,
 *   // Where it is signed. May hold merge fields.
 *   location?: string,
 *   // How to reach the signer. May hold merge fields.
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
 *   // What a visible signature says; name, date and reason when absent. May hold merge fields.
 *   text?: string,
 *   // Address of a timestamping authority (RFC 3161).
 *   timestamp_url?: string,
 *   // PAdES level; b-t when there is a `timestamp_url`, else b-b. b-lt also puts into the PDF what is known
 *   // about the revocation of the certificates.
 *   level?: 'b-b'|'b-t'|'b-lt',
 *   // What a visible signature shows beside its text: a JPEG or PNG of at most 200 KB, in base64.
 *   picture?: string,
 * }
 *
 * @phpstan-type TemplateWarning array{
 *   // Stable word for the kind of mistake.
 *   code: string,
 *   // Package part, sheet cell, PDF field, or part of an html document.
 *   part: string,
 *   // Where to find it, in words.
 *   place: string,
 *   // The text around it, as written.
 *   text: string,
 *   // What happens.
 *   message: string,
 *   // What to write instead; empty where nothing can be suggested.
 *   remedy: string,
 *   // Line, counted from 1.
 *   line?: int,
 *   // Column, counted from 1.
 *   column?: int,
 *   // UTF-16 units from the start of an html part.
 *   offset?: int,
 *   // UTF-16 units from there.
 *   length?: int,
 * }
 *
 * @phpstan-type TestedDelivery array{
 *   // Always 1: the merge was done and the delivery tried.
 *   success: 1,
 *   // Whether the other side accepted it.
 *   ok: bool,
 *   // Status and first lines of the answer, or what went wrong.
 *   response: string,
 *   // The host that it went to.
 *   target: string,
 *   // What was sent.
 *   preview: array<string, mixed>,
 *   // How long the other side took, in milliseconds.
 *   duration_ms: float|int,
 *   // The test merge.
 *   run_id: string,
 * }
 *
 * @phpstan-type ToolsMergeBodySettingsFillIn array{
 *   // 1: the page is there.
 *   on?: bool,
 *   // Its heading; the name of the document when absent.
 *   title?: string|array<string, string>,
 *   // Words above the fields.
 *   before?: string|array<string, string>,
 *   // Words below the fields.
 *   after?: string|array<string, string>,
 *   // What is asked, in this order; the fields of the template when absent.
 *   fields?: list<ToolsMergeBodySettingsFillInField>,
 *   // What people get when they have sent it: words (the default), the merged file, another address, or the
 *   // merged file by mail.
 *   follows?: 'words'|'file'|'address'|'mail',
 *   // The words that follow.
 *   thanks?: string|array<string, string>,
 *   // The address that follows.
 *   address?: string,
 *   // The field of kind `email` whose address the mail goes to.
 *   mail_to?: string,
 *   // Subject of the mail; the title when absent.
 *   mail_subject?: string|array<string, string>,
 *   // What the mail says; the merged file is attached.
 *   mail_text?: string|array<string, string>,
 *   // When it closes.
 *   until?: string,
 *   // How often it can be sent, in all.
 *   times?: int,
 *   // A picture as a data URI, at most 100 KB.
 *   logo?: string,
 *   // Color of the button that sends it, such as `#0b5cad`.
 *   color?: string,
 *   // Languages it may be shown in, by what browsers ask for; the first one for all others.
 *   languages?: list<'en'|'de'|'fr'|'es'|'it'|'nl'>,
 *   // Origins of the pages that may show it in a frame; `*` for all.
 *   frames?: list<string>,
 * }
 *
 * @phpstan-type ToolsMergeBodySettingsFillInField array{
 *   // The member of the merge data; `Customer.Name` is a member of a member.
 *   name: string,
 *   // What is asked for.
 *   kind?: 'text'|'long_text'|'email'|'number'|'amount'|'date'|'choice'|'yes_no'|'rows'|'picture'|'file'|'signature',
 *   // What people read; the name when absent.
 *   label?: string|array<string, string>,
 *   // A line of help below the field.
 *   help?: string|array<string, string>,
 *   // 1: the page cannot be sent without it; of `yes_no`: without a yes.
 *   required?: bool,
 *   // What the field holds at first; a date as 2026-11-28, 1 for yes.
 *   default?: string,
 *   // What a `choice` offers.
 *   options?: list<string>,
 *   // 1: the query of the page's address may fill it.
 *   prefill?: bool,
 *   // The columns of `rows`.
 *   fields?: list<ToolsMergeBodySettingsFillInFieldField>,
 * }
 *
 * @phpstan-type ToolsMergeBodySettingsFillInFieldField array{
 *   // The member of the merge data; `Customer.Name` is a member of a member.
 *   name: string,
 *   // What is asked for in the column.
 *   kind?: 'text'|'long_text'|'email'|'number'|'amount'|'date'|'choice'|'yes_no',
 *   // What people read; the name when absent.
 *   label?: string|array<string, string>,
 *   // A line of help below the field.
 *   help?: string|array<string, string>,
 *   // 1: the page cannot be sent without it; of `yes_no`: without a yes.
 *   required?: bool,
 *   // What the field holds at first; a date as 2026-11-28, 1 for yes.
 *   default?: string,
 *   // What a `choice` offers.
 *   options?: list<string>,
 * }
 *
 * @phpstan-type WebdavDelivery array{
 *   // Kind of delivery.
 *   type: 'webdav',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: WebdavDeliverySettings,
 * }
 *
 * @phpstan-type WebdavDeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 'webdav',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: WebdavDeliveryChangesInputSettings,
 * }
 *
 * @phpstan-type WebdavDeliveryChangesInputSettings array{
 *   // Address of the folder.
 *   url?: string,
 *   // Name of the user.
 *   user?: string,
 *   // Its password, best one for programs. Masked in answers.
 *   password?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type WebdavDeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 'webdav',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: WebdavToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type WebdavDeliverySaved array{
 *   // Kind of delivery.
 *   type: 'webdav',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: WebdavDeliverySettings,
 * }
 *
 * @phpstan-type WebdavDeliverySettings array{
 *   // Address of the folder.
 *   url?: string,
 *   // Name of the user.
 *   user?: string,
 *   // Its password, best one for programs. Masked in answers.
 *   password?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type WebdavToolDeliveryInputSettings array{
 *   // Address of the folder.
 *   url: string,
 *   // Name of the user.
 *   user?: string,
 *   // Its password, best one for programs. Masked in answers.
 *   password?: string,
 *   // Folders and name; a slash at the end makes it a folder, in which the file has its own name. Missing
 *   // folders are made.
 *   path?: string,
 *   // What is done when there is a file of the name: `number` (when absent) adds a number, `replace` takes
 *   // its place, `refuse` gives the delivery up.
 *   if_exists?: 'number'|'replace'|'refuse',
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type WebhookDelivery array{
 *   // Kind of delivery.
 *   type: 'webhook',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // What `If-Match` names when it is changed or deleted.
 *   etag?: string,
 *   // What this kind needs; texts may use the merge language.
 *   settings: WebhookDeliverySettings,
 * }
 *
 * @phpstan-type WebhookDeliveryChangesInput array{
 *   // Kind of delivery.
 *   type: 'webhook',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings?: WebhookDeliveryChangesInputSettings,
 * }
 *
 * @phpstan-type WebhookDeliveryChangesInputSettings array{
 *   // Address that gets the merged file and its data.
 *   url?: string,
 *   // POST when absent.
 *   method?: 'POST'|'PUT'|'PATCH',
 *   // Headers of the request. Values that are not merge fields are masked in answers.
 *   headers?: array<string, string>,
 *   // 1 sends JSON, 0 a form.
 *   json?: 0|1,
 *   // 1 sends a link that expires in place of the file in base64.
 *   file_url?: 0|1,
 *   // Signs each request according to Standard Webhooks: `whsec_` and base64, or a text of at least 16
 *   // characters. Masked in answers.
 *   secret?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // Seconds that a call may take, 1 to 60; 10 until the answer begins and 20 in all when absent. A call
 *   // that takes longer is repeated.
 *   timeout?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type WebhookDeliveryRequestInput array{
 *   // Kind of delivery.
 *   type: 'webhook',
 *   // A name for people.
 *   name?: string,
 *   // 0 switches the delivery off.
 *   active?: bool,
 *   // What this kind needs; texts may use the merge language.
 *   settings: WebhookToolDeliveryInputSettings,
 * }
 *
 * @phpstan-type WebhookDeliverySaved array{
 *   // Kind of delivery.
 *   type: 'webhook',
 *   // Identifier of the delivery.
 *   id: string,
 *   // A name for people.
 *   name: string,
 *   // 0: the delivery is switched off.
 *   active: '0'|'1',
 *   // Settings that are valid but most likely do something other than intended; after create and update
 *   // also members of the request that have no effect.
 *   warnings?: list<TemplateWarning>,
 *   // Always 1.
 *   success: 1,
 *   // What this kind needs; texts may use the merge language.
 *   settings: WebhookDeliverySettings,
 * }
 *
 * @phpstan-type WebhookDeliverySettings array{
 *   // Address that gets the merged file and its data.
 *   url?: string,
 *   // POST when absent.
 *   method?: 'POST'|'PUT'|'PATCH',
 *   // Headers of the request. Values that are not merge fields are masked in answers.
 *   headers?: array<string, string>,
 *   // 1 sends JSON, 0 a form.
 *   json?: 0|1,
 *   // 1 sends a link that expires in place of the file in base64.
 *   file_url?: 0|1,
 *   // Signs each request according to Standard Webhooks: `whsec_` and base64, or a text of at least 16
 *   // characters. Masked in answers.
 *   secret?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // Seconds that a call may take, 1 to 60; 10 until the answer begins and 20 in all when absent. A call
 *   // that takes longer is repeated.
 *   timeout?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 *
 * @phpstan-type WebhookToolDeliveryInputSettings array{
 *   // Address that gets the merged file and its data.
 *   url: string,
 *   // POST when absent.
 *   method?: 'POST'|'PUT'|'PATCH',
 *   // Headers of the request. Values that are not merge fields are masked in answers.
 *   headers?: array<string, string>,
 *   // 1 sends JSON, 0 a form.
 *   json?: 0|1,
 *   // 1 sends a link that expires in place of the file in base64.
 *   file_url?: 0|1,
 *   // Signs each request according to Standard Webhooks: `whsec_` and base64, or a text of at least 16
 *   // characters. Masked in answers.
 *   secret?: string,
 *   // Hosts that the address may take from the data; without it that is refused. `*.example.com`: all below
 *   // it.
 *   hosts?: string,
 *   // Seconds that a call may take, 1 to 60; 10 until the answer begins and 20 in all when absent. A call
 *   // that takes longer is repeated.
 *   timeout?: string,
 *   // When it is sent, instead of at once: a time in the document's time zone, or an interval such as `+2
 *   // hours`. At most 366 days ahead.
 *   send_at?: string,
 *   // 1 sends in test mode, too; otherwise the delivery is only shown.
 *   send_in_test?: 0|1,
 * }
 */
interface SharedTypes
{
}
