<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\AnsweredFile;
use Docloom\Resource;
use Docloom\Types\RunsTypes;
use Docloom\Types\SharedTypes;
use Docloom\Types\VersionsTypes;

/**
 * Operations of `versions`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Approval from VersionsTypes
 * @phpstan-import-type ApprovalAskedBy from SharedTypes
 * @phpstan-import-type Document from SharedTypes
 * @phpstan-import-type DocumentFile from SharedTypes
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type Field from SharedTypes
 * @phpstan-import-type FieldWithAttributes from SharedTypes
 * @phpstan-import-type MergeAccepted from SharedTypes
 * @phpstan-import-type MergeExplanation from SharedTypes
 * @phpstan-import-type Run from RunsTypes
 * @phpstan-import-type TemplateVersion from VersionsTypes
 * @phpstan-import-type TestedVersion from VersionsTypes
 * @phpstan-import-type VersionChanges from VersionsTypes
 * @phpstan-import-type VersionsApproveDocumentApprovalBody from VersionsTypes
 * @phpstan-import-type VersionsCreateDocumentApprovalBody from VersionsTypes
 * @phpstan-import-type VersionsGiveBackDocumentApprovalBody from VersionsTypes
 * @phpstan-import-type VersionsPublishBody from VersionsTypes
 */
class VersionsOperations extends Resource
{
    /**
     * List the template versions of a document.
     *
     * Every template that the document has or had, with who saved it and when; drafts among them.
     *
     * @param string $id Id of the document.
     * @param int|null $limit Rows of a page, at most 1000; 1000 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'version'|'-version'|null $order What the list is ordered by; a minus sign reverses the order.
     *     `version` when absent.
     * @return list<TemplateVersion>
     *
     * `GET /api/documents/{id}/versions`
     */
    public function list(
        string $id,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/versions',
            query: ['limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Get a template version.
     *
     * One version: when it was saved, by whom, and whether merges use it.
     *
     * @param string $id Id of the document.
     * @param string $version Number of the version: 1, 2, 3, ...
     * @return TemplateVersion
     *
     * `GET /api/documents/{id}/versions/{version}`
     */
    public function get(string $id, string $version): array
    {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/versions/' . self::part($version),
        );
    }

    /**
     * Get the file of a template version.
     *
     * The template as base64, as the document's own `file` shows it; for html documents, too.
     *
     * @param string $id Id of the document.
     * @param string $version Number of the version: 1, 2, 3, ...
     * @return DocumentFile
     *
     * `GET /api/documents/{id}/versions/{version}/file`
     */
    public function getFile(string $id, string $version): array
    {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/versions/' . self::part($version) . '/file',
        );
    }

