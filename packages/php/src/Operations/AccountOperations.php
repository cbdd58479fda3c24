<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\AccountTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `account`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Account from AccountTypes
 * @phpstan-import-type AccountCreateConsentBody from AccountTypes
 * @phpstan-import-type AccountCreateKeyBody from AccountTypes
 * @phpstan-import-type AccountUpdateBody from AccountTypes
 * @phpstan-import-type AccountUpdateKeyBody from AccountTypes
 * @phpstan-import-type AccountUpdateMailServerBody from AccountTypes
 * @phpstan-import-type ApiKey from SharedTypes
 * @phpstan-import-type BegunConsent from AccountTypes
 * @phpstan-import-type Consents from AccountTypes
 * @phpstan-import-type DocumentsRenewDeliverySecretBody from SharedTypes
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type MailServer from AccountTypes
 * @phpstan-import-type NewApiKey from AccountTypes
 * @phpstan-import-type RotatedSecret from SharedTypes
 * @phpstan-import-type Usage from AccountTypes
 * @phpstan-import-type User from AccountTypes
 */
class AccountOperations extends Resource
{
    /**
     * Get the account.
     *
     * The workspace of the credentials: its defaults for documents, and its merges in total and in this
     * month. The `ETag` is that of the settings.
     *
     * @return Account
     *
     * `GET /api/account`
     */
    public function get(): array
    {
        return $this->call('GET', '/api/account');
    }

    /**
     * Change the workspace's defaults.
     *
     * Only the members you send are changed. `retention_days` 0 keeps merged files only until they are
     * delivered. With `If-Match` only if the settings have not changed.
     *
     * @param AccountUpdateBody $body
     * @param string|null $ifMatch Only if it still has this ETag.
     * @return Account
     *
     * `PUT /api/account`
     */
    public function update(array $body = [], string|null $ifMatch = null): array
    {
        return $this->call('PUT', '/api/account', body: $body, ifMatch: $ifMatch);
    }

    /**
     * Make a signing secret for alerts.
     *
     * Calls to the alert address are signed with the new secret from now on, as webhooks are. With
     * `keep_old=1` they carry a second signature with the former secret; made again without it, only the new
     * one is left.
     *
     * @param DocumentsRenewDeliverySecretBody $body
     * @return RotatedSecret
     *
     * `POST /api/account/alert_secret`
     */
    public function renewAlertSecret(array $body = []): array
    {
        return $this->call('POST', '/api/account/alert_secret', body: $body);
    }

    /**
     * Get the mail server.
     *
     * How mails of the workspace leave, and the server that it set. With `check=1` SPF, DKIM and DMARC of the
     * sender's domain are looked up.
     *
     * @param bool|null $check 1: also look the sender's domain up.
     * @return MailServer
     *
     * `GET /api/mail_server`
     */
    public function getMailServer(bool|null $check = null): array
    {
        return $this->call('GET', '/api/mail_server', query: ['check' => $check]);
    }

    /**
     * Set the mail server.
     *
     * Mails of the workspace leave by this server. It is saved only if it can be reached and takes the login,
     * which is tried first. The answer says what SPF, DKIM and DMARC of the sender's domain say.
     *
     * @param AccountUpdateMailServerBody $body
     * @return MailServer
     *
     * `PUT /api/mail_server`
     */
    public function updateMailServer(array $body): array
    {
        return $this->call('PUT', '/api/mail_server', body: $body);
    }

    /**
     * Remove the mail server.
     *
     * Mails go the way of the service again, also those that wait to be sent.
     *
     * @return MailServer
     *
     * `DELETE /api/mail_server`
     */
    public function deleteMailServer(): array
    {
        return $this->call('DELETE', '/api/mail_server');
    }

    /**
     * Get the user of the credentials.
     *
     * Who the credentials are; clients ask this to check them.
     *
     * @return User
     *
     * `GET /api/user`
     */
    public function getUser(): array
    {
        return $this->call('GET', '/api/user');
    }

