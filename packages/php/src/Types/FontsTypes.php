<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `fonts`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type Font array{
 *   // The font's id.
 *   id: string,
 *   // The family that documents name.
 *   family: string,
 *   // What Office calls it, where that differs, such as `House Sans Light`; empty otherwise.
 *   style_family: string,
 *   // 1 to 1000; 400 is regular, 700 bold.
 *   weight: int,
 *   // 1 for an italic style.
 *   italic: 0|1,
 *   // What it was sent as: ttf, otf, woff or woff2.
 *   format: string,
 *   // Bytes that are kept.
 *   size: int,
 *   // When it was sent.
 *   created_at: string,
 * }
 *
 * @phpstan-type FontsCreateBody array{
 *   // The font, at most 12 MiB unpacked.
 *   file: string|\Docloom\LocalFile|\SplFileInfo|resource,
 *   // Another name for its family; the font's own when absent.
 *   family?: string,
 * }
 */
interface FontsTypes
{
}
