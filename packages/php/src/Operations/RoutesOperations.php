<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\RoutesTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `routes`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Azure_blobDelivery from SharedTypes
 * @phpstan-import-type Azure_blobDeliveryChangesInput from SharedTypes
 * @phpstan-import-type Azure_blobDeliveryRequestInput from SharedTypes
 * @phpstan-import-type Azure_blobDeliverySaved from SharedTypes
 * @phpstan-import-type Deleted from SharedTypes
 * @phpstan-import-type DocumentsCopyBody from SharedTypes
 * @phpstan-import-type DocumentsCreateAddressBody from SharedTypes
 * @phpstan-import-type DocumentsRenewDeliverySecretBody from SharedTypes
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type DropboxDelivery from SharedTypes
 * @phpstan-import-type DropboxDeliveryChangesInput from SharedTypes
 * @phpstan-import-type DropboxDeliveryRequestInput from SharedTypes
 * @phpstan-import-type DropboxDeliverySaved from SharedTypes
 * @phpstan-import-type EmailDelivery from SharedTypes
 * @phpstan-import-type EmailDeliveryChangesInput from SharedTypes
 * @phpstan-import-type EmailDeliveryRequestInput from SharedTypes
 * @phpstan-import-type EmailDeliverySaved from SharedTypes
 * @phpstan-import-type Field from SharedTypes
 * @phpstan-import-type FieldWithAttributes from SharedTypes
 * @phpstan-import-type FormerAddress from SharedTypes
 * @phpstan-import-type Google_driveDelivery from SharedTypes
 * @phpstan-import-type Google_driveDeliveryChangesInput from SharedTypes
 * @phpstan-import-type Google_driveDeliveryRequestInput from SharedTypes
 * @phpstan-import-type Google_driveDeliverySaved from SharedTypes
 * @phpstan-import-type RotatedSecret from SharedTypes
 * @phpstan-import-type Route from RoutesTypes
 * @phpstan-import-type RouteDelivery from SharedTypes
 * @phpstan-import-type RouteDeliveryChangesInput from SharedTypes
 * @phpstan-import-type RouteDeliveryRequestInput from SharedTypes
 * @phpstan-import-type RouteDeliverySaved from SharedTypes
 * @phpstan-import-type RouteRule from RoutesTypes
 * @phpstan-import-type RoutesCreateBody from RoutesTypes
 * @phpstan-import-type RoutesTestDeliveryBody from RoutesTypes
 * @phpstan-import-type RoutesUpdateBody from RoutesTypes
 * @phpstan-import-type RoutesUpdateRulesBody from RoutesTypes
 * @phpstan-import-type S3Delivery from SharedTypes
 * @phpstan-import-type S3DeliveryChangesInput from SharedTypes
 * @phpstan-import-type S3DeliveryRequestInput from SharedTypes
 * @phpstan-import-type S3DeliverySaved from SharedTypes
 * @phpstan-import-type SharepointDelivery from SharedTypes
 * @phpstan-import-type SharepointDeliveryChangesInput from SharedTypes
 * @phpstan-import-type SharepointDeliveryRequestInput from SharedTypes
 * @phpstan-import-type SharepointDeliverySaved from SharedTypes
 * @phpstan-import-type ShownRoute from RoutesTypes
 * @phpstan-import-type TestedDelivery from SharedTypes
 * @phpstan-import-type WebdavDelivery from SharedTypes
 * @phpstan-import-type WebdavDeliveryChangesInput from SharedTypes
 * @phpstan-import-type WebdavDeliveryRequestInput from SharedTypes
 * @phpstan-import-type WebdavDeliverySaved from SharedTypes
 * @phpstan-import-type WebhookDelivery from SharedTypes
 * @phpstan-import-type WebhookDeliveryChangesInput from SharedTypes
 * @phpstan-import-type WebhookDeliveryRequestInput from SharedTypes
 * @phpstan-import-type WebhookDeliverySaved from SharedTypes
 */
