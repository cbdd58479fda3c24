<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `folders`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type FoldersList array{
 *   // Identifier of the folder.
 *   id: string,
 *   // Its whole path.
 *   name: string,
 *   // What it holds: `route` where it has data routes only.
 *   type: 'document'|'route',
 *   // When it was made (UTC).
 *   date: string,
 * }
 */
interface FoldersTypes
{
}
