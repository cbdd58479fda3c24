"""Types of `routes`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict

from . import shared as shared_types


class _Route(TypedDict):
    # Identifier of the data route.
    id: str
    # The secret part of its merge address.
    key: str
    # A name for people.
    name: str
    # The merge address: anyone who knows it may merge.
    url: str
    # `1`, or `0`: merges are test merges.
    active: str
    # Name of the combined file, in the merge language; empty for the name.
    output_name: str
    # The folder's whole path; empty for none.
    folder: str
    # Days for which merged files are kept; empty for the workspace's default.
    retention_days: str
    # The rules, in the order in which they run.
    rules: List[RouteRule]
    # What is valid in the name and the rules but most likely does something other than intended;
    # after create and update also members of the request that have no effect.
    warnings: List[shared_types.TemplateWarning]


class Route(_Route, total=False):
    # How the combined PDF is finished; absent where nothing was set.
    settings: Dict[str, Any]


class _RouteRule(TypedDict):
    # Identifier of the rule.
    id: str
    # 1: part of the one combined PDF.
    combine: float
    # 1: part of the one combined Word document.
    combine_docx: float
    # Rules run in ascending order of this number.
    sort: float
    # The list for whose items the rule is repeated; empty for none.
    loop_field: str
    # All of them must hold for the rule to fire.
    conditions: List[RouteRuleCondition]


class RouteRule(_RouteRule, total=False):
    # The document that is merged.
    document_id: str
    # Address of the file that is added, in place of a document.
    file: str


class RouteRuleCondition(TypedDict):
    # The field that is looked at.
    field: str
    # How it is compared.
    exp: str
    # What it is compared with.
    value: str


class RouteRuleInput(TypedDict, total=False):
    # The rule to change; without it a rule is added.
    id: str
    # The document that is merged.
    document_id: str
    # Address of a file that is added as it is, in place of a document; may use the merge language.
    file: str
    # 1: part of the one combined PDF.
    combine: bool
    # 1: part of the one combined Word document.
    combine_docx: bool
    # Rules run in ascending order of this number.
    sort: int
    # A list in the data: the rule runs once for each item.
    loop_field: str
    # All of them must hold for the rule to fire.
    conditions: List[RouteRuleInputCondition]


class _RouteRuleInputCondition(TypedDict):
    # The field that is looked at.
    field: str
    # How it is compared: one of `==`, `=`, `eq`, `!=`, `<>`, `ne`, `neq`, `<`, `lt`, `<=`, `le`,
    # `lte`, `>`, `gt`, `>=`, `ge`, `gte`, `contains`, `!contains`, `not_contains`.
    exp: str


class RouteRuleInputCondition(_RouteRuleInputCondition, total=False):
    # What it is compared with.
    value: str


class RouteSettings(TypedDict, total=False):
    """How the combined PDF is finished; what is not set is what all documents in it agree on. Only
    the members you send are changed; empty text resets one."""

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
    # The PDF of each merge is signed (PAdES) by an identity of the workspace; test merges are not.
    # It replaces the setting as a whole.
    signature: shared_types.SignatureSettings
    # `open`: data gathered under any `_session` are everybody's who knows the merge address.
    # Otherwise, without credentials, a session needs a name of at least 20 letters and digits, or
    # `new`.
    sessions: Literal["unguessable", "open"]
    # A page on which people without an account fill it in (`GET .../fill_in` says where). It
    # replaces the setting as a whole.
    fill_in: shared_types.ToolsMergeBodySettingsFillIn


class _RoutesCreateBody(TypedDict):
    # A name for people.
    name: str


class RoutesCreateBody(_RoutesCreateBody, total=False):
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
    # Rules, each of which merges a document or adds a file.
    rules: List[RouteRuleInput]
    # How the combined PDF is finished; what is not set is what all documents in it agree on. Only
    # the members you send are changed; empty text resets one.
    settings: RouteSettings


class RoutesTestDeliveryBody(TypedDict, total=False):
    # Merge data.
    data: Dict[str, Any]
    # E-mails: where the test goes in place of the delivery's own recipients.
    to: str


class RoutesUpdateBody(TypedDict, total=False):
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
    # A name for people.
    name: str
    # Rules, each of which merges a document or adds a file.
    rules: List[RouteRuleInput]
    # How the combined PDF is finished; what is not set is what all documents in it agree on. Only
    # the members you send are changed; empty text resets one.
    settings: RouteSettings


class RoutesUpdateRulesBody(TypedDict, total=False):
    # Rules, each of which merges a document or adds a file.
    rules: List[RouteRuleInput]


class _ShownRoute(TypedDict):
    # Identifier of the data route.
    id: str
    # The secret part of its merge address.
    key: str
    # A name for people.
    name: str
    # The merge address: anyone who knows it may merge.
    url: str


class ShownRoute(_ShownRoute, total=False):
    # `1`, or `0`: merges are test merges.
    active: str
    # Name of the combined file, in the merge language; empty for the name.
    output_name: str
    # The folder's whole path; empty for none.
    folder: str
    # Days for which merged files are kept; empty for the workspace's default.
    retention_days: str
    # How the combined PDF is finished; absent where nothing was set.
    settings: Dict[str, Any]
    # The rules, in the order in which they run.
    rules: List[RouteRule]
    # What is valid in the name and the rules but most likely does something other than intended;
    # after create and update also members of the request that have no effect.
    warnings: List[shared_types.TemplateWarning]
    # When it was made.
    created_at: str
    # When it was last changed.
    updated_at: str
