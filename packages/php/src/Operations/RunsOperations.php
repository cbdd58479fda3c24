<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\AnsweredFile;
use Docloom\Resource;
use Docloom\Types\RunsTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `runs`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type ListedAttempt from RunsTypes
 * @phpstan-import-type ListedRun from RunsTypes
 * @phpstan-import-type PageSize from RunsTypes
 * @phpstan-import-type Receipt from RunsTypes
 * @phpstan-import-type Run from RunsTypes
 * @phpstan-import-type RunDelivery from RunsTypes
 * @phpstan-import-type RunsCancel from RunsTypes
 * @phpstan-import-type RunsReplay from RunsTypes
 * @phpstan-import-type RunsRetryDelivery from RunsTypes
 */
class RunsOperations extends Resource
{
    /**
     * List runs, newest first.
     *
     * Runs by any of their facts; filters are combined. Ids of runs sort by the time of their acceptance. Old
     * runs without data are in day files, some 15,000 of which a page looks through: with filters it may have
     * fewer rows than asked for, or none, and a Link header that goes on. `since` and `until` spare that.
     *
     * @param string|null $documentId Only runs of this document.
     * @param string|null $routeId Only runs of this data route.
     * @param string|null $parentId Only parts and repetitions of this run.
     * @param 'accepted'|'running'|'done'|'failed'|null $status Only runs with this status.
     * @param 'merge'|'api'|'route'|'batch'|'session'|'replay'|'tool'|'fill_in'|null $source Only runs that
     *     came in this way.
     * @param bool|null $test 1: only test merges, 0: only others.
     * @param string|null $requestId Only runs of the request with this `X-Request-Id`.
     * @param string|null $code Only runs that failed with this code.
     * @param string|null $since Only runs accepted at this time or later.
     * @param string|null $until Only runs accepted before this time.
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'id'|'-id'|null $order What the list is ordered by; a minus sign reverses the order. `-id` when
     *     absent.
     * @return list<ListedRun>
     *
     * `GET /api/runs`
     */
    public function list(
        string|null $documentId = null,
        string|null $routeId = null,
        string|null $parentId = null,
        string|null $status = null,
        string|null $source = null,
        bool|null $test = null,
        string|null $requestId = null,
        string|null $code = null,
        string|null $since = null,
        string|null $until = null,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/runs',
            query: ['document_id' => $documentId, 'route_id' => $routeId, 'parent_id' => $parentId, 'status' => $status, 'source' => $source, 'test' => $test, 'request_id' => $requestId, 'code' => $code, 'since' => $since, 'until' => $until, 'limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Watch runs live.
     *
     * Server-sent events: `event: run` with a run as in the list, whenever one is accepted or changes its
     * status. Takes the filters of the list. `Last-Event-ID` continues where an earlier stream ended; the
     * stream ends after five minutes, and when the key is revoked or the session ends.
     *
     * @param string|null $documentId Only runs of this document.
     * @param string|null $routeId Only runs of this data route.
     * @param string|null $parentId Only parts and repetitions of this run.
     * @param 'accepted'|'running'|'done'|'failed'|null $status Only runs with this status.
     * @param 'merge'|'api'|'route'|'batch'|'session'|'replay'|'tool'|'fill_in'|null $source Only runs that
     *     came in this way.
     * @param bool|null $test 1: only test merges, 0: only others.
     * @param string|null $requestId Only runs of the request with this `X-Request-Id`.
     * @param string|null $code Only runs that failed with this code.
     * @param string|null $since Only runs accepted at this time or later.
     * @param string|null $until Only runs accepted before this time.
     * @return AnsweredFile
     *
     * `GET /api/runs/stream`
     */
    public function getStream(
        string|null $documentId = null,
        string|null $routeId = null,
        string|null $parentId = null,
        string|null $status = null,
        string|null $source = null,
        bool|null $test = null,
        string|null $requestId = null,
        string|null $code = null,
        string|null $since = null,
        string|null $until = null,
    ): AnsweredFile {
        return $this->call(
            'GET',
            '/api/runs/stream',
            query: ['document_id' => $documentId, 'route_id' => $routeId, 'parent_id' => $parentId, 'status' => $status, 'source' => $source, 'test' => $test, 'request_id' => $requestId, 'code' => $code, 'since' => $since, 'until' => $until],
        );
    }

    /**
     * Get a run.
     *
     * Status, timings, fields, files with links that last an hour, and every delivery with its tries.
     *
     * @param string $id Id of the run.
     * @return Run
     *
     * `GET /api/runs/{id}`
     */
    public function get(string $id): array
    {
        return $this->call('GET', '/api/runs/' . self::part($id));
    }

    /**
     * Get a signed receipt of a run.
     *
     * Digests of template, data and files, and what became of the deliveries, signed by the deployment. It is
     * available as long as the run is in the list, even when data and files are gone.
     *
     * @param string $id Id of the run.
     * @return Receipt
     *
     * `GET /api/runs/{id}/receipt`
     */
    public function getReceipt(string $id): array
    {
        return $this->call('GET', '/api/runs/' . self::part($id) . '/receipt');
    }

    /**
     * Get the merge data of a run.
     *
     * The data as they came, as long as the run's retention keeps them; of a file tool without passwords and
     * private keys.
     *
     * @param string $id Id of the run.
     * @return mixed
     *
     * `GET /api/runs/{id}/data`
     */
    public function getData(string $id): mixed
    {
        return $this->call('GET', '/api/runs/' . self::part($id) . '/data');
    }

    /**
     * Get a file of a run.
     *
     * The merged file, as long as the run's retention keeps it.
     *
     * @param string $id Id of the run.
     * @param string $position Which of the run's files, counted from 0 as `files` of the run lists them.
     * @return AnsweredFile
     *
     * `GET /api/runs/{id}/files/{position}`
     */
    public function getFile(string $id, string $position): AnsweredFile
    {
        return $this->call(
            'GET',
            '/api/runs/' . self::part($id) . '/files/' . self::part($position),
        );
    }

    /**
     * List the pages of a run's PDF.
     *
     * The pages of a merged PDF with their sizes, to be looked at one by one.
     *
     * @param string $id Id of the run.
     * @param string $position Which of the run's files, counted from 0 as `files` of the run lists them.
     * @return list<PageSize>
     *
     * `GET /api/runs/{id}/files/{position}/pages`
     */
    public function listFilePages(string $id, string $position): array
    {
        return $this->call(
            'GET',
            '/api/runs/' . self::part($id) . '/files/' . self::part($position) . '/pages',
        );
    }

    /**
     * Get a picture of a page of a run's PDF.
     *
     * A PNG, or a JPEG where that is much smaller, as the page looks on a screen.
     *
     * @param string $id Id of the run.
     * @param string $position Which of the run's files, counted from 0 as `files` of the run lists them.
     * @param string $page Page, counted from 1.
     * @param int|null $width Width of the picture in pixels, at most 2400; 800 when absent.
     * @return AnsweredFile
     *
     * `GET /api/runs/{id}/files/{position}/pages/{page}`
     */
    public function getFilePage(
        string $id,
        string $position,
        string $page,
        int|null $width = null,
    ): AnsweredFile
    {
        return $this->call(
            'GET',
            '/api/runs/' . self::part($id) . '/files/' . self::part($position) . '/pages/' . self::part($page),
            query: ['width' => $width],
        );
    }

    /**
     * Merge the data of a run again.
     *
     * A new run with the same data, the same template version and the deliveries of today.
     *
     * @param string $id Id of the run.
     * @param bool|null $failed 1: of a batch only the records that failed, as a batch of their own.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return RunsReplay
     *
     * `POST /api/runs/{id}/replay`
     */
    public function replay(
        string $id,
        bool|null $failed = null,
        string|null $idempotencyKey = null,
    ): array
    {
        return $this->call(
            'POST',
            '/api/runs/' . self::part($id) . '/replay',
            query: ['failed' => $failed],
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Cancel a run that is not finished.
     *
     * The run ends as failed, with the code `run_cancelled`. Records of a batch that are done stay, with
     * their files and deliveries; no others are begun.
     *
     * @param string $id Id of the run.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return RunsCancel
     *
     * `POST /api/runs/{id}/cancel`
     */
    public function cancel(string $id, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/runs/' . self::part($id) . '/cancel',
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Pause a batch.
     *
     * No further record is begun until it is resumed; those that are being merged are finished.
     *
     * @param string $id Id of the run.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Done
     *
     * `POST /api/runs/{id}/pause`
     */
    public function pause(string $id, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/runs/' . self::part($id) . '/pause',
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Go on with a batch that is paused.
     *
     * Records that were merged before are not merged again.
     *
     * @param string $id Id of the run.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Done
     *
     * `POST /api/runs/{id}/resume`
     */
    public function resume(string $id, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/runs/' . self::part($id) . '/resume',
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Get the records of a batch that failed as an Excel workbook.
     *
     * Under the headings that the list came with; the last column says why each failed. Corrected, it can be
     * sent as a batch: that column is left out.
     *
     * @param string $id Id of the run.
     * @return AnsweredFile
     *
     * `GET /api/runs/{id}/failed_rows`
     */
    public function getFailedRows(string $id): AnsweredFile
    {
        return $this->call('GET', '/api/runs/' . self::part($id) . '/failed_rows');
    }

    /**
     * Remove the data and files of a run now.
     *
     * The run stays in the list, as history. The documents of a data route and the records of a batch go with
     * it. Deliveries that are still open are given up.
     *
     * @param string $id Id of the run.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return RunsCancel
     *
     * `POST /api/runs/{id}/purge`
     */
    public function purge(string $id, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/runs/' . self::part($id) . '/purge',
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Remove the data and files of all runs of a document now.
     *
     * Runs that are done or failed stay in the list, as history; others are left alone.
     *
     * @param string $id Id of the document.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return RunsCancel
     *
     * `POST /api/documents/{id}/purge`
     */
    public function purgeDocument(string $id, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/purge',
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Remove the data and files of all runs of a data route now.
     *
     * Runs that are done or failed stay in the list, as history; others are left alone.
     *
     * @param string $id Id of the data route.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return RunsCancel
     *
     * `POST /api/routes/{id}/purge`
     */
    public function purgeRoute(string $id, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/purge',
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * List deliveries of runs, newest first.
     *
     * Each is one delivery of one run; filters are combined. `status=dead` lists what was given up, to be
     * looked at and retried. `last_response` says what came of the last try; all tries are at `GET
     * /api/deliveries/<id>`. Pages of old ones may be short, as those of runs.
     *
     * @param 'pending'|'sending'|'done'|'partial'|'dead'|'held'|null $status Only deliveries with this
     *     status.
     * @param 'email'|'webhook'|'s3'|'route'|'webdav'|'azure_blob'|'dropbox'|'google_drive'|'sharepoint'|'alert'|null $type
     *     Only deliveries of this kind.
     * @param string|null $documentId Only deliveries of this document's runs.
     * @param string|null $routeId Only deliveries of this data route's runs.
     * @param string|null $runId Only deliveries of this run.
     * @param string|null $deliveryId Only what this delivery of a document or data route led to.
     * @param string|null $target Only deliveries to this host.
     * @param bool|null $test 1: only deliveries of test merges, 0: only others.
     * @param string|null $since Only what began at this time or later.
     * @param string|null $until Only what began before this time.
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'id'|'-id'|null $order What the list is ordered by; a minus sign reverses the order. `-id` when
     *     absent.
     * @return list<RunDelivery>
     *
     * `GET /api/deliveries`
     */
    public function listDeliveries(
        string|null $status = null,
        string|null $type = null,
        string|null $documentId = null,
        string|null $routeId = null,
        string|null $runId = null,
        string|null $deliveryId = null,
        string|null $target = null,
        bool|null $test = null,
        string|null $since = null,
        string|null $until = null,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/deliveries',
            query: ['status' => $status, 'type' => $type, 'document_id' => $documentId, 'route_id' => $routeId, 'run_id' => $runId, 'delivery_id' => $deliveryId, 'target' => $target, 'test' => $test, 'since' => $since, 'until' => $until, 'limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Get a delivery of a run.
     *
     * `attempt` is the id of the run's delivery or of one of its tries. The answer has all tries with what
     * the other side said.
     *
     * @param string $attempt Id of the delivery or of one of its tries.
     * @return RunDelivery
     *
     * `GET /api/deliveries/{attempt}`
     */
    public function getDelivery(string $attempt): array
    {
        return $this->call('GET', '/api/deliveries/' . self::part($attempt));
    }

    /**
     * Try a delivery of a run again, at once.
     *
     * `attempt` is the id of an attempt or of the run's delivery, as `GET /api/runs/<id>` shows them.
     *
     * @param string $attempt Id of the delivery or of one of its tries.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return RunsRetryDelivery
     *
     * `POST /api/deliveries/{attempt}/retry`
     */
    public function retryDelivery(string $attempt, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/deliveries/' . self::part($attempt) . '/retry',
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * List delivery attempts, newest first.
     *
     * Each is one try with the answer of the other side; filters are combined. Pages of old ones may be
     * short, as those of runs.
     *
     * @param string|null $delivery Only tries of this delivery of a run.
     * @param string|null $runId Only tries for this run.
     * @param bool|null $ok 1: only tries that succeeded, 0: only those that failed.
     * @param string|null $since Only what began at this time or later.
     * @param string|null $until Only what began before this time.
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'id'|'-id'|null $order What the list is ordered by; a minus sign reverses the order. `-id` when
     *     absent.
     * @return list<ListedAttempt>
     *
     * `GET /api/attempts`
     */
    public function listAttempts(
        string|null $delivery = null,
        string|null $runId = null,
        bool|null $ok = null,
        string|null $since = null,
        string|null $until = null,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/attempts',
            query: ['delivery' => $delivery, 'run_id' => $runId, 'ok' => $ok, 'since' => $since, 'until' => $until, 'limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }
}
