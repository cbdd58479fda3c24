"""Types of `merge`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

from ..files import Contents
from . import shared as shared_types


class _BatchAccepted(TypedDict):
    # Always 1.
    success: Literal[1]
    # The run of the whole batch.
    run_id: str
    # Number of records received.
    records: float
    # What was odd about the list: values without names, columns of one name, cells without a value.
    warnings: List[str]


class BatchAccepted(_BatchAccepted, total=False):
    # When it begins, if that is later.
    run_at: str


MailPreview = TypedDict(
    "MailPreview",
    {
        "from": "str",
        "to": "str",
        "cc": "str",
        "bcc": "str",
        "reply_to": "str",
        "subject": "str",
        "attachments": "List[str]",
        "html": "str",
        "text": "str",
        "warnings": "List[str]",
        "problem": "str",
    },
    total=False,
)


class MergeOpenFileBody(TypedDict, total=False):
    # The link's password, where it has one.
    password: str


class MergePreview(TypedDict):
    # The name that the file would have.
    name: str
    # Media type of the file.
    media_type: str
    # The file as base64.
    file_contents: str
    # Fields and data, by name.
    fields: shared_types.MergePreviewFields
    # Conditions of the template, and which branch was taken.
    branches: List[Any]
    # What could not be done as asked.
    warnings: List[str]
    # Milliseconds by stage.
    timings: Dict[str, float]


class MergePreviewDocumentBody(TypedDict, total=False):
    # The template as it is being written, for html documents.
    html: str
    # The template as a file, for documents of other types.
    file_contents: Contents
    # Form fields in place of those that a PDF document has, as `PUT /api/documents/{id}/pdf_fields`
    # takes them.
    pdf_fields: List[shared_types.DocumentsUpdatePdfFieldsBodyField]
    # Settings that differ from the document's.
    settings: shared_types.DocumentSettings
    # A file name that differs from the document's.
    output_name: str
    # Width of the page in inches.
    size_width: float
    # Height of the page in inches.
    size_height: Union[Literal["auto"], float]
    # A version of the document, in place of the one that merges use.
    version: int
    # Merge data.
    data: Dict[str, Any]
    # Id of a sample whose data are merged, in place of `data`.
    sample: str


class _MergePreviewMailBody(TypedDict):
    # Settings of an e-mail delivery, as somebody is writing them.
    settings: Dict[str, Any]


class MergePreviewMailBody(_MergePreviewMailBody, total=False):
    # The document whose file goes along, in whose language.
    document_id: str
    # Merge data.
    data: Dict[str, Any]
    # Id of a sample of the document whose data are merged, in place of `data`.
    sample: str


class MergeReadDocumentList(TypedDict):
    # The workbook's sheets; none for texts.
    sheets: List[str]
    # The sheet that was read.
    sheet: str
    # Row of the headings.
    header_row: float
    # The columns in their order.
    columns: List[MergeReadDocumentListColumn]
    # The values of the first rows, as the merge reads them.
    rows: List[List[Any]]
    # Their numbers in the sheet.
    row_numbers: List[float]
    # How many rows there are.
    row_count: float
    # Whether there are rows that were not read, since `first` asked for less.
    more: bool
    # The first records.
    records: List[Any]
    # The numbers of the rows that each record is made of.
    record_rows: List[List[float]]
    # How many records there are.
    record_count: float
    # Cells that should be corrected, the first 2,000.
    problems: List[MergeReadDocumentListProblem]
    # How many such cells there are.
    problem_count: float
    # What columns can fill.
    targets: List[MergeReadDocumentListTarget]
    # What was odd about the list.
    warnings: List[str]


class MergeReadDocumentListColumn(TypedDict):
    # The column's heading.
    heading: str
    # The field that it fills; empty for none.
    field: str
    # The field that it most likely means, where no field has its name; empty for none.
    suggested: str


class MergeReadDocumentListProblem(TypedDict):
    # Number of the row.
    row: float
    # Place of the column, from 0.
    column: float
    # `unknown`: the cell has no value that can be read; `missing`: its field needs one; `wrong`: it
    # is not what its field holds.
    kind: Literal["unknown", "missing", "wrong"]
    # What is wrong.
    message: str


class MergeReadDocumentListTarget(TypedDict):
    # The field, as `mapping` names it.
    path: str
    # The heading that fills it without a mapping.
    label: str
    # What it holds.
    type: str
    # Whether it is needed.
    required: bool


class RecordsToMerge(TypedDict, total=False):
    # A list in place of the records: its first row has the headings.
    rows: List[List[Any]]
    # The records.
    records: List[Dict[str, Any]]


class _RouteExplanation(TypedDict):
    # In the order in which they run.
    rules: List[RouteExplanationRule]


class RouteExplanation(_RouteExplanation, total=False):
    # Anything odd that the rules found in the data.
    warnings: List[str]


class _RouteExplanationRule(TypedDict):
    # The rule.
    id: str
    # Whether the rule would fire.
    fired: bool
    # How often it would be merged.
    turns: float
    # The list that it is repeated for; empty for none.
    loop_field: str
    # The rule's conditions, all of which must hold.
    conditions: List[RouteExplanationRuleCondition]


class RouteExplanationRule(_RouteExplanationRule, total=False):
    # The rule's document.
    document_id: str
    # The rule's file, when it has no document.
    file: str


class RouteExplanationRuleCondition(TypedDict):
    # The field that is looked at.
    field: str
    # How it is compared.
    exp: str
    # What it is compared with.
    value: str
    # What the data have there.
    actual: Any
    # Whether the condition holds.
    holds: bool


class _RouteMergeAccepted(TypedDict):
    # Always 1.
    success: Literal[1]


class RouteMergeAccepted(_RouteMergeAccepted, total=False):
    # The one file's name.
    name: str
    # With `_session=new`: the name of the session that was made.
    session: str
    # A link to the one file, which expires.
    url: str
    # The merged files, in the order of the rules.
    files: List[RouteMergeAcceptedFile]
    # Remarks about the merge.
    warnings: List[str]


class _RouteMergeAcceptedFile(TypedDict):
    # The file's name.
    name: str


class RouteMergeAcceptedFile(_RouteMergeAcceptedFile, total=False):
    # With `download=1`: the file as base64.
    file_contents: str
    # With links: where the file is, for a day.
    url: str
    # The document it was merged from; absent for combined files.
    document_id: str
