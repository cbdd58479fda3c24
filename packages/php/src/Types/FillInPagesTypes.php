<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `fill_in_pages`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type FillInAddress array{
 *   // Where the page is; empty if it has never been on.
 *   url: string,
 *   // The line of html that shows it within another page.
 *   embed: string,
 *   // How often it was sent at this address.
 *   sent: int,
 * }
 */
interface FillInPagesTypes
{
}
