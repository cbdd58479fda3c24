<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\SamplesTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `samples`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type ListedSample from SamplesTypes
 * @phpstan-import-type Sample from SamplesTypes
 * @phpstan-import-type SamplesCreateBody from SamplesTypes
 * @phpstan-import-type SamplesUpdateBody from SamplesTypes
 */
class SamplesOperations extends Resource
{
    /**
     * List the samples of a document.
     *
     * Data kept with the document to try it with; the list leaves the data out.
     *
     * @param string $id Id of the document.
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'name'|'-name'|'created_at'|'-created_at'|null $order What the list is ordered by; a minus sign
     *     reverses the order. `name` when absent.
     * @return list<ListedSample>
     *
     * `GET /api/documents/{id}/samples`
     */
    public function list(
        string $id,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/samples',
            query: ['limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Keep data with a document.
     *
     * `data` are kept as they are sent; `run_id` takes those of a past run, as long as the run has them.
     *
     * @param string $id Id of the document.
     * @param SamplesCreateBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Sample
     *
     * `POST /api/documents/{id}/samples`
     */
    public function create(string $id, array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/samples',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Get a sample.
     *
     * The sample with its data. With `If-None-Match` only if it has changed.
     *
     * @param string $id Id of the document.
     * @param string $sample Id of the sample.
     * @param string|null $ifNoneMatch Null is answered if it still has this ETag.
     * @return Sample|null
     *
     * `GET /api/documents/{id}/samples/{sample}`
     */
    public function get(string $id, string $sample, string|null $ifNoneMatch = null): array|null
    {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/samples/' . self::part($sample),
            ifNoneMatch: $ifNoneMatch,
        );
    }

    /**
     * Change a sample.
     *
     * Only members that are sent change; `data` are replaced as a whole. With `If-Match` only if it has not
     * changed.
     *
     * @param string $id Id of the document.
     * @param string $sample Id of the sample.
     * @param SamplesUpdateBody $body
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Sample
     *
     * `PUT /api/documents/{id}/samples/{sample}`
     */
    public function update(
        string $id,
        string $sample,
        array $body = [],
        string|null $ifMatch = null,
    ): array
    {
        return $this->call(
            'PUT',
            '/api/documents/' . self::part($id) . '/samples/' . self::part($sample),
            body: $body,
            ifMatch: $ifMatch,
        );
    }

    /**
     * Delete a sample.
     *
     * It lies in the bin for 30 days; the document and its runs stay as they are. With `If-Match` only if it
     * has not changed.
     *
     * @param string $id Id of the document.
     * @param string $sample Id of the sample.
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Done
     *
     * `DELETE /api/documents/{id}/samples/{sample}`
     */
    public function delete(string $id, string $sample, string|null $ifMatch = null): array
    {
        return $this->call(
            'DELETE',
            '/api/documents/' . self::part($id) . '/samples/' . self::part($sample),
            ifMatch: $ifMatch,
        );
    }
}
