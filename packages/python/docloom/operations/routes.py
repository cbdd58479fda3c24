"""Operations of `routes`.

Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ..transport import Resource
from ..types import routes as routes_types
from ..types import shared as shared_types


class RoutesOperations(Resource):
    def create(
        self,
        body: routes_types.RoutesCreateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> routes_types.Route:
        """Create a data route.

        One post of data then goes to the documents of all rules that fire. Rules can be added
        later, too.

        `POST /api/routes`
        """
        return self.call(
            "POST",
            "/api/routes",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def list(
        self,
        *,
        ids: Optional[str] = None,
        search: Optional[str] = None,
        folder: Optional[str] = None,
        active: Optional[bool] = None,
        details: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["id", "-id", "name", "-name", "updated_at", "-updated_at"]] = None,
    ) -> List[routes_types.ShownRoute]:
        """List data routes.

        Data routes; with `details=1` with their rules and settings.

        :param ids: Only these data routes: up to 1,000 ids, separated by commas.
        :param search: Part of the name; case does not matter.
        :param folder: Only data routes directly in this folder.
        :param active: 1: only active data routes, 0: only those in test mode.
        :param details: 1: with rules, settings and times.
        :param limit: Rows of a page, at most 10000; 10000 when absent.
        :param cursor: Where the page begins, as the `Link` header of the page before says.
        :param order: What the list is ordered by; a minus sign reverses the order. `id` when
            absent.

        `GET /api/routes`
        """
        return self.call(
            "GET",
            "/api/routes",
            query={
                "ids": ids,
                "search": search,
                "folder": folder,
                "active": active,
                "details": details,
                "limit": limit,
                "cursor": cursor,
                "order": order,
            },
        )

    def update(
        self,
        id: str,
        body: Optional[routes_types.RoutesUpdateBody] = None,
        *,
        if_match: Optional[str] = None,
    ) -> routes_types.Route:
        """Update a data route.

        A rule with an id changes that rule, one without is added. With `If-Match` only if the route
        has not changed.

        :param id: Id of the data route.

        `PUT /api/routes/{id}`
        """
        return self.call("PUT", f"/api/routes/{self.part(id)}", body=body, if_match=if_match)

    def get(self, id: str, *, details: Optional[bool] = None) -> routes_types.ShownRoute:
        """Get a data route.

        Its id, key, name and merge address; with `details=1` its rules and settings, too. Its
        `ETag` is that of the rules, too.

        :param id: Id of the data route.
        :param details: 1: with rules, settings and times.

        `GET /api/routes/{id}`
        """
        return self.call("GET", f"/api/routes/{self.part(id)}", query={"details": details})

    def delete(self, id: str, *, if_match: Optional[str] = None) -> shared_types.Deleted:
        """Delete a data route.

        Its documents stay. Merges that were accepted before still finish. The route lies in the bin
        for 30 days; the answer names what hands data on to it. With `If-Match` only if it has not
        changed.

        :param id: Id of the data route.

        `DELETE /api/routes/{id}`
        """
        return self.call("DELETE", f"/api/routes/{self.part(id)}", if_match=if_match)

    def get_fields(
        self,
        id: str,
        *,
        attributes: Optional[bool] = None,
        format: Optional[Literal["json_schema", "json_swagger"]] = None,
    ) -> Union[List[shared_types.Field], List[shared_types.FieldWithAttributes], Dict[str, Any]]:
        """List the merge fields of a data route.

        The fields of all its documents, each name once, followed by those that only its rules, its
        deliveries or the name of the combined file use. With `attributes=1` each says where it is
        used.

        :param id: Id of the data route.
        :param attributes: 1: with type, occurrences, choices and members of each field.
        :param format: A JSON Schema of the merge data, in place of the list.

        `GET /api/routes/{id}/fields`
        """
        return self.call(
            "GET",
            f"/api/routes/{self.part(id)}/fields",
            query={"attributes": attributes, "format": format},
        )

    def list_rules(self, id: str) -> List[routes_types.RouteRule]:
        """List the rules of a data route.

        In the order in which they run.

        :param id: Id of the data route.

        `GET /api/routes/{id}/rules`
        """
        return self.call("GET", f"/api/routes/{self.part(id)}/rules")

    def update_rules(
        self,
        id: str,
        body: Optional[routes_types.RoutesUpdateRulesBody] = None,
        *,
        if_match: Optional[str] = None,
    ) -> routes_types.Route:
        """Replace the rules of a data route.

        The route then has these rules and no others; if one of them is refused, all stay as they
        were. A rule with the id of one that the route has stays that rule; any other is new. Rules
        run in the order of the list where `sort` does not say otherwise. With `If-Match` (the
        route's ETag) only if the route has not changed.

        :param id: Id of the data route.

        `PUT /api/routes/{id}/rules`
        """
        return self.call("PUT", f"/api/routes/{self.part(id)}/rules", body=body, if_match=if_match)

    def delete_rule(self, id: str, rule: str) -> shared_types.Done:
        """Delete a rule of a data route.

        The rule's document stays.

        :param id: Id of the data route.
        :param rule: Id of the rule.

        `DELETE /api/routes/{id}/rules/{rule}`
        """
        return self.call("DELETE", f"/api/routes/{self.part(id)}/rules/{self.part(rule)}")

    def list_deliveries(
        self,
        id: str,
        *,
        details: Optional[bool] = None,
    ) -> List[
        Union[
            shared_types.EmailDelivery,
            shared_types.WebhookDelivery,
            shared_types.S3Delivery,
            shared_types.RouteDelivery,
            shared_types.WebdavDelivery,
            shared_types.Azure_blobDelivery,
            shared_types.DropboxDelivery,
            shared_types.Google_driveDelivery,
            shared_types.SharepointDelivery,
        ]
    ]:
        """List the deliveries of a data route.

        The ways in which its merged files leave the service, in the order in which they were made.
        Secrets are not shown.

        :param id: Id of the data route.
        :param details: 1: with the ETag of each, too.

        `GET /api/routes/{id}/deliveries`
        """
        return self.call(
            "GET",
            f"/api/routes/{self.part(id)}/deliveries",
            query={"details": details},
        )

    def create_delivery(
        self,
        id: str,
        body: Optional[
            Union[
                shared_types.EmailDeliveryRequestInput,
                shared_types.WebhookDeliveryRequestInput,
                shared_types.S3DeliveryRequestInput,
                shared_types.RouteDeliveryRequestInput,
                shared_types.WebdavDeliveryRequestInput,
                shared_types.Azure_blobDeliveryRequestInput,
                shared_types.DropboxDeliveryRequestInput,
                shared_types.Google_driveDeliveryRequestInput,
                shared_types.SharepointDeliveryRequestInput,
            ]
        ] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> List[
        Union[
            shared_types.EmailDeliverySaved,
            shared_types.WebhookDeliverySaved,
            shared_types.S3DeliverySaved,
            shared_types.RouteDeliverySaved,
            shared_types.WebdavDeliverySaved,
            shared_types.Azure_blobDeliverySaved,
            shared_types.DropboxDeliverySaved,
            shared_types.Google_driveDeliverySaved,
            shared_types.SharepointDeliverySaved,
        ]
    ]:
        """Add a delivery to a data route.

        Every merge from now on is sent in this way, too. Text of the settings is merge language:
        addresses and subjects may have fields. Secrets among them are encrypted, and masked in
        answers. A store of files is signed in to first, unless the settings hold fields or `active`
        is 0.

        :param id: Id of the data route.

        `POST /api/routes/{id}/deliveries`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/deliveries",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def update_delivery(
        self,
        id: str,
        delivery: str,
        body: Optional[
            Union[
                shared_types.EmailDeliveryChangesInput,
                shared_types.WebhookDeliveryChangesInput,
                shared_types.S3DeliveryChangesInput,
                shared_types.RouteDeliveryChangesInput,
                shared_types.WebdavDeliveryChangesInput,
                shared_types.Azure_blobDeliveryChangesInput,
                shared_types.DropboxDeliveryChangesInput,
                shared_types.Google_driveDeliveryChangesInput,
                shared_types.SharepointDeliveryChangesInput,
            ]
        ] = None,
        *,
        if_match: Optional[str] = None,
    ) -> Union[
        shared_types.EmailDeliverySaved,
        shared_types.WebhookDeliverySaved,
        shared_types.S3DeliverySaved,
        shared_types.RouteDeliverySaved,
        shared_types.WebdavDeliverySaved,
        shared_types.Azure_blobDeliverySaved,
        shared_types.DropboxDeliverySaved,
        shared_types.Google_driveDeliverySaved,
        shared_types.SharepointDeliverySaved,
    ]:
        """Update a delivery of a data route.

        Only the members you send are changed, those of `settings` too. Secrets that are sent back
        masked, as answers show them, stay. The type of a delivery cannot change. With `If-Match`
        only if it has not changed.

        :param id: Id of the data route.
        :param delivery: Id of the delivery.

        `PUT /api/routes/{id}/deliveries/{delivery}`
        """
        return self.call(
            "PUT",
            f"/api/routes/{self.part(id)}/deliveries/{self.part(delivery)}",
            body=body,
            if_match=if_match,
        )

    def delete_delivery(
        self,
        id: str,
        delivery: str,
        *,
        if_match: Optional[str] = None,
    ) -> shared_types.Done:
        """Delete a delivery of a data route.

        Deliveries of merges that are done already still go out. It lies in the bin for 30 days.
        With `If-Match` only if it has not changed.

        :param id: Id of the data route.
        :param delivery: Id of the delivery.

        `DELETE /api/routes/{id}/deliveries/{delivery}`
        """
        return self.call(
            "DELETE",
            f"/api/routes/{self.part(id)}/deliveries/{self.part(delivery)}",
            if_match=if_match,
        )

    def renew_delivery_secret(
        self,
        id: str,
        delivery: str,
        body: Optional[shared_types.DocumentsRenewDeliverySecretBody] = None,
    ) -> shared_types.RotatedSecret:
        """Make a signing secret for a webhook of a data route.

        Calls are signed with the new secret from now on. With `keep_old=1` they carry a second
        signature with the former secret, so that the other side can change over without losing a
        call; made again without it, only the new one is left.

        :param id: Id of the data route.
        :param delivery: Id of the delivery.

        `POST /api/routes/{id}/deliveries/{delivery}/secret`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/deliveries/{self.part(delivery)}/secret",
            body=body,
        )

    def test_delivery(
        self,
        id: str,
        delivery: str,
        body: Optional[routes_types.RoutesTestDeliveryBody] = None,
    ) -> shared_types.TestedDelivery:
        """Try out a delivery of a data route.

        Makes a test merge of the route and really sends its files through this one delivery, once,
        even when the delivery is switched off; deliveries of its documents stay silent. A failure
        of the other side is not a failure of the request.

        :param id: Id of the data route.
        :param delivery: Id of the delivery.

        `POST /api/routes/{id}/deliveries/{delivery}/test`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/deliveries/{self.part(delivery)}/test",
            body=body,
        )

    def copy(
        self,
        id: str,
        body: shared_types.DocumentsCopyBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> routes_types.Route:
        """Copy a data route.

        The copy has the rules, settings and deliveries of the route, and a merge address of its
        own.

        :param id: Id of the data route.

        `POST /api/routes/{id}/copy`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/copy",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def renew_key(self, id: str) -> routes_types.Route:
        """Give a data route another key.

        The merge address changes with the key; anyone who posts to the old one gets 404 from then
        on.

        :param id: Id of the data route.

        `POST /api/routes/{id}/key`
        """
        return self.call("POST", f"/api/routes/{self.part(id)}/key")

    def list_addresses(self, id: str) -> List[shared_types.FormerAddress]:
        """List former addresses of a data route.

        Merge addresses of another service that lead here, too. Its own address is in `url` of the
        thing itself.

        :param id: Id of the data route.

        `GET /api/routes/{id}/addresses`
        """
        return self.call("GET", f"/api/routes/{self.part(id)}/addresses")

    def create_address(
        self,
        id: str,
        body: shared_types.DocumentsCreateAddressBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> shared_types.FormerAddress:
        """Take over a former address of a data route.

        Whoever posts to the address of another service goes on with a change of host only: id and
        key stay. Anyone who knows the address may merge, as it was there. An address that leads to
        something else here is refused.

        :param id: Id of the data route.

        `POST /api/routes/{id}/addresses`
        """
        return self.call(
            "POST",
            f"/api/routes/{self.part(id)}/addresses",
            body=body,
            idempotency_key=idempotency_key,
            takes_key=True,
        )

    def delete_address(self, id: str, address: str) -> shared_types.Done:
        """Delete a former address of a data route.

        Whoever posts to it gets 404 from then on. The other addresses stay.

        :param id: Id of the data route.
        :param address: Id of the entry.

        `DELETE /api/routes/{id}/addresses/{address}`
        """
        return self.call("DELETE", f"/api/routes/{self.part(id)}/addresses/{self.part(address)}")
