<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `samples`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type ListedSample array{
 *   // Identifier of the sample.
 *   id: string,
 *   // Name, unique in its document.
 *   name: string,
 *   // Length of the data as JSON, in characters.
 *   size: int,
 *   // When it was made.
 *   created_at: string,
 *   // When it was last changed.
 *   updated_at: string,
 * }
 *
 * @phpstan-type Sample array{
 *   // Identifier of the sample.
 *   id: string,
 *   // Name, unique in its document.
 *   name: string,
 *   // Length of the data as JSON, in characters.
 *   size: int,
 *   // When it was made.
 *   created_at: string,
 *   // When it was last changed.
 *   updated_at: string,
 *   // Merge data.
 *   data: array<string, mixed>,
 * }
 *
 * @phpstan-type SamplesCreateBody array{
 *   // Name, unique in its document.
 *   name: string,
 *   // Merge data.
 *   data?: array<string, mixed>,
 *   // The run whose data are taken, in place of `data`.
 *   run_id?: string,
 * }
 *
 * @phpstan-type SamplesUpdateBody array{
 *   // Another name.
 *   name?: string,
 *   // Other merge data.
 *   data?: array<string, mixed>,
 * }
 */
interface SamplesTypes
{
}
