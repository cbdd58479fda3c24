<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\AnsweredFile;
use Docloom\Resource;
use Docloom\Types\ServiceTypes;

/**
 * Operations of `service`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Mail from ServiceTypes
 * @phpstan-import-type ServiceGetHealth from ServiceTypes
 * @phpstan-import-type ServiceGetHealthReady from ServiceTypes
 * @phpstan-import-type ServiceGetOpenapiJson from ServiceTypes
 * @phpstan-import-type ServiceGetReceiptKeys from ServiceTypes
 */
class ServiceOperations extends Resource
{
    /**
     * Whether the service is up.
     *
     * For load balancers and the like. It answers without looking at stores or the browser.
     *
     * @return ServiceGetHealth
     *
     * `GET /api/health`
     */
    public function getHealth(): array
    {
        return $this->call('GET', '/api/health', isOpen: true);
    }

    /**
     * Whether the service can do its work.
     *
     * Asks the database and the file store, unlike `/api/health`, which says only that something answers.
     * While they are not there, or have no room, it is 503.
     *
     * @return ServiceGetHealthReady
     *
     * `GET /api/health/ready`
     */
    public function getHealthReady(): array
    {
        return $this->call('GET', '/api/health/ready', isOpen: true);
    }

    /**
     * The keys that sign receipts.
     *
     * A JWK Set (RFC 7517) of the public keys of this deployment, the present one first.
     *
     * @return ServiceGetReceiptKeys
     *
     * `GET /.well-known/docloom-receipts.json`
     */
    public function getReceiptKeys(): array
    {
        return $this->call('GET', '/.well-known/docloom-receipts.json', isOpen: true);
    }

    /**
     * Mails of a local service.
     *
     * Only where LOCAL_MAILBOX=1 is set, as under npm start: mails of the workspace are shown here instead of
     * being sent. It is there only under the service's own names.
     *
     * @return AnsweredFile
     *
     * `GET /local/mailbox`
     */
    public function getLocalMailbox(): AnsweredFile
    {
        return $this->call('GET', '/local/mailbox');
    }

    /**
     * List the mails that were not sent.
     *
     * Only where LOCAL_MAILBOX=1 is set, as under npm start: mails are kept to be looked at instead of being
     * sent.
     *
     * @param string|null $documentId Only mails of this document's runs.
     * @param string|null $runId Only mails of this run.
     * @param bool|null $test 1: only mails of test merges, 0: only others.
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'id'|'-id'|null $order What the list is ordered by; a minus sign reverses the order. `-id` when
     *     absent.
     * @return list<Mail>
     *
     * `GET /api/mailbox`
     */
    public function listMailbox(
        string|null $documentId = null,
        string|null $runId = null,
        bool|null $test = null,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/mailbox',
            query: ['document_id' => $documentId, 'run_id' => $runId, 'test' => $test, 'limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Get the html of a mail that was not sent.
     *
     * The body as a page that may do nothing: no scripts, no forms, nothing from elsewhere.
     *
     * @param string $mail Id of the mail.
     * @return AnsweredFile
     *
     * `GET /api/mailbox/{mail}/html`
     */
    public function getMailboxHtml(string $mail): AnsweredFile
    {
        return $this->call('GET', '/api/mailbox/' . self::part($mail) . '/html');
    }

    /**
     * Get this reference as an OpenAPI 3.1 document.
     *
     * The page at `/docs` shows the same. Its server is the address of this service, so that clients made
     * from it work at once.
     *
     * @return ServiceGetOpenapiJson
     *
     * `GET /api/openapi.json`
     */
    public function getOpenapiJson(): array
    {
        return $this->call('GET', '/api/openapi.json', isOpen: true);
    }
}
