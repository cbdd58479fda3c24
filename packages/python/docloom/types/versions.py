"""Types of `versions`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

from . import shared as shared_types


class _Approval(TypedDict):
    # Identifier.
    id: str
    # `asked`, `approved`, `given_back`, `withdrawn`, or `used` once the change was made.
    status: Literal["asked", "approved", "given_back", "withdrawn", "used"]
    # 1 if the document has changed since, so that the approval is good for nothing.
    outdated: Literal[0, 1]
    # 1 if it waits for whoever asks.
    decidable: Literal[0, 1]
    # Who wants the change.
    asked_by: shared_types.ApprovalAskedBy
    # What was said about it.
    comment: str
    # What was said with the decision.
    reply: str
    # When it was asked for.
    created_at: str


class Approval(_Approval, total=False):
    # The version that merges are to use.
    version: int
    # Settings that are to change; null: back to the default.
    settings: Dict[str, Any]
    # The output that it is to have.
    output: str
    # A delivery that is to be switched.
    delivery: ApprovalDelivery
    # The only one who may decide.
    asked_of: shared_types.ApprovalAskedBy
    # Who has decided.
    decided_by: shared_types.ApprovalAskedBy
    # When it was decided.
    decided_at: str


class ApprovalDelivery(TypedDict):
    """A delivery that is to be switched."""

    # Id of the delivery.
    id: str
    # 1 to switch it on, 0 to switch it off.
    active: Literal[0, 1]


class _TemplateVersion(TypedDict):
    # Number: 1, 2, 3, ... within the document.
    version: int
    # 1 for the version that merges use.
    current: Literal[0, 1]
    # 1 for a version that was saved and not published.
    draft: Literal[0, 1]
    # Bytes of the template.
    size: int
    # SHA-256 of the template, in hex.
    sha256: str
    # When it was saved (UTC).
    date: str
    # The API key that saved it, `console` for a person or a session by link; empty if unknown.
    created_by: str
    # The name of the person or of the key; empty if there is none.
    created_by_name: str


class TemplateVersion(_TemplateVersion, total=False):
    # The version that this one brought back.
    restored_from: int


class TestedVersion(TypedDict):
    # Whether all tests passed; also when there are none.
    passed: bool
    # The document's tests, in their order.
    tests: List[TestedVersionTest]


class TestedVersionTest(TypedDict):
    # The test.
    name: str
    # Whether it passed.
    passed: bool
    # What is not as the test says.
    problems: List[str]


class VersionChanges(TypedDict):
    # The version that was asked for.
    version: int
    # The version that it is compared with; 0: with an empty template.
    against: int
    # The merge fields.
    fields: VersionChangesFields
    # The text, part by part.
    text: List[VersionChangesText]
    # Whether there is more text than is shown here.
    cut: bool


class VersionChangesFields(TypedDict):
    """The merge fields."""

    # Fields that only this version has.
    added: List[VersionChangesFieldsAdded]
    # Fields that only the other version has.
    removed: List[VersionChangesFieldsAdded]
    # Fields that both have, but of different types.
    changed: List[VersionChangesFieldsAdded]


class _VersionChangesFieldsAdded(TypedDict):
    # The field; members with the names of what holds them: `Items.price`.
    name: str
    # What the version does with the value.
    type: str


class VersionChangesFieldsAdded(_VersionChangesFieldsAdded, total=False):
    # What the other version does with it, where that differs.
    was: str


class VersionChangesText(TypedDict):
    # Part of the template.
    part: str
    # All lines of both versions, in their order.
    lines: List[VersionChangesTextLine]


class VersionChangesTextLine(TypedDict):
    # What happened to the line.
    change: Literal["same", "added", "removed"]
    # The line, paragraph or cell.
    text: str


class VersionsApproveDocumentApprovalBody(TypedDict, total=False):
    # What the other person should know.
    comment: str


class VersionsCreateDocumentApprovalBody(TypedDict, total=False):
    # The draft to publish, or the old version to restore.
    version: str
    # How the document is merged. Only the members you send are changed; empty text resets one to
    # its default.
    settings: shared_types.DocumentSettings
    # Type of the merged file; `pdf`, or the template's own type, when absent.
    output: str
    # Width of the page in inches, when the type is html.
    size_width: float
    # Height of the page in inches, when the type is html; `auto`: as high as what is on it.
    size_height: Union[Literal["auto"], float]
    # Id of a delivery to switch on or off.
    delivery: str
    # 1: the delivery is to be switched on; 0: off.
    active: bool
    # Id of the person who is to decide; when absent, anybody else who may publish can.
    to: str
    # What the other person should know.
    comment: str


class VersionsGiveBackDocumentApprovalBody(TypedDict):
    # What is wrong.
    comment: str


class VersionsPublishBody(TypedDict, total=False):
    # 1: even if tests fail or fields that were used are gone.
    force: bool
