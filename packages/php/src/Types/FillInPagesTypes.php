<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `fill_in_pages`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type ToolsMergeBodySettingsFillIn from SharedTypes
 *
 * @phpstan-type FillInAddress array{
 *   // Where the page is; empty if it has never been on.
 *   url: string,
 *   // The line of html that shows it within another page.
 *   embed: string,
 *   // How often it was sent at this address.
 *   sent: int,
 * }
 *
 * @phpstan-type FillInPage array{
 *   // Where the page is; empty if it has never been on.
 *   url: string,
 *   // The line of html that shows it within another page.
 *   embed: string,
 *   // How often it was sent at this address.
 *   sent: int,
 *   // The fields of the template, or of the documents of a data route and of its conditions, as the page
 *   // asks for them when `settings[fill_in][fields]` is absent.
 *   fields: list<FillInPageField>,
 * }
 *
 * @phpstan-type FillInPageField array{
 *   // The member of the merge data.
 *   name: string,
 *   // What is asked for.
 *   kind: 'text'|'long_text'|'email'|'number'|'amount'|'date'|'choice'|'yes_no'|'rows'|'picture'|'file'|'signature',
 * }
 *
 * @phpstan-type FillInPagesPreviewDocumentFillInBody array{
 *   // As in `settings[fill_in]`.
 *   fill_in: ToolsMergeBodySettingsFillIn,
 * }
 *
 * @phpstan-type FillInPagesUpdateTurnstileBody array{
 *   // The widget's site key.
 *   site_key: string,
 *   // Its secret key, kept encrypted; left out or as it was shown: the one that is kept.
 *   secret?: string,
 * }
 *
 * @phpstan-type Turnstile array{
 *   // The key that pages show; empty: they ask nobody.
 *   site_key: string,
 *   // Eight stars if there is one; it is never shown.
 *   secret: string,
 * }
 */
interface FillInPagesTypes
{
}
