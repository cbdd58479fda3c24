"""Types of `shared`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union



class ApiKey(TypedDict):
    # The key: the user name of the pair.
    id: str
    # A name for people.
    name: str
    # When it was made.
    created_at: str
    # When it was last used, to within five minutes; empty for never.
    last_used_at: str
    # When it was revoked; empty while it works.
    revoked_at: str
    # When it stops working by itself; empty for never.
    expires_at: str
    # What it may; null for everything.
    rights: Optional[List[str]]
    # Ids of the only folders it may use; null for all.
    folders: Optional[List[str]]
    # The person who made it; empty for another key and the command line.
    made_by: str
    # The person who revoked it; empty if nobody is known.
    revoked_by: str
    # 1 for the key of the request itself.
    current: Literal[0, 1]


class ApprovalAskedBy(TypedDict):
    """Who wants the change."""

    # Identifier of the issuer.
    id: str
    # Its name for people.
    name: str


class _Azure_blobDelivery(TypedDict):
    # Kind of delivery.
    type: Literal["azure_blob"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: Azure_blobDeliverySettings


class Azure_blobDelivery(_Azure_blobDelivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _Azure_blobDeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["azure_blob"]


class Azure_blobDeliveryChangesInput(_Azure_blobDeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: Azure_blobDeliveryChangesInputSettings


class Azure_blobDeliveryChangesInputSettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Name of the storage account.
    account: str
    # Name of the container.
    container: str
    # Key of the account, base64; or `sas`. Masked in answers.
    account_key: str
    # Shared access signature of the container, with the rights read, create and write. Masked in
    # answers.
    sas: str
    # Address of the account's blobs, where it is not the usual one.
    endpoint: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _Azure_blobDeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["azure_blob"]
    # What this kind needs; texts may use the merge language.
    settings: Azure_blobToolDeliveryInputSettings


class Azure_blobDeliveryRequestInput(_Azure_blobDeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _Azure_blobDeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["azure_blob"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: Azure_blobDeliverySettings


class Azure_blobDeliverySaved(_Azure_blobDeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


class Azure_blobDeliverySettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Name of the storage account.
    account: str
    # Name of the container.
    container: str
    # Key of the account, base64; or `sas`. Masked in answers.
    account_key: str
    # Shared access signature of the container, with the rights read, create and write. Masked in
    # answers.
    sas: str
    # Address of the account's blobs, where it is not the usual one.
    endpoint: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _Azure_blobToolDeliveryInputSettings(TypedDict):
    # Name of the storage account.
    account: str
    # Name of the container.
    container: str


class Azure_blobToolDeliveryInputSettings(_Azure_blobToolDeliveryInputSettings, total=False):
    """What this kind needs; texts may use the merge language."""

    # Key of the account, base64; or `sas`. Masked in answers.
    account_key: str
    # Shared access signature of the container, with the rights read, create and write. Masked in
    # answers.
    sas: str
    # Address of the account's blobs, where it is not the usual one.
    endpoint: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class BinItemDeletedBy(TypedDict):
    # Who did it.
    type: Literal["person", "key", "link", "directory", "service"]
    # Id of the person or key; empty for a sign-in link.
    id: str
    # Its name as it is now; not part of what is hashed.
    name: str
    # What the request came by.
    via: Literal["api", "console", "command_line", "agent", "application", "directory", "service"]


class DateFormatInput(TypedDict):
    # A date or a time.
    kind: Literal["date"]
    # As in Acrobat: `dd.mm.yyyy`, `mmmm d, yyyy`, `HH:MM`.
    mask: str


class _Deleted(TypedDict):
    # Always 1.
    success: Literal["1"]


class Deleted(_Deleted, total=False):
    # What used it; absent if nothing did.
    warnings: List[TemplateWarning]


class _Document(TypedDict):
    # Identifier of the document.
    id: str
    # The secret part of its merge address.
    key: str
    # Type of the template: `html`, `pdf`, `docx`, `xlsx` or `pptx`.
    type: str
    # A name for people.
    name: str
    # Type of the merged file.
    output: str
    # Name of the merged file, in the merge language; empty for the name.
    output_name: str
    # The folder's whole path; empty for none.
    folder: str
    # Always empty; older clients expect it.
    size: str
    # Width of the page in inches; empty where the template has its own.
    size_width: str
    # Height of the page in inches; empty where the template has its own.
    size_height: str
    # `1`, or `0`: merges are test merges.
    active: str
    # The merge address: anyone who knows it may merge.
    url: str
    # What is not an error in the template but most likely unintended.
    warnings: List[TemplateWarning]
    # How the document is merged: what was set, by the names of the request's `settings`.
    settings: Dict[str, Any]
    # The merge fields of the template.
    fields: List[Field]


class Document(_Document, total=False):
    # Days for which merged files are kept, where the document sets its own.
    retention_days: str


class DocumentFile(TypedDict):
    # Type of the document.
    type: str
    # When the template was saved (UTC).
    last_update: str
    # The template as base64.
    contents: str


class DocumentSettings(TypedDict, total=False):
    """How the document is merged. Only the members you send are changed; empty text resets one to
    its default."""

    # 1: the fields of a filled PDF form become plain content.
    flatten: bool
    # 1: values are escaped for html unless the template says otherwise.
    autoescape: bool
    # The language of the template's tags.
    syntax: Literal["docloom", "docxtemplater"]
    # Language and region for numbers, dates and money, such as `en-US`; the workspace's own when
    # empty.
    locale: str
    # Time zone of dates, such as `Europe/Berlin`; the workspace's own when empty.
    timezone: str
    # Currency of amounts, such as `EUR`; the workspace's own when empty.
    currency: str
    # Margins of html pages in inches: one number for all sides, or an object of the four.
    margins: Union[float, Margins]
    # 1: html pages are landscape.
    landscape: bool
    # What happens where an html page is wider than its paper: `shrink` makes all of it smaller,
    # `wrap` lets what is in it break. When empty, a warning says so.
    fit: Literal["shrink", "wrap"]
    # Template of what is printed at the top of every html page.
    header: str
    # Template of what is printed at the bottom of every html page.
    footer: str
    # What the PDF of an html page with scripts waits for: milliseconds of the page's own time, at
    # most 30000 (`1500`), something that becomes true (`expression: window.ready`), or an event
    # (`event: ready`). When empty, until the page has come to rest, 10 seconds of its time at most.
    wait: str
    # 1: `explain=1` needs no credentials at the merge address.
    explain: bool
    # `open`: data gathered under any `_session` are everybody's who knows the merge address.
    # Otherwise, without credentials, a session needs a name of at least 20 letters and digits, or
    # `new`.
    sessions: Literal["unguessable", "open"]
    # `after`: merges with `download=1` are answered before they are written into the log. If the
    # service stops in that moment, the merge is in no log and counted nowhere, and a change of the
    # document may be seen a merge later. With deliveries, an `Idempotency-Key` or an API key, and
    # when empty or `before`, they are in the log first.
    log: Literal["before", "after"]
    # 1: test merges show their first warnings small at the foot of each page or slide, in the
    # footer of printed sheets, below the text of Word documents.
    show_warnings: bool
    # 1: merged Word files keep the comments and tracked changes of their template, PowerPoint files
    # its comments; else insertions are accepted, deletions dropped and comments left out.
    keep_comments: bool
    # Title that the PDF states; may hold merge fields. Without it: the template's own, else the
    # document's name.
    title: str
    # Author that the PDF states; may hold merge fields.
    author: str
    # Pixels per inch, such as 150: pictures with far more are reduced to it in the PDF.
    picture_dpi: int
    # Part and level of PDF/A that the PDF conforms to, such as `3a`; a merge that cannot conform
    # fails.
    pdf_a: Literal["2b", "2u", "2a", "3b", "3u", "3a"]
    # 1: the PDF conforms to PDF/UA-1; a merge that cannot conform fails.
    pdf_ua: bool
    # Profile of the e-invoice: Factur-X and ZUGFeRD, XRechnung, or Peppol BIS Billing 3. It goes
    # into the PDF, which then is PDF/A-3, or is a file beside it (`e_invoice_syntax`). A merge
    # whose data do not make a valid one fails.
    e_invoice: Literal["minimum", "basic-wl", "basic", "en16931", "extended", "xrechnung", "peppol"]
    # `cii` (the default): Cross Industry Invoice within the PDF. `ubl`: UBL 2.1, a second file of
    # the merge beside the PDF, of the profiles `en16931`, `xrechnung` and `peppol`.
    e_invoice_syntax: Literal["cii", "ubl"]
    # 1: the PDF is put into the e-invoice, where its syntax is `ubl`.
    e_invoice_pdf: bool
    # Where the record of the e-invoice is in the merge data; `invoice` when absent.
    e_invoice_record: str
    # A template of the e-invoice's XML, instead of a record.
    e_invoice_xml: str
    # The PDF of each merge is signed (PAdES) by an identity of the workspace; test merges are not.
    # It replaces the setting as a whole.
    signature: SignatureSettings
    # 1: what merges use (template, settings, output, deliveries) changes only as a second person
    # has approved it; this setting, too.
    approval: bool
    # What has to hold before a new template of the document is published.
    tests: List[DocumentSettingsTest]
    # A page on which people without an account fill it in (`GET .../fill_in` says where). It
    # replaces the setting as a whole.
    fill_in: ToolsMergeBodySettingsFillIn


class _DocumentSettingsTest(TypedDict):
    # Name of the test.
    name: str


class DocumentSettingsTest(_DocumentSettingsTest, total=False):
    # Merge data.
    data: Dict[str, Any]
    # Name of a sample whose data are merged, in place of `data`.
    sample: str
    # Pages that the PDF has to have.
    pages: int
    # Texts that the PDF has to show; blanks and line breaks do not matter.
    text: Union[List[str], str]
    # Texts that it must not show.
    no_text: Union[List[str], str]
    # The only fields that may be without data.
    missing: List[str]
    # 0: the merge may have no warnings.
    warnings: bool


class DocumentsCopyBody(TypedDict):
    # A name for people.
    name: str


class DocumentsCreateAddressBody(TypedDict):
    # The address as it was there, with any host: `https://old.example.com/route/12345/abc123`.
    url: str


class DocumentsRenewDeliverySecretBody(TypedDict, total=False):
    # 1: also sign with the former secret.
    keep_old: bool


class _DocumentsUpdatePdfFieldsBodyField(TypedDict):
    # The page, counted from 1.
    page: int
    # Lower left and upper right corner in points of the page's own coordinates.
    box: List[float]
    # The kind of field.
    kind: Literal["text", "multiline", "comb", "check", "radio", "choice", "image", "signature"]
    # Its full name. Fields of the same name show the same value; radio buttons are a group.
    name: str


class DocumentsUpdatePdfFieldsBodyField(_DocumentsUpdatePdfFieldsBodyField, total=False):
    # What is read aloud; the name when absent.
    tooltip: str
    # Whether it has to be filled.
    required: bool
    # How many characters it takes.
    max_length: int
    # Cells of a comb; `max_length` when absent.
    n: int
    # What a check box or radio button stands for when it is on.
    value: str
    # What can be chosen; without them anything can be typed.
    options: List[str]
    # What a text or choice holds until it is filled; merges fill in its tags.
    text: str
    # When a merge turns a check box or radio button on, as in `{if ...}`; its value's data when
    # absent.
    condition: str
    # Of a `text`: its value is shown as a number or date of this form, when it is merged and when
    # somebody types in Acrobat.
    format: Union[NumberFormatInput, DateFormatInput]
    # The font of its text; Helvetica when absent.
    font: Literal["Helvetica", "Times", "Courier"]
    # In points; 0, the default, fits the text into the field.
    font_size: float
    # Where its text stands.
    align: Literal["left", "center", "right"]
    # The color of its text, such as `#1a2b3c`; black when absent.
    color: str
    # The id of a field from the list: that one is changed. Without it the field is new.
    id: str


class Done(TypedDict):
    # Always 1.
    success: Literal["1"]


class _DropboxDelivery(TypedDict):
    # Kind of delivery.
    type: Literal["dropbox"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: DropboxDeliverySettings


class DropboxDelivery(_DropboxDelivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _DropboxDeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["dropbox"]


class DropboxDeliveryChangesInput(_DropboxDeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: DropboxDeliveryChangesInputSettings


class DropboxDeliveryChangesInputSettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Key of your application at Dropbox; the service's own when absent.
    app_key: str
    # Its secret. Masked in answers.
    app_secret: str
    # Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
    refresh_token: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _DropboxDeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["dropbox"]
    # What this kind needs; texts may use the merge language.
    settings: DropboxToolDeliveryInputSettings


class DropboxDeliveryRequestInput(_DropboxDeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _DropboxDeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["dropbox"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: DropboxDeliverySettings


class DropboxDeliverySaved(_DropboxDeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


class DropboxDeliverySettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Key of your application at Dropbox; the service's own when absent.
    app_key: str
    # Its secret. Masked in answers.
    app_secret: str
    # Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
    refresh_token: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _DropboxToolDeliveryInputSettings(TypedDict):
    # Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
    refresh_token: str


class DropboxToolDeliveryInputSettings(_DropboxToolDeliveryInputSettings, total=False):
    """What this kind needs; texts may use the merge language."""

    # Key of your application at Dropbox; the service's own when absent.
    app_key: str
    # Its secret. Masked in answers.
    app_secret: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _EmailDelivery(TypedDict):
    # Kind of delivery.
    type: Literal["email"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: EmailDeliverySettings


class EmailDelivery(_EmailDelivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _EmailDeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["email"]


class EmailDeliveryChangesInput(_EmailDeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: EmailDeliveryChangesInputSettings


EmailDeliveryChangesInputSettings = TypedDict(
    "EmailDeliveryChangesInputSettings",
    {
        "to": "str",
        "cc": "str",
        "bcc": "str",
        "reply_to": "str",
        "from": "str",
        "subject": "str",
        "html": "str",
        "text": "str",
        "attach": "Literal[0, 1]",
        "attach_documents": "str",
        "security": "Literal['low', 'medium', 'high']",
        "password": "str",
        "expires": "str",
        "domains": "str",
        "send_at": "str",
        "send_in_test": "Literal[0, 1]",
    },
    total=False,
)


class _EmailDeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["email"]
    # What this kind needs; texts may use the merge language.
    settings: EmailToolDeliveryInputSettings


class EmailDeliveryRequestInput(_EmailDeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _EmailDeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["email"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: EmailDeliverySettings


class EmailDeliverySaved(_EmailDeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


EmailDeliverySettings = TypedDict(
    "EmailDeliverySettings",
    {
        "to": "str",
        "cc": "str",
        "bcc": "str",
        "reply_to": "str",
        "from": "str",
        "subject": "str",
        "html": "str",
        "text": "str",
        "attach": "Literal[0, 1]",
        "attach_documents": "str",
        "security": "Literal['low', 'medium', 'high']",
        "password": "str",
        "expires": "str",
        "domains": "str",
        "send_at": "str",
        "send_in_test": "Literal[0, 1]",
    },
    total=False,
)


EmailToolDeliveryInputSettings = TypedDict(
    "EmailToolDeliveryInputSettings",
    {
        "to": "str",
        "cc": "str",
        "bcc": "str",
        "reply_to": "str",
        "from": "str",
        "subject": "str",
        "html": "str",
        "text": "str",
        "attach": "Literal[0, 1]",
        "attach_documents": "str",
        "security": "Literal['low', 'medium', 'high']",
        "password": "str",
        "expires": "str",
        "domains": "str",
        "send_at": "str",
        "send_in_test": "Literal[0, 1]",
    },
    total=False,
)


class Field(TypedDict):
    # Identifier of the field in its document.
    key: str
    # Name, as in the placeholder `{$Name}`.
    name: str


class _FieldWithAttributes(TypedDict):
    # Identifier of the field in its document.
    key: str
    # Name, as in the placeholder `{$Name}`.
    name: str
    # What the template does with the value.
    type: Literal["text", "number", "date", "boolean", "list", "object", "image", "choice"]
    # Whether a merge without the field looks incomplete.
    required: bool
    # Where the template uses the field.
    occurrences: List[FieldWithAttributesOccurrence]


class FieldWithAttributes(_FieldWithAttributes, total=False):
    # The values that a choice offers.
    options: List[str]
    # What is shown when the data have no value.
    default: str
    # Where the field is used; only in lists of a document's or data route's fields.
    used_in: List[FieldWithAttributesUsedIn]
    # Members of an object, or of the items of a list.
    fields: List[FieldWithAttributes]


class FieldWithAttributesOccurrence(TypedDict):
    # Part of the template, such as a page, a slide or a sheet.
    part: str
    # The tag and the text around it.
    text: str


FieldWithAttributesUsedIn = TypedDict(
    "FieldWithAttributesUsedIn",
    {
        "in": "Literal['template', 'header', 'footer', 'output_name', 'delivery', 'rule']",
        "id": "str",
        "setting": "str",
    },
    total=False,
)


class FormerAddress(TypedDict):
    # Identifier of the entry.
    id: str
    # The address at this service: id and key are those of the other one.
    url: str
    # When it was taken over.
    created_at: str


class _Google_driveDelivery(TypedDict):
    # Kind of delivery.
    type: Literal["google_drive"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: Google_driveDeliverySettings


class Google_driveDelivery(_Google_driveDelivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _Google_driveDeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["google_drive"]


class Google_driveDeliveryChangesInput(_Google_driveDeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: Google_driveToolDeliveryInputSettings


class _Google_driveDeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["google_drive"]
    # What this kind needs; texts may use the merge language.
    settings: Google_driveToolDeliveryInputSettings


class Google_driveDeliveryRequestInput(_Google_driveDeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _Google_driveDeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["google_drive"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: Google_driveDeliverySettings


class Google_driveDeliverySaved(_Google_driveDeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


class Google_driveDeliverySettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address of a service account.
    client_email: str
    # Its private key. Masked in answers.
    private_key: str
    # Id of an application of yours, in place of a service account; the service's own when absent.
    client_id: str
    # Its secret. Masked in answers.
    client_secret: str
    # Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
    refresh_token: str
    # Id of the folder, the last part of its address. A service account needs one in a shared drive;
    # else the person's own drive when absent.
    folder_id: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class Google_driveToolDeliveryInputSettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address of a service account.
    client_email: str
    # Its private key. Masked in answers.
    private_key: str
    # Id of an application of yours, in place of a service account; the service's own when absent.
    client_id: str
    # Its secret. Masked in answers.
    client_secret: str
    # Token of the person who let it in, or what `POST /api/consents` led to. Masked in answers.
    refresh_token: str
    # Id of the folder, the last part of its address. A service account needs one in a shared drive;
    # else the person's own drive when absent.
    folder_id: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class Margins(TypedDict):
    # At the top, in inches.
    top: float
    # On the right, in inches.
    right: float
    # At the bottom, in inches.
    bottom: float
    # On the left, in inches.
    left: float


class _MergeAccepted(TypedDict):
    # Always 1.
    success: Literal[1]


class MergeAccepted(_MergeAccepted, total=False):
    # With `download=url`: the file's name.
    name: str
    # With `download=url`: a link to the file that expires.
    url: str
    # With `_session=new`: the name of the session that was made.
    session: str
    # Remarks about the merge.
    warnings: List[str]


class MergeExplanation(TypedDict):
    # Fields and data, by name.
    fields: MergeExplanationFields
    # Values that were read as something other than what they are.
    coerced: List[MergeExplanationCoerced]
    # Conditions of the template, and which branch was taken.
    branches: List[MergeExplanationBranche]
    # What could not be done as asked, and names that do not match.
    warnings: List[str]
    # What the linter says about the template.
    template_warnings: List[TemplateWarning]


class MergeExplanationBranche(TypedDict):
    # The tag that opens the block.
    tag: str
    # A condition or a loop.
    kind: Literal["if", "loop"]
    # How often the loop's body ran, or each branch in order, with “none of them” last.
    runs: List[int]


MergeExplanationCoerced = TypedDict(
    "MergeExplanationCoerced",
    {
        "tag": "str",
        "from": "Any",
        "to": "Any",
    },
    total=False,
)


class MergeExplanationFields(TypedDict):
    """Fields and data, by name."""

    # Fields that had data.
    found: List[str]
    # Fields without data.
    missing: List[str]
    # Data that no field used.
    unused: List[str]
    # Fields that the data spell differently, and how.
    matched: List[MergeExplanationFieldsMatched]


class MergeExplanationFieldsMatched(TypedDict):
    # The field.
    field: str
    # How the data spell it.
    data: str


class MergePreviewFields(TypedDict):
    """Fields and data, by name."""

    # Fields that had data.
    found: List[str]
    # Fields without data.
    missing: List[str]
    # Data that no field used.
    unused: List[str]


class _NumberFormatInput(TypedDict):
    # A number.
    kind: Literal["number"]


class NumberFormatInput(_NumberFormatInput, total=False):
    # Digits behind the decimal point; 2 when absent.
    decimals: int
    # How thousands and decimals are written; `1,234.56` when absent.
    style: Literal["1,234.56", "1234.56", "1.234,56", "1234,56", "1'234.56"]
    # What stands before the number, such as `$`.
    before: str
    # What stands behind it, such as ` EUR`; not beside `before`.
    after: str


class PeopleReadInvitationBody(TypedDict):
    # What follows # in the link.
    token: str


class RotatedSecret(TypedDict):
    # Always 1.
    success: Literal[1]
    # The new secret, shown only here.
    secret: str
    # Whether calls also carry signatures with the former secret.
    kept_old: bool


class _RouteDelivery(TypedDict):
    # Kind of delivery.
    type: Literal["route"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: RouteDeliverySettings


class RouteDelivery(_RouteDelivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _RouteDeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["route"]


class RouteDeliveryChangesInput(_RouteDeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: RouteDeliveryChangesInputSettings


class RouteDeliveryChangesInputSettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # The data route that gets the merge data.
    route_id: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _RouteDeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["route"]
    # What this kind needs; texts may use the merge language.
    settings: RouteDeliveryRequestInputSettings


class RouteDeliveryRequestInput(_RouteDeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _RouteDeliveryRequestInputSettings(TypedDict):
    # The data route that gets the merge data.
    route_id: str


class RouteDeliveryRequestInputSettings(_RouteDeliveryRequestInputSettings, total=False):
    """What this kind needs; texts may use the merge language."""

    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _RouteDeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["route"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: RouteDeliverySettings


class RouteDeliverySaved(_RouteDeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


class RouteDeliverySettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # The data route that gets the merge data.
    route_id: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _S3Delivery(TypedDict):
    # Kind of delivery.
    type: Literal["s3"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: S3DeliverySettings


class S3Delivery(_S3Delivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _S3DeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["s3"]


class S3DeliveryChangesInput(_S3DeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: S3DeliveryChangesInputSettings


class S3DeliveryChangesInputSettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address of the store; AWS when absent.
    endpoint: str
    # Region.
    region: str
    # Bucket.
    bucket: str
    # Key of the object; the file's name when absent.
    path: str
    # 1 puts the bucket into the path instead of the host's name.
    path_style: Literal[0, 1]
    # Access key. Masked in answers.
    access_key_id: str
    # Secret of the access key. Masked in answers.
    secret_access_key: str
    # Token of temporary credentials. Masked in answers.
    session_token: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _S3DeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["s3"]
    # What this kind needs; texts may use the merge language.
    settings: S3ToolDeliveryInputSettings


class S3DeliveryRequestInput(_S3DeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _S3DeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["s3"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: S3DeliverySettings


class S3DeliverySaved(_S3DeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


class S3DeliverySettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address of the store; AWS when absent.
    endpoint: str
    # Region.
    region: str
    # Bucket.
    bucket: str
    # Key of the object; the file's name when absent.
    path: str
    # 1 puts the bucket into the path instead of the host's name.
    path_style: Literal[0, 1]
    # Access key. Masked in answers.
    access_key_id: str
    # Secret of the access key. Masked in answers.
    secret_access_key: str
    # Token of temporary credentials. Masked in answers.
    session_token: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _S3ToolDeliveryInputSettings(TypedDict):
    # Bucket.
    bucket: str
    # Access key. Masked in answers.
    access_key_id: str
    # Secret of the access key. Masked in answers.
    secret_access_key: str


class S3ToolDeliveryInputSettings(_S3ToolDeliveryInputSettings, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address of the store; AWS when absent.
    endpoint: str
    # Region.
    region: str
    # Key of the object; the file's name when absent.
    path: str
    # 1 puts the bucket into the path instead of the host's name.
    path_style: Literal[0, 1]
    # Token of temporary credentials. Masked in answers.
    session_token: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class SessionsOpenidSignIn(TypedDict):
    # An address of the application.
    url: str


class _SharepointDelivery(TypedDict):
    # Kind of delivery.
    type: Literal["sharepoint"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: SharepointDeliverySettings


class SharepointDelivery(_SharepointDelivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _SharepointDeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["sharepoint"]


class SharepointDeliveryChangesInput(_SharepointDeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: SharepointDeliveryChangesInputSettings


class SharepointDeliveryChangesInputSettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Id or domain of the organization at Microsoft.
    tenant: str
    # Id of your application in Entra.
    client_id: str
    # Its secret. Masked in answers.
    client_secret: str
    # Address of the site; or `user`.
    site: str
    # Name of the library; the site's own one when absent.
    library: str
    # Whose OneDrive it is.
    user: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _SharepointDeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["sharepoint"]
    # What this kind needs; texts may use the merge language.
    settings: SharepointToolDeliveryInputSettings


class SharepointDeliveryRequestInput(_SharepointDeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _SharepointDeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["sharepoint"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: SharepointDeliverySettings


class SharepointDeliverySaved(_SharepointDeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


class SharepointDeliverySettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Id or domain of the organization at Microsoft.
    tenant: str
    # Id of your application in Entra.
    client_id: str
    # Its secret. Masked in answers.
    client_secret: str
    # Address of the site; or `user`.
    site: str
    # Name of the library; the site's own one when absent.
    library: str
    # Whose OneDrive it is.
    user: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _SharepointToolDeliveryInputSettings(TypedDict):
    # Id or domain of the organization at Microsoft.
    tenant: str
    # Id of your application in Entra.
    client_id: str
    # Its secret. Masked in answers.
    client_secret: str


class SharepointToolDeliveryInputSettings(_SharepointToolDeliveryInputSettings, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address of the site; or `user`.
    site: str
    # Name of the library; the site's own one when absent.
    library: str
    # Whose OneDrive it is.
    user: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _SignatureSettings(TypedDict):
    # Id or name of a signing identity of the workspace.
    identity: str


class SignatureSettings(_SignatureSettings, total=False):
    """The PDF of each merge is signed (PAdES) by an identity of the workspace; test merges are
    not. It replaces the setting as a whole."""

    # Why it is signed. May hold merge fields.
    reason: str
    # Where it is signed. May hold merge fields.
    location: str
    # How to reach the signer. May hold merge fields.
    contact: str
    # The signature field: an unsigned one in the PDF, or the name of a new one.
    field: str
    # Makes it the author's signature, and says what may be changed afterwards.
    certify: Literal["no_changes", "forms", "annotations"]
    # Page of a visible signature, counted from 1; -1 is the last one.
    page: float
    # Distance from the left edge of the page, in points.
    left: float
    # Distance from the top of the page, in points.
    top: float
    # Width of a visible signature, in points.
    width: float
    # Height of a visible signature, in points.
    height: float
    # What a visible signature says; name, date and reason when absent. May hold merge fields.
    text: str
    # Address of a timestamping authority (RFC 3161).
    timestamp_url: str
    # PAdES level; b-t when there is a `timestamp_url`, else b-b. b-lt also puts into the PDF what
    # is known about the revocation of the certificates.
    level: Literal["b-b", "b-t", "b-lt"]
    # What a visible signature shows beside its text: a JPEG or PNG of at most 200 KB, in base64.
    picture: str


class _TemplateWarning(TypedDict):
    # Stable word for the kind of mistake.
    code: str
    # Package part, sheet cell, PDF field, or part of an html document.
    part: str
    # Where to find it, in words.
    place: str
    # The text around it, as written.
    text: str
    # What happens.
    message: str
    # What to write instead; empty where nothing can be suggested.
    remedy: str


class TemplateWarning(_TemplateWarning, total=False):
    # Line, counted from 1.
    line: int
    # Column, counted from 1.
    column: int
    # UTF-16 units from the start of an html part.
    offset: int
    # UTF-16 units from there.
    length: int


class TestedDelivery(TypedDict):
    # Always 1: the merge was done and the delivery tried.
    success: Literal[1]
    # Whether the other side accepted it.
    ok: bool
    # Status and first lines of the answer, or what went wrong.
    response: str
    # The host that it went to.
    target: str
    # What was sent.
    preview: Dict[str, Any]
    # How long the other side took, in milliseconds.
    duration_ms: float
    # The test merge.
    run_id: str


class ToolsMergeBodySettingsFillIn(TypedDict, total=False):
    """A page on which people without an account fill it in (`GET .../fill_in` says where). It
    replaces the setting as a whole."""

    # 1: the page is there.
    on: bool
    # Its heading; the name of the document when absent.
    title: Union[str, Dict[str, str]]
    # Words above the fields.
    before: Union[str, Dict[str, str]]
    # Words below the fields.
    after: Union[str, Dict[str, str]]
    # What is asked, in this order; the fields of the template when absent.
    fields: List[ToolsMergeBodySettingsFillInField]
    # What people get when they have sent it: words (the default), the merged file, another address,
    # or the merged file by mail.
    follows: Literal["words", "file", "address", "mail"]
    # The words that follow.
    thanks: Union[str, Dict[str, str]]
    # The address that follows.
    address: str
    # The field of kind `email` whose address the mail goes to.
    mail_to: str
    # Subject of the mail; the title when absent.
    mail_subject: Union[str, Dict[str, str]]
    # What the mail says; the merged file is attached.
    mail_text: Union[str, Dict[str, str]]
    # When it closes.
    until: str
    # How often it can be sent, in all.
    times: int
    # A picture as a data URI, at most 100 KB.
    logo: str
    # Color of the button that sends it, such as `#0b5cad`.
    color: str
    # Languages it may be shown in, by what browsers ask for; the first one for all others.
    languages: List[Literal["en", "de", "fr", "es", "it", "nl"]]
    # Origins of the pages that may show it in a frame; `*` for all.
    frames: List[str]


class _ToolsMergeBodySettingsFillInField(TypedDict):
    # The member of the merge data; `Customer.Name` is a member of a member.
    name: str


class ToolsMergeBodySettingsFillInField(_ToolsMergeBodySettingsFillInField, total=False):
    # What is asked for.
    kind: Literal[
        "text",
        "long_text",
        "email",
        "number",
        "amount",
        "date",
        "choice",
        "yes_no",
        "rows",
        "picture",
        "file",
        "signature",
    ]
    # What people read; the name when absent.
    label: Union[str, Dict[str, str]]
    # A line of help below the field.
    help: Union[str, Dict[str, str]]
    # 1: the page cannot be sent without it; of `yes_no`: without a yes.
    required: bool
    # What the field holds at first; a date as 2026-11-28, 1 for yes.
    default: str
    # What a `choice` offers.
    options: List[str]
    # 1: the query of the page's address may fill it.
    prefill: bool
    # The columns of `rows`.
    fields: List[ToolsMergeBodySettingsFillInFieldField]


class _ToolsMergeBodySettingsFillInFieldField(TypedDict):
    # The member of the merge data; `Customer.Name` is a member of a member.
    name: str


class ToolsMergeBodySettingsFillInFieldField(_ToolsMergeBodySettingsFillInFieldField, total=False):
    # What is asked for in the column.
    kind: Literal["text", "long_text", "email", "number", "amount", "date", "choice", "yes_no"]
    # What people read; the name when absent.
    label: Union[str, Dict[str, str]]
    # A line of help below the field.
    help: Union[str, Dict[str, str]]
    # 1: the page cannot be sent without it; of `yes_no`: without a yes.
    required: bool
    # What the field holds at first; a date as 2026-11-28, 1 for yes.
    default: str
    # What a `choice` offers.
    options: List[str]


class _WebdavDelivery(TypedDict):
    # Kind of delivery.
    type: Literal["webdav"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: WebdavDeliverySettings


class WebdavDelivery(_WebdavDelivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _WebdavDeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["webdav"]


class WebdavDeliveryChangesInput(_WebdavDeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: WebdavDeliveryChangesInputSettings


class WebdavDeliveryChangesInputSettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address of the folder.
    url: str
    # Name of the user.
    user: str
    # Its password, best one for programs. Masked in answers.
    password: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _WebdavDeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["webdav"]
    # What this kind needs; texts may use the merge language.
    settings: WebdavToolDeliveryInputSettings


class WebdavDeliveryRequestInput(_WebdavDeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _WebdavDeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["webdav"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: WebdavDeliverySettings


class WebdavDeliverySaved(_WebdavDeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


class WebdavDeliverySettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address of the folder.
    url: str
    # Name of the user.
    user: str
    # Its password, best one for programs. Masked in answers.
    password: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _WebdavToolDeliveryInputSettings(TypedDict):
    # Address of the folder.
    url: str


class WebdavToolDeliveryInputSettings(_WebdavToolDeliveryInputSettings, total=False):
    """What this kind needs; texts may use the merge language."""

    # Name of the user.
    user: str
    # Its password, best one for programs. Masked in answers.
    password: str
    # Folders and name; a slash at the end makes it a folder, in which the file has its own name.
    # Missing folders are made.
    path: str
    # What is done when there is a file of the name: `number` (when absent) adds a number, `replace`
    # takes its place, `refuse` gives the delivery up.
    if_exists: Literal["number", "replace", "refuse"]
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _WebhookDelivery(TypedDict):
    # Kind of delivery.
    type: Literal["webhook"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # What this kind needs; texts may use the merge language.
    settings: WebhookDeliverySettings


class WebhookDelivery(_WebhookDelivery, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]
    # What `If-Match` names when it is changed or deleted.
    etag: str


class _WebhookDeliveryChangesInput(TypedDict):
    # Kind of delivery.
    type: Literal["webhook"]


class WebhookDeliveryChangesInput(_WebhookDeliveryChangesInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool
    # What this kind needs; texts may use the merge language.
    settings: WebhookDeliveryChangesInputSettings


class WebhookDeliveryChangesInputSettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address that gets the merged file and its data.
    url: str
    # POST when absent.
    method: Literal["POST", "PUT", "PATCH"]
    # Headers of the request. Values that are not merge fields are masked in answers.
    headers: Dict[str, str]
    # 1 sends JSON, 0 a form.
    json: Literal[0, 1]
    # 1 sends a link that expires in place of the file in base64.
    file_url: Literal[0, 1]
    # Signs each request according to Standard Webhooks: `whsec_` and base64, or a text of at least
    # 16 characters. Masked in answers.
    secret: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # Seconds that a call may take, 1 to 60; 10 until the answer begins and 20 in all when absent. A
    # call that takes longer is repeated.
    timeout: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _WebhookDeliveryRequestInput(TypedDict):
    # Kind of delivery.
    type: Literal["webhook"]
    # What this kind needs; texts may use the merge language.
    settings: WebhookToolDeliveryInputSettings


class WebhookDeliveryRequestInput(_WebhookDeliveryRequestInput, total=False):
    # A name for people.
    name: str
    # 0 switches the delivery off.
    active: bool


class _WebhookDeliverySaved(TypedDict):
    # Kind of delivery.
    type: Literal["webhook"]
    # Identifier of the delivery.
    id: str
    # A name for people.
    name: str
    # 0: the delivery is switched off.
    active: Literal["0", "1"]
    # Always 1.
    success: Literal[1]
    # What this kind needs; texts may use the merge language.
    settings: WebhookDeliverySettings


class WebhookDeliverySaved(_WebhookDeliverySaved, total=False):
    # Settings that are valid but most likely do something other than intended; after create and
    # update also members of the request that have no effect.
    warnings: List[TemplateWarning]


class WebhookDeliverySettings(TypedDict, total=False):
    """What this kind needs; texts may use the merge language."""

    # Address that gets the merged file and its data.
    url: str
    # POST when absent.
    method: Literal["POST", "PUT", "PATCH"]
    # Headers of the request. Values that are not merge fields are masked in answers.
    headers: Dict[str, str]
    # 1 sends JSON, 0 a form.
    json: Literal[0, 1]
    # 1 sends a link that expires in place of the file in base64.
    file_url: Literal[0, 1]
    # Signs each request according to Standard Webhooks: `whsec_` and base64, or a text of at least
    # 16 characters. Masked in answers.
    secret: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # Seconds that a call may take, 1 to 60; 10 until the answer begins and 20 in all when absent. A
    # call that takes longer is repeated.
    timeout: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]


class _WebhookToolDeliveryInputSettings(TypedDict):
    # Address that gets the merged file and its data.
    url: str


class WebhookToolDeliveryInputSettings(_WebhookToolDeliveryInputSettings, total=False):
    """What this kind needs; texts may use the merge language."""

    # POST when absent.
    method: Literal["POST", "PUT", "PATCH"]
    # Headers of the request. Values that are not merge fields are masked in answers.
    headers: Dict[str, str]
    # 1 sends JSON, 0 a form.
    json: Literal[0, 1]
    # 1 sends a link that expires in place of the file in base64.
    file_url: Literal[0, 1]
    # Signs each request according to Standard Webhooks: `whsec_` and base64, or a text of at least
    # 16 characters. Masked in answers.
    secret: str
    # Hosts that the address may take from the data; without it that is refused. `*.example.com`:
    # all below it.
    hosts: str
    # Seconds that a call may take, 1 to 60; 10 until the answer begins and 20 in all when absent. A
    # call that takes longer is repeated.
    timeout: str
    # When it is sent, instead of at once: a time in the document's time zone, or an interval such
    # as `+2 hours`. At most 366 days ahead.
    send_at: str
    # 1 sends in test mode, too; otherwise the delivery is only shown.
    send_in_test: Literal[0, 1]