class RoutesOperations extends Resource
{
    /**
     * Create a data route.
     *
     * One post of data then goes to the documents of all rules that fire. Rules can be added later, too.
     *
     * @param RoutesCreateBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Route
     *
     * `POST /api/routes`
     */
    public function create(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/routes',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * List data routes.
     *
     * Data routes; with `details=1` with their rules and settings.
     *
     * @param string|null $ids Only these data routes: up to 1,000 ids, separated by commas.
     * @param string|null $search Part of the name; case does not matter.
     * @param string|null $folder Only data routes directly in this folder.
     * @param bool|null $active 1: only active data routes, 0: only those in test mode.
     * @param bool|null $details 1: with rules, settings and times.
     * @param int|null $limit Rows of a page, at most 10000; 10000 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'id'|'-id'|'name'|'-name'|'updated_at'|'-updated_at'|null $order What the list is ordered by; a
     *     minus sign reverses the order. `id` when absent.
     * @return list<ShownRoute>
     *
     * `GET /api/routes`
     */
    public function list(
        string|null $ids = null,
        string|null $search = null,
        string|null $folder = null,
        bool|null $active = null,
        bool|null $details = null,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/routes',
            query: ['ids' => $ids, 'search' => $search, 'folder' => $folder, 'active' => $active, 'details' => $details, 'limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Update a data route.
     *
     * A rule with an id changes that rule, one without is added. With `If-Match` only if the route has not
     * changed.
     *
     * @param string $id Id of the data route.
     * @param RoutesUpdateBody $body
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Route
     *
     * `PUT /api/routes/{id}`
     */
    public function update(string $id, array $body = [], string|null $ifMatch = null): array
    {
        return $this->call(
            'PUT',
            '/api/routes/' . self::part($id),
            body: $body,
            ifMatch: $ifMatch,
        );
    }

    /**
     * Get a data route.
     *
     * Its id, key, name and merge address; with `details=1` its rules and settings, too. Its `ETag` is that
     * of the rules, too.
     *
     * @param string $id Id of the data route.
     * @param bool|null $details 1: with rules, settings and times.
     * @return ShownRoute
     *
     * `GET /api/routes/{id}`
     */
    public function get(string $id, bool|null $details = null): array
    {
        return $this->call(
            'GET',
            '/api/routes/' . self::part($id),
            query: ['details' => $details],
        );
    }

    /**
     * Delete a data route.
     *
     * Its documents stay. Merges that were accepted before still finish. The route lies in the bin for 30
     * days; the answer names what hands data on to it. With `If-Match` only if it has not changed.
     *
     * @param string $id Id of the data route.
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Deleted
     *
     * `DELETE /api/routes/{id}`
     */
    public function delete(string $id, string|null $ifMatch = null): array
    {
        return $this->call('DELETE', '/api/routes/' . self::part($id), ifMatch: $ifMatch);
    }

    /**
     * List the merge fields of a data route.
     *
     * The fields of all its documents, each name once, followed by those that only its rules, its deliveries
     * or the name of the combined file use. With `attributes=1` each says where it is used.
     *
     * @param string $id Id of the data route.
     * @param bool|null $attributes 1: with type, occurrences, choices and members of each field.
     * @param 'json_schema'|'json_swagger'|null $format A JSON Schema of the merge data, in place of the list.
     * @return list<Field>|list<FieldWithAttributes>|array<string, mixed>
     *
     * `GET /api/routes/{id}/fields`
     */
    public function getFields(
        string $id,
        bool|null $attributes = null,
        string|null $format = null,
    ): array
    {
        return $this->call(
            'GET',
            '/api/routes/' . self::part($id) . '/fields',
            query: ['attributes' => $attributes, 'format' => $format],
        );
    }

    /**
     * List the rules of a data route.
     *
     * In the order in which they run.
     *
     * @param string $id Id of the data route.
     * @return list<RouteRule>
     *
     * `GET /api/routes/{id}/rules`
     */
    public function listRules(string $id): array
    {
        return $this->call('GET', '/api/routes/' . self::part($id) . '/rules');
    }

    /**
     * Replace the rules of a data route.
     *
     * The route then has these rules and no others; if one of them is refused, all stay as they were. A rule
     * with the id of one that the route has stays that rule; any other is new. Rules run in the order of the
     * list where `sort` does not say otherwise. With `If-Match` (the route's ETag) only if the route has not
     * changed.
     *
     * @param string $id Id of the data route.
     * @param RoutesUpdateRulesBody $body
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Route
     *
     * `PUT /api/routes/{id}/rules`
     */
    public function updateRules(string $id, array $body = [], string|null $ifMatch = null): array
    {
        return $this->call(
            'PUT',
            '/api/routes/' . self::part($id) . '/rules',
            body: $body,
            ifMatch: $ifMatch,
        );
    }

    /**
     * Delete a rule of a data route.
     *
     * The rule's document stays.
     *
     * @param string $id Id of the data route.
     * @param string $rule Id of the rule.
     * @return Done
     *
     * `DELETE /api/routes/{id}/rules/{rule}`
     */
    public function deleteRule(string $id, string $rule): array
    {
        return $this->call(
            'DELETE',
            '/api/routes/' . self::part($id) . '/rules/' . self::part($rule),
        );
    }

    /**
     * List the deliveries of a data route.
     *
     * The ways in which its merged files leave the service, in the order in which they were made. Secrets are
     * not shown.
     *
     * @param string $id Id of the data route.
     * @param bool|null $details 1: with the ETag of each, too.
     * @return list<EmailDelivery|WebhookDelivery|S3Delivery|RouteDelivery|WebdavDelivery|Azure_blobDelivery|DropboxDelivery|Google_driveDelivery|SharepointDelivery>
     *
     * `GET /api/routes/{id}/deliveries`
     */
    public function listDeliveries(string $id, bool|null $details = null): array
    {
        return $this->call(
            'GET',
            '/api/routes/' . self::part($id) . '/deliveries',
            query: ['details' => $details],
        );
    }

    /**
     * Add a delivery to a data route.
     *
     * Every merge from now on is sent in this way, too. Text of the settings is merge language: addresses and
     * subjects may have fields. Secrets among them are encrypted, and masked in answers. A store of files is
     * signed in to first, unless the settings hold fields or `active` is 0.
     *
     * @param string $id Id of the data route.
     * @param EmailDeliveryRequestInput|WebhookDeliveryRequestInput|S3DeliveryRequestInput|RouteDeliveryRequestInput|WebdavDeliveryRequestInput|Azure_blobDeliveryRequestInput|DropboxDeliveryRequestInput|Google_driveDeliveryRequestInput|SharepointDeliveryRequestInput $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return list<EmailDeliverySaved|WebhookDeliverySaved|S3DeliverySaved|RouteDeliverySaved|WebdavDeliverySaved|Azure_blobDeliverySaved|DropboxDeliverySaved|Google_driveDeliverySaved|SharepointDeliverySaved>
     *
     * `POST /api/routes/{id}/deliveries`
     */
    public function createDelivery(
        string $id,
        array $body = [],
        string|null $idempotencyKey = null,
    ): array
    {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/deliveries',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Update a delivery of a data route.
     *
     * Only the members you send are changed, those of `settings` too. Secrets that are sent back masked, as
     * answers show them, stay. The type of a delivery cannot change. With `If-Match` only if it has not
     * changed.
     *
     * @param string $id Id of the data route.
     * @param string $delivery Id of the delivery.
     * @param EmailDeliveryChangesInput|WebhookDeliveryChangesInput|S3DeliveryChangesInput|RouteDeliveryChangesInput|WebdavDeliveryChangesInput|Azure_blobDeliveryChangesInput|DropboxDeliveryChangesInput|Google_driveDeliveryChangesInput|SharepointDeliveryChangesInput $body
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return EmailDeliverySaved|WebhookDeliverySaved|S3DeliverySaved|RouteDeliverySaved|WebdavDeliverySaved|Azure_blobDeliverySaved|DropboxDeliverySaved|Google_driveDeliverySaved|SharepointDeliverySaved
     *
     * `PUT /api/routes/{id}/deliveries/{delivery}`
     */
    public function updateDelivery(
        string $id,
        string $delivery,
        array $body = [],
        string|null $ifMatch = null,
    ): array {
        return $this->call(
            'PUT',
            '/api/routes/' . self::part($id) . '/deliveries/' . self::part($delivery),
            body: $body,
            ifMatch: $ifMatch,
        );
    }

    /**
     * Delete a delivery of a data route.
     *
     * Deliveries of merges that are done already still go out. It lies in the bin for 30 days. With
     * `If-Match` only if it has not changed.
     *
     * @param string $id Id of the data route.
     * @param string $delivery Id of the delivery.
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Done
     *
     * `DELETE /api/routes/{id}/deliveries/{delivery}`
     */
    public function deleteDelivery(
        string $id,
        string $delivery,
        string|null $ifMatch = null,
    ): array
    {
        return $this->call(
            'DELETE',
            '/api/routes/' . self::part($id) . '/deliveries/' . self::part($delivery),
            ifMatch: $ifMatch,
        );
    }

    /**
     * Make a signing secret for a webhook of a data route.
     *
     * Calls are signed with the new secret from now on. With `keep_old=1` they carry a second signature with
     * the former secret, so that the other side can change over without losing a call; made again without it,
     * only the new one is left.
     *
     * @param string $id Id of the data route.
     * @param string $delivery Id of the delivery.
     * @param DocumentsRenewDeliverySecretBody $body
     * @return RotatedSecret
     *
     * `POST /api/routes/{id}/deliveries/{delivery}/secret`
     */
    public function renewDeliverySecret(string $id, string $delivery, array $body = []): array
    {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/deliveries/' . self::part($delivery) . '/secret',
            body: $body,
        );
    }

    /**
     * Try out a delivery of a data route.
     *
     * Makes a test merge of the route and really sends its files through this one delivery, once, even when
     * the delivery is switched off; deliveries of its documents stay silent. A failure of the other side is
     * not a failure of the request.
     *
     * @param string $id Id of the data route.
     * @param string $delivery Id of the delivery.
     * @param RoutesTestDeliveryBody $body
     * @return TestedDelivery
     *
     * `POST /api/routes/{id}/deliveries/{delivery}/test`
     */
    public function testDelivery(string $id, string $delivery, array $body = []): array
    {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/deliveries/' . self::part($delivery) . '/test',
            body: $body,
        );
    }

    /**
     * Copy a data route.
     *
     * The copy has the rules, settings and deliveries of the route, and a merge address of its own.
     *
     * @param string $id Id of the data route.
     * @param DocumentsCopyBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Route
     *
     * `POST /api/routes/{id}/copy`
     */
    public function copy(string $id, array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/copy',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Give a data route another key.
     *
     * The merge address changes with the key; anyone who posts to the old one gets 404 from then on.
     *
     * @param string $id Id of the data route.
     * @return Route
     *
     * `POST /api/routes/{id}/key`
     */
    public function renewKey(string $id): array
    {
        return $this->call('POST', '/api/routes/' . self::part($id) . '/key');
    }

    /**
     * List former addresses of a data route.
     *
     * Merge addresses of another service that lead here, too. Its own address is in `url` of the thing
     * itself.
     *
     * @param string $id Id of the data route.
     * @return list<FormerAddress>
     *
     * `GET /api/routes/{id}/addresses`
     */
    public function listAddresses(string $id): array
    {
        return $this->call('GET', '/api/routes/' . self::part($id) . '/addresses');
    }

    /**
     * Take over a former address of a data route.
     *
     * Whoever posts to the address of another service goes on with a change of host only: id and key stay.
     * Anyone who knows the address may merge, as it was there. An address that leads to something else here
     * is refused.
     *
     * @param string $id Id of the data route.
     * @param DocumentsCreateAddressBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return FormerAddress
     *
     * `POST /api/routes/{id}/addresses`
     */
    public function createAddress(
        string $id,
        array $body,
        string|null $idempotencyKey = null,
    ): array
    {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/addresses',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Delete a former address of a data route.
     *
     * Whoever posts to it gets 404 from then on. The other addresses stay.
     *
     * @param string $id Id of the data route.
     * @param string $address Id of the entry.
     * @return Done
     *
     * `DELETE /api/routes/{id}/addresses/{address}`
     */
    public function deleteAddress(string $id, string $address): array
    {
        return $this->call(
            'DELETE',
            '/api/routes/' . self::part($id) . '/addresses/' . self::part($address),
        );
    }
}
