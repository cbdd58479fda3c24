<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\DocumentsTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `documents`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Azure_blobDelivery from SharedTypes
 * @phpstan-import-type Azure_blobDeliveryChangesInput from SharedTypes
 * @phpstan-import-type Azure_blobDeliveryRequestInput from SharedTypes
 * @phpstan-import-type Azure_blobDeliverySaved from SharedTypes
 * @phpstan-import-type Deleted from SharedTypes
 * @phpstan-import-type Document from SharedTypes
 * @phpstan-import-type DocumentFile from SharedTypes
 * @phpstan-import-type DocumentsCopyBody from SharedTypes
 * @phpstan-import-type DocumentsCreateAddressBody from SharedTypes
 * @phpstan-import-type DocumentsCreateBody from DocumentsTypes
 * @phpstan-import-type DocumentsCreatePlaceholderBody from DocumentsTypes
 * @phpstan-import-type DocumentsGetPdfFields from DocumentsTypes
 * @phpstan-import-type DocumentsLintTemplateBody from DocumentsTypes
 * @phpstan-import-type DocumentsRenewDeliverySecretBody from SharedTypes
 * @phpstan-import-type DocumentsTestDeliveryBody from DocumentsTypes
 * @phpstan-import-type DocumentsUpdateBody from DocumentsTypes
 * @phpstan-import-type DocumentsUpdatePdfFieldsBody from DocumentsTypes
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
 * @phpstan-import-type ListedDocument from DocumentsTypes
 * @phpstan-import-type Placeholder from DocumentsTypes
 * @phpstan-import-type RotatedSecret from SharedTypes
 * @phpstan-import-type RouteDelivery from SharedTypes
 * @phpstan-import-type RouteDeliveryChangesInput from SharedTypes
 * @phpstan-import-type RouteDeliveryRequestInput from SharedTypes
 * @phpstan-import-type RouteDeliverySaved from SharedTypes
 * @phpstan-import-type S3Delivery from SharedTypes
 * @phpstan-import-type S3DeliveryChangesInput from SharedTypes
 * @phpstan-import-type S3DeliveryRequestInput from SharedTypes
 * @phpstan-import-type S3DeliverySaved from SharedTypes
 * @phpstan-import-type SharepointDelivery from SharedTypes
 * @phpstan-import-type SharepointDeliveryChangesInput from SharedTypes
 * @phpstan-import-type SharepointDeliveryRequestInput from SharedTypes
 * @phpstan-import-type SharepointDeliverySaved from SharedTypes
 * @phpstan-import-type ShownDocument from DocumentsTypes
 * @phpstan-import-type TemplateFindings from DocumentsTypes
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
class DocumentsOperations extends Resource
{
    /**
     * Create a document.
     *
     * The template comes in one of `html`, `file_contents`, `file` and `file_url`. `warnings` in the answer
     * say what is most likely unintended.
     *
     * @param DocumentsCreateBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Document
     *
     * `POST /api/documents`
     */
    public function create(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/documents',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * List documents.
     *
     * Documents without their fields; with `details=1` everything else that is known about them.
     *
     * @param string|null $ids Only these documents: up to 1,000 ids, separated by commas.
     * @param string|null $search Part of the name; case does not matter.
     * @param string|null $folder Only documents directly in this folder, named by its full path or by its own
     *     name.
     * @param 'html'|'pdf'|'docx'|'xlsx'|'pptx'|null $type Only documents of this type.
     * @param 'pdf'|'docx'|'xlsx'|'pptx'|'html'|'email'|'xml'|null $output Only documents with this output.
     * @param bool|null $active 1: only active documents, 0: only those in test mode.
     * @param bool|null $details 1: with settings, version, times and the last run.
     * @param int|null $limit Rows of a page, at most 10000; 10000 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'id'|'-id'|'name'|'-name'|'updated_at'|'-updated_at'|null $order What the list is ordered by; a
     *     minus sign reverses the order. `id` when absent.
     * @return list<ListedDocument>
     *
     * `GET /api/documents`
     */
    public function list(
        string|null $ids = null,
        string|null $search = null,
        string|null $folder = null,
        string|null $type = null,
        string|null $output = null,
        bool|null $active = null,
        bool|null $details = null,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/documents',
            query: ['ids' => $ids, 'search' => $search, 'folder' => $folder, 'type' => $type, 'output' => $output, 'active' => $active, 'details' => $details, 'limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Update a document.
     *
     * Only the members you send are changed. With `If-Match` only if the document still has this ETag. A new
     * template of a document with tests (`settings[tests]`) has to pass them, and to have the fields that the
     * last runs used, unless it is a draft or forced.
     *
     * @param string $id Id of the document.
     * @param DocumentsUpdateBody $body
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Document
     *
     * `PUT /api/documents/{id}`
     */
    public function update(string $id, array $body = [], string|null $ifMatch = null): array
    {
        return $this->call(
            'PUT',
            '/api/documents/' . self::part($id),
            body: $body,
            ifMatch: $ifMatch,
        );
    }

    /**
     * Get a document.
     *
     * The document with its settings; for html documents with the template, too. With `If-None-Match` only if
     * it has changed.
     *
     * @param string $id Id of the document.
     * @param bool|null $details 1: with version, times and the last run, too.
     * @param 'map'|'list'|null $fields Adds the merge fields: `list` as `[{key, name}]`, `map` as `{key:
     *     name}`.
     * @param string|null $ifNoneMatch Null is answered if it still has this ETag.
     * @return ShownDocument|null
     *
     * `GET /api/documents/{id}`
     */
    public function get(
        string $id,
        bool|null $details = null,
        string|null $fields = null,
        string|null $ifNoneMatch = null,
    ): array|null {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id),
            query: ['details' => $details, 'fields' => $fields],
            ifNoneMatch: $ifNoneMatch,
        );
    }

    /**
     * Delete a document.
     *
     * Merges that were accepted before still finish. Rules of data routes that name the document are skipped
     * from now on, and say so, and mails that attach it fail; the answer names those routes and deliveries.
     * The document lies in the bin for 30 days. With `If-Match` only if it has not changed.
     *
     * @param string $id Id of the document.
     * @param bool|null $force Taken from older clients; not needed.
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Deleted
     *
     * `DELETE /api/documents/{id}`
     */
    public function delete(
        string $id,
        bool|null $force = null,
        string|null $ifMatch = null,
    ): array
    {
        return $this->call(
            'DELETE',
            '/api/documents/' . self::part($id),
            query: ['force' => $force],
            ifMatch: $ifMatch,
        );
    }

    /**
     * List the merge fields of a document.
     *
     * The fields of the template, followed by those that only the name of the merged file or a delivery uses.
     * With `attributes=1` each says where it is used. `format` returns a JSON Schema of the merge data in
     * place of the list.
     *
     * @param string $id Id of the document.
     * @param bool|null $attributes 1: with type, occurrences, choices and members of each field.
     * @param 'json_schema'|'json_swagger'|null $format A JSON Schema of the merge data, in place of the list.
     * @return list<Field>|list<FieldWithAttributes>|array<string, mixed>
     *
     * `GET /api/documents/{id}/fields`
     */
    public function getFields(
        string $id,
        bool|null $attributes = null,
        string|null $format = null,
    ): array
    {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/fields',
            query: ['attributes' => $attributes, 'format' => $format],
        );
    }

