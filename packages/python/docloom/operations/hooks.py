"""Operations of `hooks`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import List, Optional

from ..transport import Resource
from ..types import hooks as hooks_types
from ..types import shared as shared_types


class HooksOperations(Resource):
    def list(self) -> List[hooks_types.Hook]:
        """List hooks.

        The hooks of the workspace in the order in which they were made, without their secrets.

        `GET /api/hooks`
        """
        return self.call("GET", "/api/hooks")

    def create(self, body: hooks_types.HooksCreateBody) -> hooks_types.NewHook:
        """Make a hook.

        From now on the address is called by POST whenever the event happens, signed by Standard
        Webhooks with the secret of this answer, which is not shown again. Who may not see all
        folders gets events of theirs only. What fails is tried again for three days as deliveries
        are; an answer 410 ends the hook, and so does a week without success, with an alert. A
        workspace has at most 50 hooks that are on.

        `POST /api/hooks`
        """
        return self.call("POST", "/api/hooks", body=body)

    def list_events(self) -> List[hooks_types.HookEvent]:
        """List events of hooks.

        The events that hooks can be made for, each with an example of what is sent.

        `GET /api/hooks/events`
        """
        return self.call("GET", "/api/hooks/events")

    def get(self, hook: str) -> hooks_types.Hook:
        """Get a hook.

        One hook: whether it is on, and what was answered when it was called last.

        :param hook: Id of the hook.

        `GET /api/hooks/{hook}`
        """
        return self.call("GET", f"/api/hooks/{self.part(hook)}")

    def update(
        self,
        hook: str,
        body: Optional[hooks_types.HooksUpdateBody] = None,
    ) -> hooks_types.Hook:
        """Change a hook.

        Only the members you send are changed; a filter is replaced whole. `active` 0 drops what
        waits to be sent; 1 switches on a hook that has ended.

        :param hook: Id of the hook.

        `PUT /api/hooks/{hook}`
        """
        return self.call("PUT", f"/api/hooks/{self.part(hook)}", body=body)

    def delete(self, hook: str) -> shared_types.Done:
        """Delete a hook.

        Nothing is sent there any more, nor what waits to be sent.

        :param hook: Id of the hook.

        `DELETE /api/hooks/{hook}`
        """
        return self.call("DELETE", f"/api/hooks/{self.part(hook)}")

    def test(self, hook: str) -> hooks_types.TestedHook:
        """Send a sample to a hook.

        Calls the hook's address once with the example that `GET /api/hooks/events` shows, signed as
        events are, even when the hook is switched off. It is not tried again and changes nothing of
        the hook's state. `webhook-id` begins with `sample_`. A failure of the receiver is not a
        failure of the request.

        :param hook: Id of the hook.

        `POST /api/hooks/{hook}/test`
        """
        return self.call("POST", f"/api/hooks/{self.part(hook)}/test")
