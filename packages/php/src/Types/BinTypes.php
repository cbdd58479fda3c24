<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `bin`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type BinItemDeletedBy from SharedTypes
 *
 * @phpstan-type BinItem array{
 *   // What it is.
 *   type: 'document'|'route'|'sample'|'delivery'|'font'|'identity',
 *   // The id that it had, and has again.
 *   id: string,
 *   // Its name.
 *   name: string,
 *   // The folder that it comes back to; empty for none.
 *   folder: string,
 *   // The document that a sample or a delivery belongs to.
 *   document_id: string|null,
 *   // The data route that a delivery belongs to.
 *   route_id: string|null,
 *   // When it was deleted.
 *   deleted_at: string,
 *   // Who deleted it; null if the log does not say.
 *   deleted_by: BinItemDeletedBy|null,
 *   // When it is removed for good.
 *   expires_at: string,
 * }
 *
 * @phpstan-type BinRestore array{
 *   // What it is.
 *   type: 'document'|'route'|'sample'|'delivery'|'font'|'identity',
 *   // The id that it had, and has again.
 *   id: string,
 *   // Its name.
 *   name: string,
 *   // The folder that it comes back to; empty for none.
 *   folder: string,
 *   // Always 1.
 *   success: 1,
 * }
 *
 * @phpstan-type BinRestoreBody array{
 *   // Another name, for a sample or a signing identity whose name was taken meanwhile.
 *   name?: string,
 * }
 */
interface BinTypes
{
}
