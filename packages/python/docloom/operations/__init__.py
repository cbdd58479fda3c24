"""Every operation of the service, by resource.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from ..transport import Transport
from .tools import ToolsOperations
from .documents import DocumentsOperations
from .samples import SamplesOperations
from .versions import VersionsOperations
from .merge import MergeOperations
from .fill_in_pages import FillInPagesOperations
from .runs import RunsOperations
from .routes import RoutesOperations
from .identities import IdentitiesOperations
from .folders import FoldersOperations
from .account import AccountOperations
from .fonts import FontsOperations
from .hooks import HooksOperations
from .people import PeopleOperations
from .bin import BinOperations
from .audit import AuditOperations
from .sessions import SessionsOperations
from .applications import ApplicationsOperations
from .service import ServiceOperations


class Operations:
    """The resources of a service."""

    def __init__(self, transport: Transport) -> None:
        self.tools = ToolsOperations(transport)
        self.documents = DocumentsOperations(transport)
        self.samples = SamplesOperations(transport)
        self.versions = VersionsOperations(transport)
        self.merge = MergeOperations(transport)
        self.fill_in_pages = FillInPagesOperations(transport)
        self.runs = RunsOperations(transport)
        self.routes = RoutesOperations(transport)
        self.identities = IdentitiesOperations(transport)
        self.folders = FoldersOperations(transport)
        self.account = AccountOperations(transport)
        self.fonts = FontsOperations(transport)
        self.hooks = HooksOperations(transport)
        self.people = PeopleOperations(transport)
        self.bin = BinOperations(transport)
        self.audit = AuditOperations(transport)
        self.sessions = SessionsOperations(transport)
        self.applications = ApplicationsOperations(transport)
        self.service = ServiceOperations(transport)
