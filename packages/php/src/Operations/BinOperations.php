<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\BinTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `bin`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type BinItem from BinTypes
 * @phpstan-import-type BinRestore from BinTypes
 * @phpstan-import-type BinRestoreBody from BinTypes
 * @phpstan-import-type Done from SharedTypes
 */
class BinOperations extends Resource
{
    /**
     * List what was deleted and can come back.
     *
     * Documents with their versions, samples and deliveries, data routes, fonts and signing identities lie in
     * the bin for 30 days, the newest first. You see what you may bring back; what lay in a folder that was
     * deleted, too, is for owners. Addresses of what is in the bin answer as if it were gone.
     *
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @return list<BinItem>
     *
     * `GET /api/bin`
     */
    public function list(int|null $limit = null, string|null $cursor = null): array
    {
        return $this->call(
            'GET',
            '/api/bin',
            query: ['limit' => $limit, 'cursor' => $cursor],
        );
    }

    /**
     * Bring something back from the bin.
     *
     * It is as it was before it was deleted: a document or data route with its address, its versions,
     * samples, deliveries and rules, in its folder, which is made again if it is gone. A sample or a delivery
     * needs its document or data route.
     *
     * @param string $kind What it is.
     * @param string $item Its id.
     * @param BinRestoreBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return BinRestore
     *
     * `POST /api/bin/{kind}/{item}/restore`
     */
    public function restore(
        string $kind,
        string $item,
        array $body = [],
        string|null $idempotencyKey = null,
    ): array {
        return $this->call(
            'POST',
            '/api/bin/' . self::part($kind) . '/' . self::part($item) . '/restore',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Remove something for good.
     *
     * Before its 30 days are over. Nothing brings it back; the files of a document follow within two days.
     * What was merged with it stays: purge its runs before to remove that.
     *
     * @param string $kind What it is.
     * @param string $item Its id.
     * @return Done
     *
     * `DELETE /api/bin/{kind}/{item}`
     */
    public function delete(string $kind, string $item): array
    {
        return $this->call(
            'DELETE',
            '/api/bin/' . self::part($kind) . '/' . self::part($item),
        );
    }
}
