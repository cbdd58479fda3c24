"""Types of `documents`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from ..files import Contents
from . import shared as shared_types


class DateFormat(TypedDict):
    # A date or a time.
    kind: Literal["date"]
    # As in Acrobat.
    mask: str


class _DocumentsCreateBody(TypedDict):
    # A name for people.
    name: str
    # Type of the template.
    type: Literal["html", "pdf", "docx", "xlsx", "pptx"]


class DocumentsCreateBody(_DocumentsCreateBody, total=False):
    # Name of the merged file, in the merge language; the name when empty.
    output_name: str
    # The folder's whole path, such as `Sales/Invoices`; folders that are missing are made. Empty
    # for none.
    folder: str
    # 0: merges are test merges.
    active: bool
    # Days for which merged files are kept, 0: until they are delivered; empty for the workspace's
    # default.
    retention_days: int
    # Type of the merged file; `pdf`, or the template's own type, when absent.
    output: str
    # The template, when the type is html.
    html: str
    # The template as base64, or as a file part.
    file_contents: Contents
    # The same as `file_contents`, for forms with a file part.
    file: Contents
    # Address from which the template is fetched.
    file_url: str
    # Has no effect; answers have it, empty, and clients send it back. Pages are sized by size_width
    # and size_height.
    size: Any
    # Width of the page in inches, when the type is html.
    size_width: float
    # Height of the page in inches, when the type is html; `auto`: as high as what is on it.
    size_height: Union[Literal["auto"], float]
    # How the document is merged. Only the members you send are changed; empty text resets one to
    # its default.
    settings: shared_types.DocumentSettings
    # An e-mail for each merge: the document gets a delivery of this kind.
    notification: DocumentsCreateBodyNotification


DocumentsCreateBodyNotification = TypedDict(
    "DocumentsCreateBodyNotification",
    {
        "to": "str",
        "from": "str",
        "subject": "str",
        "html": "str",
        "security": "Literal['low', 'medium', 'high']",
        "password": "str",
    },
    total=False,
)


class DocumentsCreatePlaceholderBody(TypedDict):
    # What was accepted.
    fields: List[DocumentsCreatePlaceholderBodyField]


class DocumentsCreatePlaceholderBodyField(TypedDict):
    # Id of a placeholder, from the list.
    id: str
    # Name of the field, without `$`.
    name: str


class DocumentsGetPdfFields(TypedDict):
    # The version of the template that has these fields.
    version: int
    # Page by page, in the order of the tab key.
    fields: List[PdfField]
    # What is most likely not meant so.
    warnings: List[shared_types.TemplateWarning]


class _DocumentsLintTemplateBody(TypedDict):
    # Type of the template.
    type: Literal["html", "pdf", "docx", "xlsx", "pptx"]


class DocumentsLintTemplateBody(_DocumentsLintTemplateBody, total=False):
    # The template, for the type html.
    html: str
    # The template as a file, for other types.
    file_contents: Contents
    # What it is merged to; some things matter only in html that leaves as html, or only in a PDF.
    output: str
    # Settings that say how the template is read.
    settings: shared_types.DocumentSettings


class DocumentsTestDeliveryBody(TypedDict, total=False):
    # Merge data.
    data: Dict[str, Any]
    # Id of a sample whose data are merged, in place of `data`.
    sample: str
    # E-mails: where the test goes in place of the delivery's own recipients.
    to: str


class DocumentsUpdateBody(TypedDict, total=False):
    # Name of the merged file, in the merge language; the name when empty.
    output_name: str
    # The folder's whole path, such as `Sales/Invoices`; folders that are missing are made. Empty
    # for none.
    folder: str
    # 0: merges are test merges.
    active: bool
    # Days for which merged files are kept, 0: until they are delivered; empty for the workspace's
    # default.
    retention_days: int
    # Type of the merged file; `pdf`, or the template's own type, when absent.
    output: str
    # The template, when the type is html.
    html: str
    # The template as base64, or as a file part.
    file_contents: Contents
    # The same as `file_contents`, for forms with a file part.
    file: Contents
    # Address from which the template is fetched.
    file_url: str
    # Has no effect; answers have it, empty, and clients send it back. Pages are sized by size_width
    # and size_height.
    size: Any
    # Width of the page in inches, when the type is html.
    size_width: float
    # Height of the page in inches, when the type is html; `auto`: as high as what is on it.
    size_height: Union[Literal["auto"], float]
    # How the document is merged. Only the members you send are changed; empty text resets one to
    # its default.
    settings: shared_types.DocumentSettings
    # A name for people.
    name: str
    # May be sent, but cannot change.
    type: str
    # 1: the template is saved as a draft; merges go on with the version that they have.
    draft: bool
    # 1: even if the document's own tests fail, or fields that were used are gone.
    force: bool


class _DocumentsUpdatePdfFieldsBody(TypedDict):
    # All fields of the form, in the order of the tab key.
    fields: List[shared_types.DocumentsUpdatePdfFieldsBodyField]


class DocumentsUpdatePdfFieldsBody(_DocumentsUpdatePdfFieldsBody, total=False):
    # 1: a draft; merges go on with the version that they have.
    draft: bool
    # 1: even if the document's own tests fail, or fields that were used are gone.
    force: bool


class _ListedDocument(TypedDict):
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


class ListedDocument(_ListedDocument, total=False):
    # What is not an error in the template but most likely unintended.
    warnings: List[shared_types.TemplateWarning]
    # Days for which merged files are kept, where the document sets its own.
    retention_days: str
    # How the document is merged: what was set, by the names of the request's `settings`.
    settings: Dict[str, Any]
    # Number of the template version that merges use.
    version: int
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str
    # The last merge; null before the first one.
    last_run: Optional[ListedDocumentLastRun]


class ListedDocumentLastRun(TypedDict):
    # Identifier of the run.
    id: str
    # Its status.
    status: Literal["accepted", "running", "done", "failed"]
    # Whether it is a test merge.
    test: bool
    # When its data arrived.
    accepted_at: str


class _NumberFormat(TypedDict):
    # A number.
    kind: Literal["number"]
    # Digits behind the decimal point.
    decimals: int
    # How thousands and decimals are written.
    style: Literal["1,234.56", "1234.56", "1.234,56", "1234,56", "1'234.56"]


class NumberFormat(_NumberFormat, total=False):
    # What stands before the number.
    before: str
    # What stands behind it.
    after: str


class _PdfField(TypedDict):
    # Names the field until the form changes.
    id: str
    # The page, counted from 1.
    page: int
    # Lower left and upper right corner in points of the page.
    box: List[float]
    # The kind; `image` is a button, which shows a picture.
    kind: Literal["text", "multiline", "comb", "check", "radio", "choice", "image", "signature"]
    # Its full name.
    name: str
    # Whether it has to be filled.
    required: bool


class PdfField(_PdfField, total=False):
    # What is read aloud, where it is not the name.
    tooltip: str
    # How many characters it takes.
    max_length: int
    # Cells of a comb.
    n: int
    # What a check box or radio button stands for when it is on.
    value: str
    # What can be chosen.
    options: List[str]
    # What it holds until it is filled; its tags are merged.
    text: str
    # When a merge turns it on.
    condition: str
    # How a text shows its value.
    format: Union[NumberFormat, DateFormat]
    # Its font, if that is one that new fields can have.
    font: str
    # In points; 0 fits the text into the field.
    font_size: float
    # Where its text stands.
    align: Literal["left", "center", "right"]
    # The color of its text.
    color: str


class Placeholder(TypedDict):
    # Stays the same as long as the template does.
    id: str
    # `named`: [Company], «Field»; `blank`: a line or dots; `date`: XX.XX.XXXX; `amount`: X.XXX,XX.
    kind: Literal["named", "blank", "date", "amount"]
    # As it is written.
    text: str
    # The text of its paragraph before it.
    before: str
    # The text of its paragraph behind it.
    behind: str
    # Where it is, in words.
    place: str
    # What the field could be called.
    name: str


class _ShownDocument(TypedDict):
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
    warnings: List[shared_types.TemplateWarning]
    # How the document is merged: what was set, by the names of the request's `settings`.
    settings: Dict[str, Any]


class ShownDocument(_ShownDocument, total=False):
    # Days for which merged files are kept, where the document sets its own.
    retention_days: str
    # Number of the template version that merges use.
    version: int
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str
    # The last merge; null before the first one.
    last_run: Optional[ListedDocumentLastRun]
    # The template, when the type is html.
    html: str
    # The merge fields, in the shape that was asked for.
    fields: Union[List[shared_types.Field], Dict[str, str]]


class TemplateFindings(TypedDict):
    # What keeps the template from being saved.
    errors: List[TemplateFindingsError]
    # What is not an error but most likely unintended.
    warnings: List[TemplateFindingsError]
    # The merge fields, with all attributes.
    fields: List[shared_types.FieldWithAttributes]


class _TemplateFindingsError(TypedDict):
    # What is wrong and what to do about it.
    message: str


class TemplateFindingsError(_TemplateFindingsError, total=False):
    # JSON pointer of the member that is wrong.
    pointer: str
    # Part of the file, such as a page, a slide or a sheet.
    part: str
    # Where to find it, in words.
    place: str
    # The text around it.
    text: str
    # The tag.
    tag: str
    # What to write instead.
    remedy: str
    # Stable word for this kind of finding.
    code: str
    # Line, counted from 1.
    line: int
    # Column, counted from 1.
    column: int
    # Character at which it begins, counted from 0.
    offset: int
    # Its characters.
    length: int
