<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\FontsTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `fonts`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type Font from FontsTypes
 * @phpstan-import-type FontsCreateBody from FontsTypes
 */
class FontsOperations extends Resource
{
    /**
     * List fonts.
     *
     * The workspace's own fonts, by family, weight and style.
     *
     * @return list<Font>
     *
     * `GET /api/fonts`
     */
    public function list(): array
    {
        return $this->call('GET', '/api/fonts');
    }

    /**
     * Add a font.
     *
     * A TTF, OTF, WOFF or WOFF2 file, which html, Office and PDF documents of the workspace are drawn with
     * wherever they name its family. It takes the place of the font of the same family, weight and style.
     * Fonts whose licence bits (OS/2 fsType) keep documents from carrying a part of them are refused. Up to
     * 100 fonts.
     *
     * @param FontsCreateBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Font
     *
     * `POST /api/fonts`
     */
    public function create(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/fonts',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Delete a font.
     *
     * Documents that name it are drawn with a font of the service from then on. It lies in the bin for 30
     * days.
     *
     * @param string $font The font's id.
     * @return Done
     *
     * `DELETE /api/fonts/{font}`
     */
    public function delete(string $font): array
    {
        return $this->call('DELETE', '/api/fonts/' . self::part($font));
    }
}
