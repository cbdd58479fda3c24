"""Types of `versions`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict



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
    # The API key that saved it, `console` for a person and a session by link; empty if unknown.
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


class VersionsPublishBody(TypedDict, total=False):
    # 1: even if tests fail or fields that were used are gone.
    force: bool