    /**
     * List the merge fields of a template version.
     *
     * The fields that the version's template has, under the settings that the document has today.
     *
     * @param string $id Id of the document.
     * @param string $version Number of the version: 1, 2, 3, ...
     * @param bool|null $attributes 1: with type, occurrences, choices and members of each field.
     * @param 'json_schema'|'json_swagger'|null $format A JSON Schema of the merge data, in place of the list.
     * @return list<Field>|list<FieldWithAttributes>|array<string, mixed>
     *
     * `GET /api/documents/{id}/versions/{version}/fields`
     */
    public function getFields(
        string $id,
        string $version,
        bool|null $attributes = null,
        string|null $format = null,
    ): array {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/versions/' . self::part($version) . '/fields',
            query: ['attributes' => $attributes, 'format' => $format],
        );
    }

    /**
     * Compare two template versions.
     *
     * The fields and the text, line by line: lines of html, paragraphs of Word and PowerPoint files, cells of
     * workbooks, what the fields of a PDF form hold. How things look is not compared.
     *
     * @param string $id Id of the document.
     * @param string $version Number of the version: 1, 2, 3, ...
     * @param string|null $against The other version; the one before when absent.
     * @return VersionChanges
     *
     * `GET /api/documents/{id}/versions/{version}/changes`
     */
    public function getChanges(string $id, string $version, string|null $against = null): array
    {
        return $this->call(
            'GET',
            '/api/documents/' . self::part($id) . '/versions/' . self::part($version) . '/changes',
            query: ['against' => $against],
        );
    }

    /**
     * Test a template version with data.
     *
     * Always a test merge, with the settings that the document has today. `download` as for the document's
     * own merge.
     *
     * @param string $id Id of the document.
     * @param string $version Number of the version: 1, 2, 3, ...
     * @param array<string, mixed> $body
     * @param 'url'|bool|null $download 1: the answer is the merged file; `url`: a link to it that expires.
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return MergeExplanation|MergeAccepted|AnsweredFile
     *
     * `POST /api/documents/{id}/versions/{version}/merge`
     */
    public function merge(
        string $id,
        string $version,
        array $body = [],
        string|bool|null $download = null,
        string|null $idempotencyKey = null,
    ): array|AnsweredFile {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/versions/' . self::part($version) . '/merge',
            query: ['download' => $download],
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Publish a draft.
     *
     * The draft becomes the version that merges use. Refused while the document's own tests
     * (`settings[tests]`) fail with it, and when it drops fields for which the last runs had data; `force=1`
     * publishes all the same.
     *
     * @param string $id Id of the document.
     * @param string $version Number of the version: 1, 2, 3, ...
     * @param VersionsPublishBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Document
     *
     * `POST /api/documents/{id}/versions/{version}/publish`
     */
    public function publish(
        string $id,
        string $version,
        array $body = [],
        string|null $idempotencyKey = null,
    ): array {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/versions/' . self::part($version) . '/publish',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Run a document's tests on a version.
     *
     * Runs `settings[tests]` of the document with any version of its template. Nothing is changed.
     *
     * @param string $id Id of the document.
     * @param string $version Number of the version: 1, 2, 3, ...
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return TestedVersion
     *
     * `POST /api/documents/{id}/versions/{version}/test`
     */
    public function test(string $id, string $version, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/versions/' . self::part($version) . '/test',
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Restore a template version.
     *
     * An old template becomes the newest version. Held to the document's tests and to the fields that the
     * last runs used, as a draft that is published; `force=1` restores all the same.
     *
     * @param string $id Id of the document.
     * @param string $version Number of the version: 1, 2, 3, ...
     * @param VersionsPublishBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Document
     *
     * `POST /api/documents/{id}/versions/{version}/restore`
     */
    public function restore(
        string $id,
        string $version,
        array $body = [],
        string|null $idempotencyKey = null,
    ): array {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/versions/' . self::part($version) . '/restore',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * List the approvals of a document.
     *
     * What was asked for and what became of it, newest first, the last 200.
     *
     * @param string $id Id of the document.
     * @return list<Approval>
     *
     * `GET /api/documents/{id}/approvals`
     */
    public function listDocumentApprovals(string $id): array
    {
        return $this->call('GET', '/api/documents/' . self::part($id) . '/approvals');
    }

    /**
     * Ask for approval of a change.
     *
     * Of a document whose `settings[approval]` is on: of a version that merges are to use, of settings, or of
     * a delivery that is to be switched on or off. The approval is of everything that merges would use then:
     * if anything of it changes, it is good for nothing.
     *
     * @param string $id Id of the document.
     * @param VersionsCreateDocumentApprovalBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Approval
     *
     * `POST /api/documents/{id}/approvals`
     */
    public function createDocumentApproval(
        string $id,
        array $body = [],
        string|null $idempotencyKey = null,
    ): array {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/approvals',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * List who can approve changes of a document.
     *
     * Members who may publish it, but for whoever asks.
     *
     * @param string $id Id of the document.
     * @return list<ApprovalAskedBy>
     *
     * `GET /api/documents/{id}/approvers`
     */
    public function listDocumentApprovers(string $id): array
    {
        return $this->call('GET', '/api/documents/' . self::part($id) . '/approvers');
    }

    /**
     * Approve a change.
     *
     * Only a person who is signed in, and neither the one who asks nor the one who wrote the version, by
     * whatever key. Then the change can be made once, as it was asked for: publish the version, or send the
     * settings or the delivery again.
     *
     * @param string $id Id of the document.
     * @param string $approval Id of the approval.
     * @param VersionsApproveDocumentApprovalBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Approval
     *
     * `POST /api/documents/{id}/approvals/{approval}/approve`
     */
    public function approveDocumentApproval(
        string $id,
        string $approval,
        array $body = [],
        string|null $idempotencyKey = null,
    ): array {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/approvals/' . self::part($approval) . '/approve',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Give a change back.
     *
     * With a comment that says what is wrong. Who asked can change it and ask again.
     *
     * @param string $id Id of the document.
     * @param string $approval Id of the approval.
     * @param VersionsGiveBackDocumentApprovalBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Approval
     *
     * `POST /api/documents/{id}/approvals/{approval}/give_back`
     */
    public function giveBackDocumentApproval(
        string $id,
        string $approval,
        array $body,
        string|null $idempotencyKey = null,
    ): array {
        return $this->call(
            'POST',
            '/api/documents/' . self::part($id) . '/approvals/' . self::part($approval) . '/give_back',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Withdraw an approval.
     *
     * One that waits, or was given and not used: the change can no longer be made with it.
     *
     * @param string $id Id of the document.
     * @param string $approval Id of the approval.
     * @return Done
     *
     * `DELETE /api/documents/{id}/approvals/{approval}`
     */
    public function deleteDocumentApproval(string $id, string $approval): array
    {
        return $this->call(
            'DELETE',
            '/api/documents/' . self::part($id) . '/approvals/' . self::part($approval),
        );
    }
}
