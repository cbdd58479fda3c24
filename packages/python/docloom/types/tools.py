"""Types of `tools`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from ..files import Contents
from . import shared as shared_types


class Azure_blobToolDeliveryInput(TypedDict):
    # Kind of delivery.
    type: Literal["azure_blob"]
    # What this kind needs; texts may use the merge language.
    settings: shared_types.Azure_blobToolDeliveryInputSettings


class DropboxToolDeliveryInput(TypedDict):
    # Kind of delivery.
    type: Literal["dropbox"]
    # What this kind needs; texts may use the merge language.
    settings: shared_types.DropboxToolDeliveryInputSettings


class EmailToolDeliveryInput(TypedDict):
    # Kind of delivery.
    type: Literal["email"]
    # What this kind needs; texts may use the merge language.
    settings: shared_types.EmailToolDeliveryInputSettings


class FileInput(TypedDict, total=False):
    """The template: its name with its contents or its address."""

    # Name with its extension; it may be left out where a file part brings one.
    name: str
    # Address from which the file is fetched, when there are no `contents`.
    url: str
    # The file as base64, or as a file part.
    contents: Contents
    # Opens a PDF or an Office file that is encrypted.
    password: str


class Google_driveToolDeliveryInput(TypedDict):
    # Kind of delivery.
    type: Literal["google_drive"]
    # What this kind needs; texts may use the merge language.
    settings: shared_types.Google_driveToolDeliveryInputSettings


class S3ToolDeliveryInput(TypedDict):
    # Kind of delivery.
    type: Literal["s3"]
    # What this kind needs; texts may use the merge language.
    settings: shared_types.S3ToolDeliveryInputSettings


class SharepointToolDeliveryInput(TypedDict):
    # Kind of delivery.
    type: Literal["sharepoint"]
    # What this kind needs; texts may use the merge language.
    settings: shared_types.SharepointToolDeliveryInputSettings


class _ToolsAddFieldsBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput
    # The fields, in the order in which the tab key goes through them.
    fields: List[ToolsAddFieldsBodyField]


class ToolsAddFieldsBody(_ToolsAddFieldsBody, total=False):
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsAddFieldsBodyField(TypedDict):
    # The page, counted from 1.
    page: int
    # Lower left and upper right corner in points of the page's own coordinates.
    box: List[float]
    # The kind of field.
    kind: Literal["text", "multiline", "comb", "check", "radio", "choice", "image", "signature"]
    # Its full name. Fields of the same name show the same value; radio buttons are a group.
    name: str


class ToolsAddFieldsBodyField(_ToolsAddFieldsBodyField, total=False):
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
    format: Union[shared_types.NumberFormatInput, shared_types.DateFormatInput]
    # The font of its text; Helvetica when absent.
    font: Literal["Helvetica", "Times", "Courier"]
    # In points; 0, the default, fits the text into the field.
    font_size: float
    # Where its text stands.
    align: Literal["left", "center", "right"]
    # The color of its text, such as `#1a2b3c`; black when absent.
    color: str


class _ToolsCombineBody(TypedDict):
    # What the files become.
    output: Literal["pdf", "docx"]
    # The files in their order, at most 100.
    files: List[FileInput]


class ToolsCombineBody(_ToolsCombineBody, total=False):
    # 1: each file has its outline entry in the PDF in any case.
    bookmark: bool
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # Width of the pages of html files in inches; without size, as their style sheets say, else US
    # Letter.
    size_width: float
    # Height of the pages of html files in inches; `auto`: as high as what is on them.
    size_height: Union[Literal["auto"], float]
    # Margins of html pages in inches: one number for all sides, or an object of the four.
    margins: Union[float, shared_types.Margins]
    # 1: html pages are landscape.
    landscape: bool
    # What happens where an html page is wider than its paper: `shrink` makes all of it smaller,
    # `wrap` lets what is in it break. When empty, a warning says so.
    fit: Literal["shrink", "wrap"]
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsCombinePdfBody(TypedDict):
    # The files in their order, at most 100.
    files: List[FileInput]


class ToolsCombinePdfBody(_ToolsCombinePdfBody, total=False):
    # What the files become.
    output: Literal["pdf", "docx"]
    # 1: each file has its outline entry in the PDF in any case.
    bookmark: bool
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # Width of the pages of html files in inches; without size, as their style sheets say, else US
    # Letter.
    size_width: float
    # Height of the pages of html files in inches; `auto`: as high as what is on them.
    size_height: Union[Literal["auto"], float]
    # Margins of html pages in inches: one number for all sides, or an object of the four.
    margins: Union[float, shared_types.Margins]
    # 1: html pages are landscape.
    landscape: bool
    # What happens where an html page is wider than its paper: `shrink` makes all of it smaller,
    # `wrap` lets what is in it break. When empty, a warning says so.
    fit: Literal["shrink", "wrap"]
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsCompressPdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput


class ToolsCompressPdfBody(_ToolsCompressPdfBody, total=False):
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsConvertToPdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput


class ToolsConvertToPdfBody(_ToolsConvertToPdfBody, total=False):
    # Part and level of PDF/A to conform to, such as `3a`.
    pdf_a: Literal["2b", "2u", "2a", "3b", "3u", "3a"]
    # Pixels per inch, such as 150: pictures with far more are reduced to it. Those of PDFs are left
    # to compress_pdf.
    picture_dpi: int
    # 1: conform to PDF/UA-1.
    pdf_ua: bool
    # Language tag such as `de-DE`: dates of workbooks that follow the system are those of its
    # region. The workspace's when absent.
    locale: str
    # Time zone such as `Europe/Berlin`, in which fields and formulas show what is today and now.
    # The workspace's when absent.
    timezone: str
    # The system whose Office program's pages are drawn: rows and columns of workbooks differ. What
    # the file says, else `windows`, when absent.
    printer: Literal["windows", "mac"]
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # Width of the pages of html files in inches; without size, as their style sheets say, else US
    # Letter.
    size_width: float
    # Height of the pages of html files in inches; `auto`: as high as what is on them.
    size_height: Union[Literal["auto"], float]
    # Margins of html pages in inches: one number for all sides, or an object of the four.
    margins: Union[float, shared_types.Margins]
    # 1: html pages are landscape.
    landscape: bool
    # What happens where an html page is wider than its paper: `shrink` makes all of it smaller,
    # `wrap` lets what is in it break. When empty, a warning says so.
    fit: Literal["shrink", "wrap"]
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsConvertToPdfaBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput
    # Part and level of PDF/A, such as `2b` or `3a`.
    profile: Literal["2b", "2u", "2a", "3b", "3u", "3a"]


class ToolsConvertToPdfaBody(_ToolsConvertToPdfaBody, total=False):
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # 1: conform to PDF/UA-1 as well.
    pdf_ua: bool
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class ToolsDetectFields(TypedDict):
    # The fields in reading order.
    fields: List[ToolsDetectFieldsField]


class ToolsDetectFieldsField(TypedDict):
    # The page, counted from 1.
    page: float
    # Lower left and upper right corner in points of the page's own coordinates.
    box: List[float]
    # What kind of field belongs there.
    kind: Literal["text", "multiline", "comb", "check", "radio", "signature"]
    # A name from its label, different for each field.
    name: str
    # Its label; empty when there is none.
    tooltip: str
    # Whether its label ends in an asterisk.
    required: bool
    # How many characters it takes, if that is drawn.
    max_length: Optional[float]
    # Cells of a comb.
    n: Optional[float]


class _ToolsEncryptPdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput


class ToolsEncryptPdfBody(_ToolsEncryptPdfBody, total=False):
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # The owner's password: it lifts the restrictions.
    password: str
    # The password that opens the file.
    user_password: str
    # What is allowed without the owner's password; nothing when absent.
    permissions: Union[List[str], str]
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsInsertSignatureBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput
    # The signature: CMS (RFC 5652), detached, DER; as base64 or a file part.
    signature: Contents


class ToolsInsertSignatureBody(_ToolsInsertSignatureBody, total=False):
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class ToolsMergeBody(TypedDict, total=False):
    # The template: its name with its contents or its address.
    file: FileInput
    # The template as html, in place of `file`.
    html: str
    # Merge data: members by the names of the template's fields, or their JSON.
    data: Dict[str, Any]
    # Type of the answer: `pdf`, the template's own type, or `xml`, the e-invoice alone; `pdf` when
    # absent.
    output: str
    # Name of the file, in the merge language; that of the template when absent.
    output_name: str
    # Width of html pages in inches.
    size_width: float
    # Height of html pages in inches; `auto`: as high as what is on it.
    size_height: Union[Literal["auto"], float]
    # How it is merged, or the JSON of that.
    settings: ToolsMergeBodySettings
    # 1: marked as a sample, with what the linter says about the template among the warnings.
    test: bool
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class ToolsMergeBodySettings(TypedDict, total=False):
    """How it is merged, or the JSON of that."""

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
    margins: Union[float, shared_types.Margins]
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
    signature: shared_types.SignatureSettings
    # 1: what merges use (template, settings, output, deliveries) changes only as a second person
    # has approved it; this setting, too.
    approval: bool
    # A page on which people without an account fill it in (`GET .../fill_in` says where). It
    # replaces the setting as a whole.
    fill_in: shared_types.ToolsMergeBodySettingsFillIn
    # The owner's password of the PDF: it lifts the restrictions.
    password: str
    # The password that opens the PDF.
    user_password: str
    # What is allowed without the owner's password; nothing when absent.
    permissions: Union[List[str], str]


class _ToolsPagePictureBody(TypedDict):
    # The file.
    file: ToolsPagePictureBodyFile


class ToolsPagePictureBody(_ToolsPagePictureBody, total=False):
    # Page, counted from 1; the first when absent.
    page: int
    # Width of the picture in pixels, at most 2400; 800 when absent.
    width: int


class ToolsPagePictureBodyFile(TypedDict):
    """The file."""

    # The PDF as base64, or as a file part.
    contents: Contents


class ToolsPdfInfo(TypedDict):
    # PDF version that the file states.
    version: str
    # Number of pages.
    pages: float
    # Sizes, each with the page from which it applies.
    page_sizes: List[ToolsPdfInfoPageSize]
    # Title, author and the like, as the file states them.
    metadata: Dict[str, Any]
    # How it is encrypted; null when it is not.
    encryption: Optional[ToolsPdfInfoEncryption]
    # Whether it has tags for readers.
    tagged: bool
    # Whether it has signatures.
    signed: bool
    # Whether it has form fields.
    form: bool
    # Whether the form is XFA.
    xfa: bool
    # Whether it has bookmarks.
    outline: bool
    # Whether it has layers.
    layers: bool
    # Number of attached files.
    attachments: float
    # Number of named destinations.
    named_destinations: float


class _ToolsPdfInfoBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput


class ToolsPdfInfoBody(_ToolsPdfInfoBody, total=False):
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class ToolsPdfInfoEncryption(TypedDict):
    # How the file is encrypted.
    method: str
    # Length of the key in bits.
    key_bits: float
    # What is allowed without the owner's password.
    permissions: List[str]
    # Whether the password that was sent is the owner's.
    opened_as_owner: bool


class ToolsPdfInfoPageSize(TypedDict):
    # The first page of this size, counted from 1.
    first_page: float
    # Width in points, 72 to the inch.
    width_points: float
    # Height in points.
    height_points: float


class ToolsPrepareSignature(TypedDict):
    # What goes to `insert_signature`, unchanged.
    file: ToolsPrepareSignatureFile
    # Name of the signature field.
    field: str
    # The hash function.
    hash: Literal["SHA-256", "SHA-384", "SHA-512"]
    # What is to be signed: digest of all but the signature, hexadecimal.
    digest: str
    # Bytes that the signature may have.
    room: int


class _ToolsPrepareSignatureBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput


class ToolsPrepareSignatureBody(_ToolsPrepareSignatureBody, total=False):
    # Hash function; `sha256` when absent.
    hash: Literal["sha256", "sha384", "sha512"]
    # Name of the signer, as the PDF states it.
    name: str
    # Bytes that the signature may have; 32768 when absent.
    room: int
    # Why it is signed.
    reason: str
    # Where it is signed.
    location: str
    # How to reach the signer.
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
    # What a visible signature says; name, date and reason when absent.
    text: str
    # What a visible signature shows beside it: a JPEG or PNG.
    picture: FileInput
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class ToolsPrepareSignatureFile(TypedDict):
    """What goes to `insert_signature`, unchanged."""

    # The file's name.
    name: str
    # The PDF with room for the signature, as base64.
    contents: str


class ToolsReadInvoice(TypedDict):
    # Whether the invoice follows the rules of its profile that can be checked without a service.
    valid: bool
    # Its profile; null for one that is not known, which is checked as EN 16931.
    profile: Optional[
        Literal["minimum", "basic-wl", "basic", "en16931", "extended", "xrechnung", "peppol"]
    ]
    # BT-24: the specification that it names.
    guideline: Optional[str]
    # Name of the attached file; null when XML was sent.
    file_name: Optional[str]
    # The invoice: the record from which `settings[e_invoice]` would make the same XML.
    invoice: Dict[str, Any]
    # The rules that it breaks, at most 100.
    problems: List[ToolsReadInvoiceProblem]
    # Elements that are not terms of EN 16931, by their paths.
    unknown: List[str]
    # Cross Industry Invoice, or UBL.
    syntax: Literal["cii", "ubl"]
    # The XML as it is.
    xml: str


class ToolsReadInvoiceProblem(TypedDict):
    # The rule as the official ones call it, such as `BR-DE-15`.
    rule: str
    # The business term, such as `BT-10`.
    term: str
    # `warning`: the rules advise against it, and the invoice is valid all the same.
    severity: Literal["error", "warning"]
    # The member of the invoice, as a JSON pointer.
    pointer: str
    # The rule, the business term and what is wrong.
    message: str


class _ToolsRotatePdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput
    # Clockwise; a multiple of 90.
    degrees: int


class ToolsRotatePdfBody(_ToolsRotatePdfBody, total=False):
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # Pages such as `1-3, 5`; all when absent.
    pages: str
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsSignPdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput


class ToolsSignPdfBody(_ToolsSignPdfBody, total=False):
    # Id or name of a signing identity that the workspace keeps (`/api/identities`).
    identity: str
    # In place of `identity`, private key and certificates: a PKCS#12 file (.p12, .pfx), or PEM;
    # with its `password`.
    certificate: FileInput
    # Why it is signed.
    reason: str
    # Where it is signed.
    location: str
    # How to reach the signer.
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
    # What a visible signature says; name, date and reason when absent.
    text: str
    # What a visible signature shows beside it: a JPEG or PNG.
    picture: FileInput
    # Address of a timestamping authority (RFC 3161).
    timestamp_url: str
    # PAdES level; b-t when there is a `timestamp_url`, else b-b. b-lt also puts into the PDF what
    # is known about the revocation of the certificates, from the addresses that they carry.
    level: Literal["b-b", "b-t", "b-lt"]
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsSplitPdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput


class ToolsSplitPdfBody(_ToolsSplitPdfBody, total=False):
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # Pages to take, such as `1-3, 5`; each item of the list becomes a file.
    extract: str
    # Pages to leave out, such as `2, 7-8`.
    remove: str
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class _ToolsStampPdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput
    # The text.
    text: str


class ToolsStampPdfBody(_ToolsStampPdfBody, total=False):
    # What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that
    # its signatures do not hold any more; `refuse` refuses it. `change` when absent.
    signed: Literal["change", "refuse"]
    # Taken from older clients; a signed PDF is changed without it, too.
    force: bool
    # From 0, invisible, to 1.
    opacity: float
    # Degrees counter-clockwise.
    angle: float
    # Size of the letters in points.
    font_size: float
    # Pages such as `1-3, 5`; all when absent.
    pages: str
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class ToolsValidateInvoice(TypedDict):
    # Whether no rule is broken; warnings do not count.
    valid: bool
    # Its profile; null for one that is not known, which is checked as EN 16931.
    profile: Optional[
        Literal["minimum", "basic-wl", "basic", "en16931", "extended", "xrechnung", "peppol"]
    ]
    # Cross Industry Invoice, or UBL.
    syntax: Literal["cii", "ubl"]
    # BT-24: the specification that it names.
    guideline: Optional[str]
    # Name of the attached file; null when XML was sent.
    file_name: Optional[str]
    # The rules that are broken, each once, as the official ones call them.
    rules: List[str]
    # What is broken, and where; at most 100.
    problems: List[ToolsReadInvoiceProblem]


class ToolsValidatePdf(TypedDict):
    # Whether no problem was found.
    valid: bool
    # The profile that was checked.
    profile: Literal["2b", "2u", "2a", "3b", "3u", "3a", "ua1"]
    # What was found, at most 50 for each clause.
    problems: List[ToolsValidatePdfProblem]


class _ToolsValidatePdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput
    # What the file has to conform to.
    profile: Literal["2b", "2u", "2a", "3b", "3u", "3a", "ua1"]


class ToolsValidatePdfBody(_ToolsValidatePdfBody, total=False):
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class ToolsValidatePdfProblem(TypedDict):
    # The clause that is broken, of ISO 19005 or ISO 14289-1.
    clause: str
    # What is wrong.
    message: str
    # The page, counted from 1; null where none is concerned.
    page: Optional[float]
    # The number of the object in the file; null where none is concerned.
    object: Optional[float]


class ToolsVerifyPdf(TypedDict):
    # Whether the PDF has signatures.
    signed: bool
    # Whether there are signatures, and all of them are valid.
    valid: bool
    # The signatures, in the order in which they were made.
    signatures: List[ToolsVerifyPdfSignature]


class _ToolsVerifyPdfBody(TypedDict):
    # The file: its name with its contents or its address.
    file: FileInput


class ToolsVerifyPdfBody(_ToolsVerifyPdfBody, total=False):
    # Certificates that you trust, as PEM.
    trusted_certificates: str
    # The work is done later, and its file sent in this way.
    delivery: Union[
        WebhookToolDeliveryInput,
        EmailToolDeliveryInput,
        S3ToolDeliveryInput,
        WebdavToolDeliveryInput,
        Azure_blobToolDeliveryInput,
        DropboxToolDeliveryInput,
        Google_driveToolDeliveryInput,
        SharepointToolDeliveryInput,
    ]


class ToolsVerifyPdfSignature(TypedDict):
    # Name of the signature field.
    field: str
    # Somebody's signature, the author's, or a timestamp of the document.
    kind: Literal["signature", "certification", "timestamp"]
    # valid: what it covers is as it was when it was signed. broken: it is not, or nobody signed it.
    # unknown: it cannot be checked here, for example because its algorithm is not known; `problems`
    # says why.
    status: Literal["valid", "broken", "unknown"]
    # Whether its status is valid.
    valid: bool
    # What is wrong, or why it cannot be checked, in sentences; empty when it is valid.
    problems: List[str]
    # What deserves a look although it does not break the signature, in sentences: annotations and
    # pictures that were laid over a page later, certificates that may not vouch for it.
    remarks: List[str]
    # The name in the signer's certificate.
    signer: Optional[str]
    # The signer's certificate.
    certificate: Optional[ToolsVerifyPdfSignatureCertificate]
    # The certificates above it, as far as the PDF has them.
    chain: List[ToolsVerifyPdfSignatureCertificate]
    # Whether the chain ends at one of `trusted_certificates`; null when none were sent.
    trusted: Optional[bool]
    # Whether the certificate was within its validity period when it was used.
    certificate_valid: Optional[bool]
    # Whether one of its certificates was revoked when it was made, by what the PDF carries (B-LT).
    # No authority is asked.
    revocation: Literal["good", "revoked", "unknown"]
    # The time that the signer's computer claims.
    signed_at: Optional[str]
    # A timestamp of an authority; null where there is no valid one.
    timestamp: Optional[ToolsVerifyPdfSignatureTimestamp]
    # Hash function, such as SHA-256.
    hash: Optional[str]
    # Name of the signer as the PDF states it.
    name: Optional[str]
    # Why it was signed.
    reason: Optional[str]
    # Where it was signed.
    location: Optional[str]
    # How to reach the signer.
    contact: Optional[str]
    # Whether nothing was added to the PDF since.
    covers_whole_file: bool
    # What was changed since: a change of content makes the signature invalid.
    changes: List[Literal["signatures", "forms", "annotations", "content"]]
    # Whether the author's signature, and what this one locks, allow these changes.
    changes_allowed: bool


class ToolsVerifyPdfSignatureCertificate(TypedDict):
    # Whose it is, as a distinguished name.
    subject: str
    # Who issued it.
    issuer: str
    # Hexadecimal.
    serial_number: str
    # When it becomes valid.
    valid_from: str
    # When its validity ends.
    valid_to: str
    # SHA-256 of the certificate, hexadecimal.
    fingerprint: str


class ToolsVerifyPdfSignatureTimestamp(TypedDict):
    # The time that the authority states.
    time: str
    # The name in its certificate.
    authority: Optional[str]


class WebdavToolDeliveryInput(TypedDict):
    # Kind of delivery.
    type: Literal["webdav"]
    # What this kind needs; texts may use the merge language.
    settings: shared_types.WebdavToolDeliveryInputSettings


class WebhookToolDeliveryInput(TypedDict):
    # Kind of delivery.
    type: Literal["webhook"]
    # What this kind needs; texts may use the merge language.
    settings: shared_types.WebhookToolDeliveryInputSettings
