<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\AnsweredFile;
use Docloom\Resource;
use Docloom\Types\FillInPagesTypes;

/**
 * Operations of `fill_in_pages`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type FillInAddress from FillInPagesTypes
 * @phpstan-import-type FillInPage from FillInPagesTypes
 * @phpstan-import-type FillInPagesPreviewDocumentFillInBody from FillInPagesTypes
 * @phpstan-import-type FillInPagesUpdateTurnstileBody from FillInPagesTypes
 * @phpstan-import-type Turnstile from FillInPagesTypes
 */
class FillInPagesOperations extends Resource
{
    /**
     * Get the address of a fill-in page.
     *
     * What the page asks and says is in `settings[fill_in]` of the document.
     *
     * @param string $id Id of the document.
     * @return FillInPage
     *
     * `GET /api/documents/{id}/fill_in`
     */
    public function getDocumentFillIn(string $id): array
    {
        return $this->call('GET', '/api/documents/' . self::part($id) . '/fill_in');
    }

    /**
     * Give a fill-in page another address.
     *
     * The old one leads nowhere from then on, and what is sent is counted anew.
     *
     * @param string $id Id of the document.
     * @return FillInAddress
     *
     * `POST /api/documents/{id}/fill_in/key`
     */
    public function keyDocumentFillIn(string $id): array
    {
        return $this->call('POST', '/api/documents/' . self::part($id) . '/fill_in/key');
    }

    /**
     * Preview a fill-in page.
     *
     * The page as it would be with these settings; nothing is saved, and what is written in it goes nowhere.
     *
     * @param string $id Id of the document.
     * @param FillInPagesPreviewDocumentFillInBody $body
     * @return AnsweredFile
     *
     * `POST /api/documents/{id}/fill_in/preview`
     */
    public function previewDocumentFillIn(string $id, array $body): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/fill_in/preview',
            body: $body,
        );
    }

    /**
     * Get the address of a data route's fill-in page.
     *
     * What the page asks and says is in `settings[fill_in]` of the data route.
     *
     * @param string $id Id of the data route.
     * @return FillInPage
     *
     * `GET /api/routes/{id}/fill_in`
     */
    public function getRouteFillIn(string $id): array
    {
        return $this->call('GET', '/api/routes/' . self::part($id) . '/fill_in');
    }

    /**
     * Give a data route's fill-in page another address.
     *
     * The old one leads nowhere from then on, and what is sent is counted anew.
     *
     * @param string $id Id of the data route.
     * @return FillInAddress
     *
     * `POST /api/routes/{id}/fill_in/key`
     */
    public function keyRouteFillIn(string $id): array
    {
        return $this->call('POST', '/api/routes/' . self::part($id) . '/fill_in/key');
    }

    /**
     * Preview a data route's fill-in page.
     *
     * The page as it would be with these settings; nothing is saved, and what is written in it goes nowhere.
     *
     * @param string $id Id of the data route.
     * @param FillInPagesPreviewDocumentFillInBody $body
     * @return AnsweredFile
     *
     * `POST /api/routes/{id}/fill_in/preview`
     */
    public function previewRouteFillIn(string $id, array $body): AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/fill_in/preview',
            body: $body,
        );
    }

    /**
     * Open a fill-in page.
     *
     * A page in html that works without scripts. Its query fills those fields that may be filled so, by their
     * names; `lang` asks for a language.
     *
     * @param string $id Id of the document or the data route.
     * @param string $key The page's own key.
     * @return AnsweredFile
     *
     * `GET /form/{id}/{key}`
     */
    public function getForm(string $id, string $key): AnsweredFile
    {
        return $this->call(
            'GET',
            '/form/' . self::part($id) . '/' . self::part($key),
            isOpen: true,
        );
    }

    /**
     * Send a fill-in page.
     *
     * Takes the fields that the page asks for, and nothing else. They are merged as data, with the deliveries
     * of the document or the data route.
     *
     * @param string $id Id of the document or the data route.
     * @param string $key The page's own key.
     * @param array<string, mixed> $body
     * @return AnsweredFile
     *
     * `POST /form/{id}/{key}`
     */
    public function createForm(string $id, string $key, array $body = []): AnsweredFile
    {
        return $this->call(
            'POST',
            '/form/' . self::part($id) . '/' . self::part($key),
            body: $body,
            isOpen: true,
        );
    }

    /**
     * Get the Turnstile keys.
     *
     * With keys, fill-in pages of the workspace have Cloudflare Turnstile tell people from programs.
     *
     * @return Turnstile
     *
     * `GET /api/turnstile`
     */
    public function getTurnstile(): array
    {
        return $this->call('GET', '/api/turnstile');
    }

    /**
     * Set the Turnstile keys.
     *
     * From then on all fill-in pages of the workspace show the widget, and take no answer without it. Saved
     * only if Turnstile knows the secret, which is tried first.
     *
     * @param FillInPagesUpdateTurnstileBody $body
     * @return Turnstile
     *
     * `PUT /api/turnstile`
     */
    public function updateTurnstile(array $body): array
    {
        return $this->call('PUT', '/api/turnstile', body: $body);
    }

    /**
     * Remove the Turnstile keys.
     *
     * Fill-in pages of the workspace ask nobody again who sends them.
     *
     * @return Turnstile
     *
     * `DELETE /api/turnstile`
     */
    public function deleteTurnstile(): array
    {
        return $this->call('DELETE', '/api/turnstile');
    }
}