    /**
     * Count merges by day, month or document.
     *
     * Counts runs of documents between two days (UTC), both included. Days on which nothing was merged are
     * left out. `by=total` is one row for the whole time, with the bytes that the workspace keeps and may
     * keep.
     *
     * @param string|null $from The first day; 30 days before the last one when absent.
     * @param string|null $to The last day; today when absent.
     * @param string|null $documentId Only this document.
     * @param 'day'|'month'|'document'|'document_day'|'total'|null $by What to count by; `day` when absent.
     * @return list<Usage>
     *
     * `GET /api/usage`
     */
    public function listUsage(
        string|null $from = null,
        string|null $to = null,
        string|null $documentId = null,
        string|null $by = null,
    ): array {
        return $this->call(
            'GET',
            '/api/usage',
            query: ['from' => $from, 'to' => $to, 'document_id' => $documentId, 'by' => $by],
        );
    }

    /**
     * List API keys.
     *
     * The keys of the workspace with their last use, without their secrets, which are not kept.
     *
     * @param 'active'|'revoked'|null $status Only keys that work, or that no longer do.
     * @param string|null $search Part of the name or of the key; case does not matter.
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'created_at'|'-created_at'|'name'|'-name'|'last_used_at'|'-last_used_at'|null $order What the
     *     list is ordered by; a minus sign reverses the order. `created_at` when absent.
     * @return list<ApiKey>
     *
     * `GET /api/keys`
     */
    public function listKeys(
        string|null $status = null,
        string|null $search = null,
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/keys',
            query: ['status' => $status, 'search' => $search, 'limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Make an API key.
     *
     * The answer shows the secret, which is kept as a digest only: it cannot be shown again. Without `rights`
     * and `folders` the key may what its maker may. A key never has rights, folders or a time that its maker
     * has not; one that may write templates may read the data of samples.
     *
     * @param AccountCreateKeyBody $body
     * @return NewApiKey
     *
     * `POST /api/keys`
     */
    public function createKey(array $body): array
    {
        return $this->call('POST', '/api/keys', body: $body);
    }

    /**
     * Change an API key.
     *
     * The key itself and its secret stay; what is not sent stays, too. Other rights hold from its next
     * request on. Nobody gives a key rights, folders or a time that they have not.
     *
     * @param string $key The key's id.
     * @param AccountUpdateKeyBody $body
     * @return ApiKey
     *
     * `PUT /api/keys/{key}`
     */
    public function updateKey(string $key, array $body = []): array
    {
        return $this->call('PUT', '/api/keys/' . self::part($key), body: $body);
    }

    /**
     * Revoke an API key.
     *
     * The key stops working at once, and the sessions that it opened end. It stays in the list.
     *
     * @param string $key The key's id.
     * @return Done
     *
     * `DELETE /api/keys/{key}`
     */
    public function deleteKey(string $key): array
    {
        return $this->call('DELETE', '/api/keys/' . self::part($key));
    }

    /**
     * List what accounts can be connected.
     *
     * Kinds of delivery that go to a person's own store, and whether the service has an application of its
     * own there.
     *
     * @return Consents
     *
     * `GET /api/consents`
     */
    public function getConsents(): array
    {
        return $this->call('GET', '/api/consents');
    }

    /**
     * Begin to connect an account.
     *
     * For the console. The answer says where the browser has to go; the platform asks the person, and sends
     * the browser back to `/api/consents/callback`, which leads to `/console/consent#given=...`: that goes
     * into the setting `refresh_token` of a delivery within an hour. Only the browser that began can finish,
     * within fifteen minutes.
     *
     * @param AccountCreateConsentBody $body
     * @return BegunConsent
     *
     * `POST /api/consents`
     */
    public function createConsent(array $body): array
    {
        return $this->call('POST', '/api/consents', body: $body);
    }

    /**
     * Come back from a platform.
     *
     * Where platforms send browsers back to (RFC 6749, 4.1.2). It leads to `/console/consent`, with `given`
     * or `failed` behind the `#`.
     *
     * @param string|null $code As the platform gave it.
     * @param string|null $state As it was given to the platform.
     * @param string|null $iss The platform's authorization server.
     * @param string|null $error Why it lets nobody in.
     * @return null
     *
     * `GET /api/consents/callback`
     */
    public function getConsentCallback(
        string|null $code = null,
        string|null $state = null,
        string|null $iss = null,
        string|null $error = null,
    ): null {
        return $this->call(
            'GET',
            '/api/consents/callback',
            query: ['code' => $code, 'state' => $state, 'iss' => $iss, 'error' => $error],
            isOpen: true,
        );
    }
}
