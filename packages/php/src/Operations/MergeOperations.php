<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\AnsweredFile;
use Docloom\LocalFile;
use Docloom\Resource;
use Docloom\Types\MergeTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `merge`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type BatchAccepted from MergeTypes
 * @phpstan-import-type Field from SharedTypes
 * @phpstan-import-type MailPreview from MergeTypes
 * @phpstan-import-type MergeAccepted from SharedTypes
 * @phpstan-import-type MergeExplanation from SharedTypes
 * @phpstan-import-type MergeOpenFileBody from MergeTypes
 * @phpstan-import-type MergePreview from MergeTypes
 * @phpstan-import-type MergePreviewDocumentBody from MergeTypes
 * @phpstan-import-type MergePreviewMailBody from MergeTypes
 * @phpstan-import-type MergeReadDocumentList from MergeTypes
 * @phpstan-import-type RecordsToMerge from MergeTypes
 * @phpstan-import-type RouteExplanation from MergeTypes
 * @phpstan-import-type RouteMergeAccepted from MergeTypes
 */
class MergeOperations extends Resource
{
    /**
     * See what a merge would make.
     *
     * A test merge as PDF that leaves nothing behind: no run, no file, no delivery. Whatever is sent takes
     * the place of what the document has, so that a template can be seen while it is written. `explain=1`
     * returns the file with what was found and missing.
     *
     * @param string $id Id of the document.
     * @param MergePreviewDocumentBody $body
     * @param bool|null $explain 1: the answer is JSON with the file in it.
     * @return MergePreview|AnsweredFile
     *
     * `POST /api/documents/{id}/preview`
     */
    public function previewDocument(
        string $id,
        array $body = [],
        bool|null $explain = null,
    ): array|AnsweredFile
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/preview',
            query: ['explain' => $explain],
            body: $body,
        );
    }

    /**
     * See what a mail would look like.
     *
     * Merges the settings of an e-mail delivery with data. Nothing is stored or sent, and the attached files
     * are only named. What would keep the mail from leaving is in `problem`.
     *
     * @param MergePreviewMailBody $body
     * @return MailPreview
     *
     * `POST /api/preview_mail`
     */
    public function previewMail(array $body): array
    {
        return $this->call('POST', '/api/preview_mail', body: $body);
    }

    /**
     * Merge a document.
     *
     * Fills the document with the data of the body. No credentials are needed: anyone who knows the address
     * may merge. `explain=1` tells what the merge would do (with credentials, or when `settings[explain]` is
     * on).
     *
     * @param string $id Id of the document or data route.
     * @param string $key Its key.
     * @param array<string, mixed> $body
     * @param bool|null $test 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
     *     not sent.
     * @param bool|null $download 1: the answer is the merged file. Otherwise the merge is done after the
     *     answer.
     * @param bool|null $explain 1: the answer says what the merge would do, without doing it.
     * @param bool|null $flatten 1: the fields of a filled PDF form become plain content; 0: they stay,
     *     whatever the settings say.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return MergeExplanation|MergeAccepted|AnsweredFile
     *
     * `POST /merge/{id}/{key}`
     */
    public function atDocumentAddress(
        string $id,
        string $key,
        array $body = [],
        bool|null $test = null,
        bool|null $download = null,
        bool|null $explain = null,
        bool|null $flatten = null,
        string|null $idempotencyKey = null,
    ): array|AnsweredFile {
        return $this->call(
            'POST',
            '/merge/' . self::part($id) . '/' . self::part($key),
            query: ['test' => $test, 'download' => $download, 'explain' => $explain, 'flatten' => $flatten],
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
            isOpen: true,
        );
    }

    /**
     * Merge a document with data from the query.
     *
     * For links: `?_use_get=1&Field=value`. Without `_use_get=1` nothing is merged; a browser is told what
     * the address is, with a link to the fill-in page, if there is one.
     *
     * @param string $id Id of the document or data route.
     * @param string $key Its key.
     * @param bool|null $useGet 1: the other members of the query are merge data.
     * @param bool|null $test 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
     *     not sent.
     * @param bool|null $download 1: the answer is the merged file. Otherwise the merge is done after the
     *     answer.
     * @param bool|null $flatten 1: the fields of a filled PDF form become plain content; 0: they stay,
     *     whatever the settings say.
     * @return AnsweredFile|MergeAccepted
     *
     * `GET /merge/{id}/{key}`
     */
    public function getDocumentAddress(
        string $id,
        string $key,
        bool|null $useGet = null,
        bool|null $test = null,
        bool|null $download = null,
        bool|null $flatten = null,
    ): AnsweredFile|array {
        return $this->call(
            'GET',
            '/merge/' . self::part($id) . '/' . self::part($key),
            query: ['_use_get' => $useGet, 'test' => $test, 'download' => $download, 'flatten' => $flatten],
            isOpen: true,
        );
    }

    /**
     * Merge a document with credentials instead of its key.
     *
     * `download=1` returns the file, `download=url` `{success, name, url}` with a link that expires.
     *
     * @param string $id Id of the document.
     * @param array<string, mixed> $body
     * @param bool|null $test 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
     *     not sent.
     * @param bool|null $explain 1: the answer says what the merge would do, without doing it.
     * @param bool|null $flatten 1: the fields of a filled PDF form become plain content; 0: they stay,
     *     whatever the settings say.
     * @param 'url'|bool|null $download 1: the answer is the merged file; `url`: a link to it that expires.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return MergeExplanation|MergeAccepted|AnsweredFile
     *
     * `POST /api/documents/{id}/merge`
     */
    public function document(
        string $id,
        array $body = [],
        bool|null $test = null,
        bool|null $explain = null,
        bool|null $flatten = null,
        string|bool|null $download = null,
        string|null $idempotencyKey = null,
    ): array|AnsweredFile {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/merge',
            query: ['test' => $test, 'explain' => $explain, 'flatten' => $flatten, 'download' => $download],
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Merge a document with many records.
     *
     * The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names in the
     * first line), an Excel workbook (.xlsx), or a form with such a list as `file`; a JSON object may have
     * `rows`, a list of lists whose first has the headings, in place of `records`, and beside them what the
     * query can ask. The records are merged by a queue, each as a run of its own; `GET /api/runs/<id>` shows
     * progress and errors, and at the end one ZIP, or with `output=pdf` one PDF, of all files.
     *
     * @param string $id Id of the document or data route.
     * @param string $key Its key.
     * @param list<array<string, mixed>>|RecordsToMerge|string|LocalFile $body
     * @param bool|null $test 1: test merges, with a SAMPLE watermark.
     * @param 'zip'|'pdf'|'none'|null $output How the files are put together at the end: `zip` (when absent),
     *     `pdf`, for which the documents are merged to PDF, or `none`: they stay in the runs of their
     *     records.
     * @param bool|null $deliver 0: the deliveries are not made; otherwise each record has them.
     * @param string|null $runAt When the merges begin, at most a year ahead; at once when absent. Until then
     *     the run can be cancelled.
     * @param string|null $sheet Name of the sheet with the list; found when absent.
     * @param int|null $headerRow Row of the headings, from 1; found when absent.
     * @param array<string, string>|string|null $mapping Heading -> field, such as `Customer.name` or
     *     `Items[].price`, as an object or its JSON text; an empty field leaves a column out. Columns that it
     *     does not name fill the field of their own name.
     * @param string|null $groupBy Heading, or field, of a column: rows with the same value in it become one
     *     record. Columns mapped into a list (`Items[].price`) are its items.
     * @param string|null $items With `group_by` and no column in a list: the list that holds the rows; the
     *     document's only list when absent, else `items`.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @param string|null $contentType Of a list that is sent as it is in its file.
     * @return BatchAccepted
     *
     * `POST /merge/{id}/{key}/batch`
     */
    public function batchAtDocumentAddress(
        string $id,
        string $key,
        array|string|LocalFile $body,
        bool|null $test = null,
        string|null $output = null,
        bool|null $deliver = null,
        string|null $runAt = null,
        string|null $sheet = null,
        int|null $headerRow = null,
        array|string|null $mapping = null,
        string|null $groupBy = null,
        string|null $items = null,
        string|null $idempotencyKey = null,
        string|null $contentType = null,
    ): array {
        return $this->call(
            'POST',
            '/merge/' . self::part($id) . '/' . self::part($key) . '/batch',
            query: ['test' => $test, 'output' => $output, 'deliver' => $deliver, 'run_at' => $runAt, 'sheet' => $sheet, 'header_row' => $headerRow, 'mapping' => $mapping, 'group_by' => $groupBy, 'items' => $items],
            body: $body,
            contentType: $contentType,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
            isOpen: true,
        );
    }

    /**
     * Merge a document with many records, with credentials instead of its key.
     *
     * The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names in the
     * first line), an Excel workbook (.xlsx), or a form with such a list as `file`; a JSON object may have
     * `rows`, a list of lists whose first has the headings, in place of `records`, and beside them what the
     * query can ask. The records are merged by a queue, each as a run of its own; `GET /api/runs/<id>` shows
     * progress and errors, and at the end one ZIP, or with `output=pdf` one PDF, of all files.
     *
     * @param string $id Id of the document.
     * @param list<array<string, mixed>>|RecordsToMerge|string|LocalFile $body
     * @param bool|null $test 1: test merges, with a SAMPLE watermark.
     * @param 'zip'|'pdf'|'none'|null $output How the files are put together at the end: `zip` (when absent),
     *     `pdf`, for which the documents are merged to PDF, or `none`: they stay in the runs of their
     *     records.
     * @param bool|null $deliver 0: the deliveries are not made; otherwise each record has them.
     * @param string|null $runAt When the merges begin, at most a year ahead; at once when absent. Until then
     *     the run can be cancelled.
     * @param string|null $sheet Name of the sheet with the list; found when absent.
     * @param int|null $headerRow Row of the headings, from 1; found when absent.
     * @param array<string, string>|string|null $mapping Heading -> field, such as `Customer.name` or
     *     `Items[].price`, as an object or its JSON text; an empty field leaves a column out. Columns that it
     *     does not name fill the field of their own name.
     * @param string|null $groupBy Heading, or field, of a column: rows with the same value in it become one
     *     record. Columns mapped into a list (`Items[].price`) are its items.
     * @param string|null $items With `group_by` and no column in a list: the list that holds the rows; the
     *     document's only list when absent, else `items`.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @param string|null $contentType Of a list that is sent as it is in its file.
     * @return BatchAccepted
     *
     * `POST /api/documents/{id}/batch`
     */
    public function batchDocument(
        string $id,
        array|string|LocalFile $body,
        bool|null $test = null,
        string|null $output = null,
        bool|null $deliver = null,
        string|null $runAt = null,
        string|null $sheet = null,
        int|null $headerRow = null,
        array|string|null $mapping = null,
        string|null $groupBy = null,
        string|null $items = null,
        string|null $idempotencyKey = null,
        string|null $contentType = null,
    ): array {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/batch',
            query: ['test' => $test, 'output' => $output, 'deliver' => $deliver, 'run_at' => $runAt, 'sheet' => $sheet, 'header_row' => $headerRow, 'mapping' => $mapping, 'group_by' => $groupBy, 'items' => $items],
            body: $body,
            contentType: $contentType,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Read a list as a batch of the document would.
     *
     * Reads a list as a batch would, and merges nothing: which sheet, row of headings, fields and records it
     * has, and what is wrong with it. It takes what a batch takes.
     *
     * @param string $id Id of the document.
     * @param list<array<string, mixed>>|RecordsToMerge|string|LocalFile $body
     * @param bool|null $test 1: test merges, with a SAMPLE watermark.
     * @param 'zip'|'pdf'|'none'|null $output How the files are put together at the end: `zip` (when absent),
     *     `pdf`, for which the documents are merged to PDF, or `none`: they stay in the runs of their
     *     records.
     * @param bool|null $deliver 0: the deliveries are not made; otherwise each record has them.
     * @param string|null $runAt When the merges begin, at most a year ahead; at once when absent. Until then
     *     the run can be cancelled.
     * @param string|null $sheet Name of the sheet with the list; found when absent.
     * @param int|null $headerRow Row of the headings, from 1; found when absent.
     * @param array<string, string>|string|null $mapping Heading -> field, such as `Customer.name` or
     *     `Items[].price`, as an object or its JSON text; an empty field leaves a column out. Columns that it
     *     does not name fill the field of their own name.
     * @param string|null $groupBy Heading, or field, of a column: rows with the same value in it become one
     *     record. Columns mapped into a list (`Items[].price`) are its items.
     * @param string|null $items With `group_by` and no column in a list: the list that holds the rows; the
     *     document's only list when absent, else `items`.
     * @param int|null $limit How many rows and records are shown, 50 when absent.
     * @param int|null $first How many rows are read, for a look at a long list: what the answer counts is of
     *     these, and `more` says whether there are others. All when absent.
     * @param string|null $contentType Of a list that is sent as it is in its file.
     * @return MergeReadDocumentList
     *
     * `POST /api/documents/{id}/read_list`
     */
    public function readDocumentList(
        string $id,
        array|string|LocalFile $body,
        bool|null $test = null,
        string|null $output = null,
        bool|null $deliver = null,
        string|null $runAt = null,
        string|null $sheet = null,
        int|null $headerRow = null,
        array|string|null $mapping = null,
        string|null $groupBy = null,
        string|null $items = null,
        int|null $limit = null,
        int|null $first = null,
        string|null $contentType = null,
    ): array {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/read_list',
            query: ['test' => $test, 'output' => $output, 'deliver' => $deliver, 'run_at' => $runAt, 'sheet' => $sheet, 'header_row' => $headerRow, 'mapping' => $mapping, 'group_by' => $groupBy, 'items' => $items, 'limit' => $limit, 'first' => $first],
            body: $body,
            contentType: $contentType,
        );
    }

    /**
     * Get an Excel workbook for lists of the document.
     *
     * An Excel workbook headed with the fields, with a row of examples, drop-downs for choices, and dates as
     * dates: filled in, it is a list that needs no mapping.
     *
     * @param string $id Id of the document.
     * @param string|null $sample Id of a sample whose values are the examples.
     * @return AnsweredFile
     *
     * `GET /api/documents/{id}/list_template`
     */
    public function getDocumentListTemplate(string $id, string|null $sample = null): AnsweredFile
    {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/list_template',
            query: ['sample' => $sample],
        );
    }

    /**
     * Download a merged file by a link that expires.
     *
     * Protected links answer with the page that asks for the password.
     *
     * @param string $token The secret part of the link.
     * @return array<string, mixed>|AnsweredFile
     *
     * `GET /files/{token}`
     */
    public function getFile(string $token): array|AnsweredFile
    {
        return $this->call('GET', '/files/' . self::part($token), isOpen: true);
    }

    /**
     * Download a protected file with its password.
     *
     * For links whose page asks for a password, and for those that work once. After five wrong passwords a
     * link is blocked for 15 minutes.
     *
     * @param string $token The secret part of the link.
     * @param MergeOpenFileBody $body
     * @return array<string, mixed>|AnsweredFile
     *
     * `POST /files/{token}`
     */
    public function openFile(string $token, array $body = []): array|AnsweredFile
    {
        return $this->call(
            'POST',
            '/files/' . self::part($token),
            body: $body,
            isOpen: true,
        );
    }

    /**
     * Merge a data route.
     *
     * `explain=1`, with credentials, tells for each rule whether it would fire and why.
     *
     * @param string $id Id of the document or data route.
     * @param string $key Its key.
     * @param array<string, mixed> $body
     * @param bool|null $test 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
     *     not sent.
     * @param bool|null $download 1: the answer is the merged file. Otherwise the merge is done after the
     *     answer.
     * @param bool|null $listFiles 1: the answer has links to the merged files, in place of their contents.
     * @param bool|null $explain 1: the answer says what the merge would do, without doing it.
     * @param bool|null $flatten 1: the fields of a filled PDF form become plain content; 0: they stay,
     *     whatever the settings say.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return RouteExplanation|RouteMergeAccepted|AnsweredFile
     *
     * `POST /route/{id}/{key}`
     */
    public function atRouteAddress(
        string $id,
        string $key,
        array $body = [],
        bool|null $test = null,
        bool|null $download = null,
        bool|null $listFiles = null,
        bool|null $explain = null,
        bool|null $flatten = null,
        string|null $idempotencyKey = null,
    ): array|AnsweredFile {
        return $this->call(
            'POST',
            '/route/' . self::part($id) . '/' . self::part($key),
            query: ['test' => $test, 'download' => $download, 'list_files' => $listFiles, 'explain' => $explain, 'flatten' => $flatten],
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
            isOpen: true,
        );
    }

    /**
     * Merge a data route with data from the query.
     *
     * For links: `?_use_get=1&Field=value`. Without `_use_get=1` nothing is merged; a browser is told what
     * the address is, with a link to the fill-in page, if there is one.
     *
     * @param string $id Id of the document or data route.
     * @param string $key Its key.
     * @param bool|null $useGet 1: the other members of the query are merge data.
     * @param bool|null $test 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
     *     not sent.
     * @param bool|null $download 1: the answer is the merged file. Otherwise the merge is done after the
     *     answer.
     * @param bool|null $flatten 1: the fields of a filled PDF form become plain content; 0: they stay,
     *     whatever the settings say.
     * @param bool|null $listFiles 1: the answer has links to the merged files, in place of their contents.
     * @return AnsweredFile|RouteMergeAccepted
     *
     * `GET /route/{id}/{key}`
     */
    public function getRouteAddress(
        string $id,
        string $key,
        bool|null $useGet = null,
        bool|null $test = null,
        bool|null $download = null,
        bool|null $flatten = null,
        bool|null $listFiles = null,
    ): AnsweredFile|array {
        return $this->call(
            'GET',
            '/route/' . self::part($id) . '/' . self::part($key),
            query: ['_use_get' => $useGet, 'test' => $test, 'download' => $download, 'flatten' => $flatten, 'list_files' => $listFiles],
            isOpen: true,
        );
    }

    /**
     * Merge a data route with credentials instead of its key.
     *
     * `download=url` returns links that expire: `{success, name, url}` for one file, `files` for several.
     *
     * @param string $id Id of the data route.
     * @param array<string, mixed> $body
     * @param bool|null $test 1: a test merge, with a SAMPLE watermark, counted apart; deliveries are shown,
     *     not sent.
     * @param 'url'|bool|null $download 1: the answer is the merged file; `url`: a link to it that expires.
     * @param bool|null $listFiles 1: the answer has links to the merged files, in place of their contents.
     * @param bool|null $explain 1: the answer says what the merge would do, without doing it.
     * @param bool|null $flatten 1: the fields of a filled PDF form become plain content; 0: they stay,
     *     whatever the settings say.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return RouteExplanation|RouteMergeAccepted|AnsweredFile
     *
     * `POST /api/routes/{id}/merge`
     */
    public function route(
        string $id,
        array $body = [],
        bool|null $test = null,
        string|bool|null $download = null,
        bool|null $listFiles = null,
        bool|null $explain = null,
        bool|null $flatten = null,
        string|null $idempotencyKey = null,
    ): array|AnsweredFile {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/merge',
            query: ['test' => $test, 'download' => $download, 'list_files' => $listFiles, 'explain' => $explain, 'flatten' => $flatten],
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Merge a data route with many records.
     *
     * The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names in the
     * first line), an Excel workbook (.xlsx), or a form with such a list as `file`; a JSON object may have
     * `rows`, a list of lists whose first has the headings, in place of `records`, and beside them what the
     * query can ask. The records are merged by a queue, each as a run of its own; `GET /api/runs/<id>` shows
     * progress and errors, and at the end one ZIP, or with `output=pdf` one PDF, of all files.
     *
     * @param string $id Id of the document or data route.
     * @param string $key Its key.
     * @param list<array<string, mixed>>|RecordsToMerge|string|LocalFile $body
     * @param bool|null $test 1: test merges, with a SAMPLE watermark.
     * @param 'zip'|'pdf'|'none'|null $output How the files are put together at the end: `zip` (when absent),
     *     `pdf`, for which the documents are merged to PDF, or `none`: they stay in the runs of their
     *     records.
     * @param bool|null $deliver 0: the deliveries are not made; otherwise each record has them.
     * @param string|null $runAt When the merges begin, at most a year ahead; at once when absent. Until then
     *     the run can be cancelled.
     * @param string|null $sheet Name of the sheet with the list; found when absent.
     * @param int|null $headerRow Row of the headings, from 1; found when absent.
     * @param array<string, string>|string|null $mapping Heading -> field, such as `Customer.name` or
     *     `Items[].price`, as an object or its JSON text; an empty field leaves a column out. Columns that it
     *     does not name fill the field of their own name.
     * @param string|null $groupBy Heading, or field, of a column: rows with the same value in it become one
     *     record. Columns mapped into a list (`Items[].price`) are its items.
     * @param string|null $items With `group_by` and no column in a list: the list that holds the rows; the
     *     document's only list when absent, else `items`.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @param string|null $contentType Of a list that is sent as it is in its file.
     * @return BatchAccepted
     *
     * `POST /route/{id}/{key}/batch`
     */
    public function batchAtRouteAddress(
        string $id,
        string $key,
        array|string|LocalFile $body,
        bool|null $test = null,
        string|null $output = null,
        bool|null $deliver = null,
        string|null $runAt = null,
        string|null $sheet = null,
        int|null $headerRow = null,
        array|string|null $mapping = null,
        string|null $groupBy = null,
        string|null $items = null,
        string|null $idempotencyKey = null,
        string|null $contentType = null,
    ): array {
        return $this->call(
            'POST',
            '/route/' . self::part($id) . '/' . self::part($key) . '/batch',
            query: ['test' => $test, 'output' => $output, 'deliver' => $deliver, 'run_at' => $runAt, 'sheet' => $sheet, 'header_row' => $headerRow, 'mapping' => $mapping, 'group_by' => $groupBy, 'items' => $items],
            body: $body,
            contentType: $contentType,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
            isOpen: true,
        );
    }

    /**
     * Merge a data route with many records, with credentials instead of its key.
     *
     * The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names in the
     * first line), an Excel workbook (.xlsx), or a form with such a list as `file`; a JSON object may have
     * `rows`, a list of lists whose first has the headings, in place of `records`, and beside them what the
     * query can ask. The records are merged by a queue, each as a run of its own; `GET /api/runs/<id>` shows
     * progress and errors, and at the end one ZIP, or with `output=pdf` one PDF, of all files.
     *
     * @param string $id Id of the data route.
     * @param list<array<string, mixed>>|RecordsToMerge|string|LocalFile $body
     * @param bool|null $test 1: test merges, with a SAMPLE watermark.
     * @param 'zip'|'pdf'|'none'|null $output How the files are put together at the end: `zip` (when absent),
     *     `pdf`, for which the documents are merged to PDF, or `none`: they stay in the runs of their
     *     records.
     * @param bool|null $deliver 0: the deliveries are not made; otherwise each record has them.
     * @param string|null $runAt When the merges begin, at most a year ahead; at once when absent. Until then
     *     the run can be cancelled.
     * @param string|null $sheet Name of the sheet with the list; found when absent.
     * @param int|null $headerRow Row of the headings, from 1; found when absent.
     * @param array<string, string>|string|null $mapping Heading -> field, such as `Customer.name` or
     *     `Items[].price`, as an object or its JSON text; an empty field leaves a column out. Columns that it
     *     does not name fill the field of their own name.
     * @param string|null $groupBy Heading, or field, of a column: rows with the same value in it become one
     *     record. Columns mapped into a list (`Items[].price`) are its items.
     * @param string|null $items With `group_by` and no column in a list: the list that holds the rows; the
     *     document's only list when absent, else `items`.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @param string|null $contentType Of a list that is sent as it is in its file.
     * @return BatchAccepted
     *
     * `POST /api/routes/{id}/batch`
     */
    public function batchRoute(
        string $id,
        array|string|LocalFile $body,
        bool|null $test = null,
        string|null $output = null,
        bool|null $deliver = null,
        string|null $runAt = null,
        string|null $sheet = null,
        int|null $headerRow = null,
        array|string|null $mapping = null,
        string|null $groupBy = null,
        string|null $items = null,
        string|null $idempotencyKey = null,
        string|null $contentType = null,
    ): array {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/batch',
            query: ['test' => $test, 'output' => $output, 'deliver' => $deliver, 'run_at' => $runAt, 'sheet' => $sheet, 'header_row' => $headerRow, 'mapping' => $mapping, 'group_by' => $groupBy, 'items' => $items],
            body: $body,
            contentType: $contentType,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Read a list as a batch of the data route would.
     *
     * Reads a list as a batch would, and merges nothing: which sheet, row of headings, fields and records it
     * has, and what is wrong with it. It takes what a batch takes.
     *
     * @param string $id Id of the data route.
     * @param list<array<string, mixed>>|RecordsToMerge|string|LocalFile $body
     * @param bool|null $test 1: test merges, with a SAMPLE watermark.
     * @param 'zip'|'pdf'|'none'|null $output How the files are put together at the end: `zip` (when absent),
     *     `pdf`, for which the documents are merged to PDF, or `none`: they stay in the runs of their
     *     records.
     * @param bool|null $deliver 0: the deliveries are not made; otherwise each record has them.
     * @param string|null $runAt When the merges begin, at most a year ahead; at once when absent. Until then
     *     the run can be cancelled.
     * @param string|null $sheet Name of the sheet with the list; found when absent.
     * @param int|null $headerRow Row of the headings, from 1; found when absent.
     * @param array<string, string>|string|null $mapping Heading -> field, such as `Customer.name` or
     *     `Items[].price`, as an object or its JSON text; an empty field leaves a column out. Columns that it
     *     does not name fill the field of their own name.
     * @param string|null $groupBy Heading, or field, of a column: rows with the same value in it become one
     *     record. Columns mapped into a list (`Items[].price`) are its items.
     * @param string|null $items With `group_by` and no column in a list: the list that holds the rows; the
     *     document's only list when absent, else `items`.
     * @param int|null $limit How many rows and records are shown, 50 when absent.
     * @param int|null $first How many rows are read, for a look at a long list: what the answer counts is of
     *     these, and `more` says whether there are others. All when absent.
     * @param string|null $contentType Of a list that is sent as it is in its file.
     * @return MergeReadDocumentList
     *
     * `POST /api/routes/{id}/read_list`
     */
    public function readRouteList(
        string $id,
        array|string|LocalFile $body,
        bool|null $test = null,
        string|null $output = null,
        bool|null $deliver = null,
        string|null $runAt = null,
        string|null $sheet = null,
        int|null $headerRow = null,
        array|string|null $mapping = null,
        string|null $groupBy = null,
        string|null $items = null,
        int|null $limit = null,
        int|null $first = null,
        string|null $contentType = null,
    ): array {
        return $this->call(
            'POST',
            '/api/routes/' . self::part($id) . '/read_list',
            query: ['test' => $test, 'output' => $output, 'deliver' => $deliver, 'run_at' => $runAt, 'sheet' => $sheet, 'header_row' => $headerRow, 'mapping' => $mapping, 'group_by' => $groupBy, 'items' => $items, 'limit' => $limit, 'first' => $first],
            body: $body,
            contentType: $contentType,
        );
    }

    /**
     * Get an Excel workbook for lists of the data route.
     *
     * An Excel workbook headed with the fields, with a row of examples, drop-downs for choices, and dates as
     * dates: filled in, it is a list that needs no mapping.
     *
     * @param string $id Id of the data route.
     * @return AnsweredFile
     *
     * `GET /api/routes/{id}/list_template`
     */
    public function getRouteListTemplate(string $id): AnsweredFile
    {
        return $this->call('GET', '/api/routes/' . self::part($id) . '/list_template');
    }
}
