<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\FoldersTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `folders`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type DocumentsCopyBody from SharedTypes
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type FoldersList from FoldersTypes
 */
class FoldersOperations extends Resource
{
    /**
     * List folders.
     *
     * Every folder by its whole path, in the order of the paths.
     *
     * @return list<FoldersList>
     *
     * `GET /api/folders`
     */
    public function list(): array
    {
        return $this->call('GET', '/api/folders');
    }

    /**
     * Make a folder.
     *
     * Missing folders above it are made. Saving a document into a folder makes it, too.
     *
     * @param DocumentsCopyBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return FoldersList
     *
     * `POST /api/folders`
     */
    public function create(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/folders',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * List the folders of documents.
     *
     * Folders that hold documents, directly or in a folder below.
     *
     * @return list<FoldersList>
     *
     * `GET /api/folders/documents`
     */
    public function listDocuments(): array
    {
        return $this->call('GET', '/api/folders/documents');
    }

    /**
     * Rename or move a folder.
     *
     * `name` is the whole new path. Everything in the folder and in those below moves with it.
     *
     * @param string $folder Id of the folder.
     * @param DocumentsCopyBody $body
     * @return FoldersList
     *
     * `PUT /api/folders/{folder}`
     */
    public function update(string $folder, array $body): array
    {
        return $this->call('PUT', '/api/folders/' . self::part($folder), body: $body);
    }

    /**
     * Delete a folder.
     *
     * An empty folder is deleted at once. When something is in it or below, `contents` says what becomes of
     * it: `move` puts documents and data routes into the folder above, `delete` deletes them. Folders below
     * are deleted in any case.
     *
     * @param string $folder Id of the folder.
     * @param 'move'|'delete'|null $contents What becomes of documents and data routes in the folder.
     * @return Done
     *
     * `DELETE /api/folders/{folder}`
     */
    public function delete(string $folder, string|null $contents = null): array
    {
        return $this->call(
            'DELETE',
            '/api/folders/' . self::part($folder),
            query: ['contents' => $contents],
        );
    }
}