    /**
     * Get the file of a document.
     *
     * The template as it was sent. Documents of type html have it in `html` of the document, too.
     *
     * @param string $id Id of the document.
     * @return DocumentFile
     *
     * `GET /api/documents/{id}/file`
     */
    public function getFile(string $id): array
    {
        return $this->call('GET', '/api/documents/' . self::part($id) . '/file');
    }

    /**
     * List the deliveries of a document.
     *
     * The ways in which its merged files leave the service, in the order in which they were made. Secrets are
     * not shown.
     *
     * @param string $id Id of the document.
     * @param bool|null $details 1: with the ETag of each, too.
     * @return list<EmailDelivery|WebhookDelivery|S3Delivery|RouteDelivery|WebdavDelivery|Azure_blobDelivery|DropboxDelivery|Google_driveDelivery|SharepointDelivery>
     *
     * `GET /api/documents/{id}/deliveries`
     */
    public function listDeliveries(string $id, bool|null $details = null): array
    {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/deliveries',
            query: ['details' => $details],
        );
    }

    /**
     * Add a delivery to a document.
     *
     * Every merge from now on is sent in this way, too. Text of the settings is merge language: addresses and
     * subjects may have fields. Secrets among them are encrypted, and masked in answers. A store of files is
     * signed in to first, unless the settings hold fields or `active` is 0.
     *
     * @param string $id Id of the document.
     * @param EmailDeliveryRequestInput|WebhookDeliveryRequestInput|S3DeliveryRequestInput|RouteDeliveryRequestInput|WebdavDeliveryRequestInput|Azure_blobDeliveryRequestInput|DropboxDeliveryRequestInput|Google_driveDeliveryRequestInput|SharepointDeliveryRequestInput $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return EmailDeliverySaved|WebhookDeliverySaved|S3DeliverySaved|RouteDeliverySaved|WebdavDeliverySaved|Azure_blobDeliverySaved|DropboxDeliverySaved|Google_driveDeliverySaved|SharepointDeliverySaved
     *
     * `POST /api/documents/{id}/deliveries`
     */
    public function createDelivery(
        string $id,
        array $body = [],
        string|null $idempotencyKey = null,
    ): array
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/deliveries',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Update a delivery of a document.
     *
     * Only the members you send are changed, those of `settings` too. Secrets that are sent back masked, as
     * answers show them, stay. The type of a delivery cannot change. With `If-Match` only if it has not
     * changed.
     *
     * @param string $id Id of the document.
     * @param string $delivery Id of the delivery.
     * @param EmailDeliveryChangesInput|WebhookDeliveryChangesInput|S3DeliveryChangesInput|RouteDeliveryChangesInput|WebdavDeliveryChangesInput|Azure_blobDeliveryChangesInput|DropboxDeliveryChangesInput|Google_driveDeliveryChangesInput|SharepointDeliveryChangesInput $body
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return EmailDeliverySaved|WebhookDeliverySaved|S3DeliverySaved|RouteDeliverySaved|WebdavDeliverySaved|Azure_blobDeliverySaved|DropboxDeliverySaved|Google_driveDeliverySaved|SharepointDeliverySaved
     *
     * `PUT /api/documents/{id}/deliveries/{delivery}`
     */
    public function updateDelivery(
        string $id,
        string $delivery,
        array $body = [],
        string|null $ifMatch = null,
    ): array {
        return $this->call(
            'PUT',
            '/api/documents/' . self::part($id) . '/deliveries/' . self::part($delivery),
            body: $body,
            ifMatch: $ifMatch,
        );
    }

    /**
     * Delete a delivery of a document.
     *
     * Deliveries of merges that are done already still go out. It lies in the bin for 30 days. With
     * `If-Match` only if it has not changed.
     *
     * @param string $id Id of the document.
     * @param string $delivery Id of the delivery.
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Done
     *
     * `DELETE /api/documents/{id}/deliveries/{delivery}`
     */
    public function deleteDelivery(
        string $id,
        string $delivery,
        string|null $ifMatch = null,
    ): array
    {
        return $this->call(
            'DELETE',
            '/api/documents/' . self::part($id) . '/deliveries/' . self::part($delivery),
            ifMatch: $ifMatch,
        );
    }

    /**
     * Make a signing secret for a webhook of a document.
     *
     * Calls are signed with the new secret from now on. With `keep_old=1` they carry a second signature with
     * the former secret, so that the other side can change over without losing a call; made again without it,
     * only the new one is left.
     *
     * @param string $id Id of the document.
     * @param string $delivery Id of the delivery.
     * @param DocumentsRenewDeliverySecretBody $body
     * @return RotatedSecret
     *
     * `POST /api/documents/{id}/deliveries/{delivery}/secret`
     */
    public function renewDeliverySecret(string $id, string $delivery, array $body = []): array
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/deliveries/' . self::part($delivery) . '/secret',
            body: $body,
        );
    }

    /**
     * Copy a document.
     *
     * The copy has the template, settings and deliveries of the document, and a merge address of its own.
     *
     * @param string $id Id of the document.
     * @param DocumentsCopyBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Document
     *
     * `POST /api/documents/{id}/copy`
     */
    public function copy(string $id, array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/copy',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Give a document another key.
     *
     * The merge address changes with the key; anyone who posts to the old one gets 404 from then on.
     *
     * @param string $id Id of the document.
     * @return Document
     *
     * `POST /api/documents/{id}/key`
     */
    public function renewKey(string $id): array
    {
        return $this->call('POST', '/api/documents/' . self::part($id) . '/key');
    }

    /**
     * List former addresses of a document.
     *
     * Merge addresses of another service that lead here, too. Its own address is in `url` of the thing
     * itself.
     *
     * @param string $id Id of the document.
     * @return list<FormerAddress>
     *
     * `GET /api/documents/{id}/addresses`
     */
    public function listAddresses(string $id): array
    {
        return $this->call('GET', '/api/documents/' . self::part($id) . '/addresses');
    }

    /**
     * Take over a former address of a document.
     *
     * Whoever posts to the address of another service goes on with a change of host only: id and key stay.
     * Anyone who knows the address may merge, as it was there. An address that leads to something else here
     * is refused.
     *
     * @param string $id Id of the document.
     * @param DocumentsCreateAddressBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return FormerAddress
     *
     * `POST /api/documents/{id}/addresses`
     */
    public function createAddress(
        string $id,
        array $body,
        string|null $idempotencyKey = null,
    ): array
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/addresses',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Delete a former address of a document.
     *
     * Whoever posts to it gets 404 from then on. The other addresses stay.
     *
     * @param string $id Id of the document.
     * @param string $address Id of the entry.
     * @return Done
     *
     * `DELETE /api/documents/{id}/addresses/{address}`
     */
    public function deleteAddress(string $id, string $address): array
    {
        return $this->call(
            'DELETE',
            '/api/documents/' . self::part($id) . '/addresses/' . self::part($address),
        );
    }

    /**
     * Check a template without saving it.
     *
     * Returns all errors and warnings with their places, and the merge fields. Nothing is kept.
     *
     * @param DocumentsLintTemplateBody $body
     * @return TemplateFindings
     *
     * `POST /api/templates/lint`
     */
    public function lintTemplate(array $body): array
    {
        return $this->call('POST', '/api/templates/lint', body: $body);
    }

    /**
     * Find what could be fields.
     *
     * Places of a Word or PowerPoint template that are filled in by hand: `[Company]`, `«Field»`, lines of
     * underscores or dots, `XX.XX.XXXX`. Each with a name for its field, after the words around it. Templates
     * of other types have none.
     *
     * @param string $id Id of the document.
     * @return list<Placeholder>
     *
     * `GET /api/documents/{id}/placeholders`
     */
    public function listPlaceholders(string $id): array
    {
        return $this->call('GET', '/api/documents/' . self::part($id) . '/placeholders');
    }

    /**
     * Make fields of placeholders.
     *
     * Writes `{$name}` in place of each placeholder that is named, in its format, and saves the file as a new
     * version. Nothing else of the file changes.
     *
     * @param string $id Id of the document.
     * @param DocumentsCreatePlaceholderBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Document
     *
     * `POST /api/documents/{id}/placeholders`
     */
    public function createPlaceholder(
        string $id,
        array $body,
        string|null $idempotencyKey = null,
        string|null $ifMatch = null,
    ): array {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/placeholders',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
            ifMatch: $ifMatch,
        );
    }

    /**
     * List the form fields of a PDF document.
     *
     * Each place of a field, with page, box, kind, name, text, condition and look, as `PUT` takes them.
     * Hidden fields are left out.
     *
     * @param string $id Id of the document.
     * @param string|null $ifNoneMatch Null is answered if it still has this ETag.
     * @return DocumentsGetPdfFields|null
     *
     * `GET /api/documents/{id}/pdf_fields`
     */
    public function getPdfFields(string $id, string|null $ifNoneMatch = null): array|null
    {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/pdf_fields',
            ifNoneMatch: $ifNoneMatch,
        );
    }

    /**
     * Set the form fields of a PDF document.
     *
     * The template gets the fields that are listed and no others, as a new version: those with an `id` are
     * changed, others added, and what is not listed is removed. Members that are left out have their
     * defaults; scripts, borders, fonts and hidden fields stay. Members that fields of one name share are
     * those of the first.
     *
     * @param string $id Id of the document.
     * @param DocumentsUpdatePdfFieldsBody $body
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return DocumentsGetPdfFields
     *
     * `PUT /api/documents/{id}/pdf_fields`
     */
    public function updatePdfFields(string $id, array $body, string|null $ifMatch = null): array
    {
        return $this->call(
            'PUT',
            '/api/documents/' . self::part($id) . '/pdf_fields',
            body: $body,
            ifMatch: $ifMatch,
        );
    }

    /**
     * Try a delivery out.
     *
     * Makes a test merge and really sends its file through this one delivery, once, even when the delivery is
     * switched off. The answer has what the other side said; a failure of the other side is not a failure of
     * the request.
     *
     * @param string $id Id of the document.
     * @param string $delivery Id of the delivery.
     * @param DocumentsTestDeliveryBody $body
     * @return TestedDelivery
     *
     * `POST /api/documents/{id}/deliveries/{delivery}/test`
     */
    public function testDelivery(string $id, string $delivery, array $body = []): array
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/deliveries/' . self::part($delivery) . '/test',
            body: $body,
        );
    }
}
