<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\AnsweredFile;
use Docloom\Resource;
use Docloom\Types\AuditTypes;

/**
 * Operations of `audit`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type AuditEntry from AuditTypes
 * @phpstan-import-type AuditRefusals from AuditTypes
 * @phpstan-import-type AuditReport from AuditTypes
 */
class AuditOperations extends Resource
{
    /**
     * List what was done, newest first.
     *
     * Who changed what, when, by which request, with values before and after. Reading the log is an entry of
     * it, too.
     *
     * @param string|null $actor Id of a key or person.
     * @param string|null $action An action such as `document.updated`, or the part before the dot for all of
     *     its kind.
     * @param string|null $resource Type and id of what was done to, such as `document/12`, or the type alone.
     * @param string|null $from Not before this time.
     * @param string|null $to Not after this time.
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'seq'|'-seq'|null $order What the list is ordered by; a minus sign reverses the order. `-seq`
     *     when absent.
     * @return list<AuditEntry>
     *
     * `GET /api/audit`
     */
    public function list(
        string|null $actor = null,
        string|null $action = null,
        string|null $resource = null,
        string|null $from = null,
        string|null $to = null,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/audit',
            query: ['actor' => $actor, 'action' => $action, 'resource' => $resource, 'from' => $from, 'to' => $to, 'limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Prove that the log is whole.
     *
     * Follows the hashes from entry to entry and compares them with the signed heads that are kept outside of
     * the database, and with those in `heads`. One request follows 20000 entries, or as many as have 500 kept
     * heads; `next` says where the next one goes on.
     *
     * @param string|null $heads Heads that you kept, `SEQ:HASH`, separated by commas.
     * @param int|null $after Begin after this entry.
     * @return AuditReport
     *
     * `GET /api/audit/verify`
     */
    public function verify(string|null $heads = null, int|null $after = null): array
    {
        return $this->call(
            'GET',
            '/api/audit/verify',
            query: ['heads' => $heads, 'after' => $after],
        );
    }

    /**
     * Export the log.
     *
     * Oldest first. `ndjson`: a line for each entry as it is hashed, with its hash and the actor's name, and
     * lines with the signed newest heads at its end; `docloom audit verify` proves such a file if it was made
     * without filters. `csv`: for people; no cell is a formula.
     *
     * @param 'ndjson'|'csv'|null $format Kind of file.
     * @param string|null $actor Id of a key or person.
     * @param string|null $action An action such as `document.updated`, or the part before the dot for all of
     *     its kind.
     * @param string|null $resource Type and id of what was done to, such as `document/12`, or the type alone.
     * @param string|null $from Not before this time.
     * @param string|null $to Not after this time.
     * @return AnsweredFile
     *
     * `GET /api/audit/export`
     */
    public function export(
        string|null $format = null,
        string|null $actor = null,
        string|null $action = null,
        string|null $resource = null,
        string|null $from = null,
        string|null $to = null,
    ): AnsweredFile {
        return $this->call(
            'GET',
            '/api/audit/export',
            query: ['format' => $format, 'actor' => $actor, 'action' => $action, 'resource' => $resource, 'from' => $from, 'to' => $to],
        );
    }

    /**
     * List refused credentials by the minute.
     *
     * Requests that named a key of the workspace and were refused, newest first, counted by minute and
     * network. They are no entries of the log, so that strangers cannot fill it, and are kept for 90 days.
     *
     * @param string|null $from Not before this time; the last 30 days when absent.
     * @return list<AuditRefusals>
     *
     * `GET /api/audit/refusals`
     */
    public function listRefusals(string|null $from = null): array
    {
        return $this->call('GET', '/api/audit/refusals', query: ['from' => $from]);
    }
}
