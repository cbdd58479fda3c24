<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\SessionsTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `sessions`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type ApprovalAskedBy from SharedTypes
 * @phpstan-import-type DocumentsCopyBody from SharedTypes
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type Passkey from SessionsTypes
 * @phpstan-import-type PeopleReadInvitationBody from SharedTypes
 * @phpstan-import-type Session from SessionsTypes
 * @phpstan-import-type SessionsAccessSignInBody from SessionsTypes
 * @phpstan-import-type SessionsCreateBody from SessionsTypes
 * @phpstan-import-type SessionsCreatePasskeyBody from SessionsTypes
 * @phpstan-import-type SessionsIssuersSignInBody from SessionsTypes
 * @phpstan-import-type SessionsMailSignInBody from SessionsTypes
 * @phpstan-import-type SessionsOpenidSignIn from SharedTypes
 * @phpstan-import-type SessionsOpenidSignInBody from SessionsTypes
 * @phpstan-import-type SessionsOptionsSignInPasskey from SessionsTypes
 * @phpstan-import-type SessionsPasskeySignInBody from SessionsTypes
 * @phpstan-import-type SessionsUseSignInMail from SessionsTypes
 * @phpstan-import-type WaysToSignIn from SessionsTypes
 */
class SessionsOperations extends Resource
{
    /**
     * Sign a browser in.
     *
     * For the console and other pages of this service. The session's token is returned as a cookie that
     * scripts cannot read; it lasts twelve hours. Only pages of the service itself can use it. Programs do
     * not need sessions.
     *
     * @param SessionsCreateBody $body
     * @return Session
     *
     * `POST /api/sessions`
     */
    public function create(array $body = []): array
    {
        return $this->call('POST', '/api/sessions', body: $body, isOpen: true);
    }

    /**
     * List the browsers that are signed in.
     *
     * Sessions of the workspace that have not ended, with the browser that each belongs to: your own, or with
     * the right `people:read` everybody's.
     *
     * @param int|null $limit Rows of a page, at most 1000; 100 when absent.
     * @param string|null $cursor Where the page begins, as the `Link` header of the page before says.
     * @param 'created_at'|'-created_at'|null $order What the list is ordered by; a minus sign reverses the
     *     order. `created_at` when absent.
     * @return list<Session>
     *
     * `GET /api/sessions`
     */
    public function list(
        int|null $limit = null,
        string|null $cursor = null,
        string|null $order = null,
    ): array {
        return $this->call(
            'GET',
            '/api/sessions',
            query: ['limit' => $limit, 'cursor' => $cursor, 'order' => $order],
        );
    }

    /**
     * Get a session.
     *
     * `current` stands for the session of the request itself.
     *
     * @param string $session Id of the session, or `current`.
     * @return Session
     *
     * `GET /api/sessions/{session}`
     */
    public function get(string $session): array
    {
        return $this->call('GET', '/api/sessions/' . self::part($session));
    }

    /**
     * Sign a browser out.
     *
     * `current` stands for the session of the request itself, whose cookie is taken back as well.
     *
     * @param string $session Id of the session, or `current`.
     * @return Done
     *
     * `DELETE /api/sessions/{session}`
     */
    public function delete(string $session): array
    {
        return $this->call('DELETE', '/api/sessions/' . self::part($session));
    }

    /**
     * List the ways to sign in.
     *
     * For the screen of sign-in. An API key and its secret always open a session (`POST /api/sessions`).
     *
     * @return WaysToSignIn
     *
     * `GET /api/sign-in`
     */
    public function getSignIn(): array
    {
        return $this->call('GET', '/api/sign-in', isOpen: true);
    }

    /**
     * Find the issuers for an address.
     *
     * By the address's domain alone: the answer does not tell whether there is such a person.
     *
     * @param SessionsIssuersSignInBody $body
     * @return list<ApprovalAskedBy>
     *
     * `POST /api/sign-in/issuers`
     */
    public function issuersSignIn(array $body): array
    {
        return $this->call('POST', '/api/sign-in/issuers', body: $body, isOpen: true);
    }

    /**
     * Begin to sign in with an issuer.
     *
     * For the console. The answer says where the browser has to go; the issuer sends it back to
     * `/api/sign-in/openid/ISSUER/callback`. Only the browser that began can finish, within fifteen minutes.
     *
     * @param string $issuer Id of the issuer.
     * @param SessionsOpenidSignInBody $body
     * @return SessionsOpenidSignIn
     *
     * `POST /api/sign-in/openid/{issuer}`
     */
    public function openidSignIn(string $issuer, array $body = []): array
    {
        return $this->call(
            'POST',
            '/api/sign-in/openid/' . self::part($issuer),
            body: $body,
            isOpen: true,
        );
    }

    /**
     * Come back from an issuer.
     *
     * Where issuers send browsers back to (OpenID Connect). It leads to the console, signed in, or to its
     * screen of sign-in with `failed=REASON`.
     *
     * @param string $issuer Id of the issuer.
     * @param string|null $code As the issuer gave it.
     * @param string|null $state As it was given to the issuer.
     * @param string|null $iss The issuer.
     * @param string|null $error Why the issuer lets nobody in.
     * @return null
     *
     * `GET /api/sign-in/openid/{issuer}/callback`
     */
    public function getSignInOpenidCallback(
        string $issuer,
        string|null $code = null,
        string|null $state = null,
        string|null $iss = null,
        string|null $error = null,
    ): null {
        return $this->call(
            'GET',
            '/api/sign-in/openid/' . self::part($issuer) . '/callback',
            query: ['code' => $code, 'state' => $state, 'iss' => $iss, 'error' => $error],
            isOpen: true,
        );
    }

    /**
     * Have a link to sign in mailed.
     *
     * The link works once, for fifteen minutes, in the browser that asked. The answer is the same whether or
     * not there is such a person.
     *
     * @param SessionsMailSignInBody $body
     * @return Done
     *
     * `POST /api/sign-in/mail`
     */
    public function mailSignIn(array $body): array
    {
        return $this->call('POST', '/api/sign-in/mail', body: $body, isOpen: true);
    }

    /**
     * Sign in by a mailed link.
     *
     * With what follows # in the link, from the browser that asked for it. The link itself leads to a page
     * with a button, so that a mail scanner that opens it uses nothing up.
     *
     * @param PeopleReadInvitationBody $body
     * @return SessionsUseSignInMail
     *
     * `POST /api/sign-in/mail/use`
     */
    public function useSignInMail(array $body): array
    {
        return $this->call('POST', '/api/sign-in/mail/use', body: $body, isOpen: true);
    }

    /**
     * Begin to sign in with a passkey.
     *
     * What `navigator.credentials.get` takes, as JSON (Web Authentication Level 3).
     *
     * @return SessionsOptionsSignInPasskey
     *
     * `POST /api/sign-in/passkey/options`
     */
    public function optionsSignInPasskey(): array
    {
        return $this->call('POST', '/api/sign-in/passkey/options', isOpen: true);
    }

    /**
     * Sign in with a passkey.
     *
     * With what `navigator.credentials.get` gave, as JSON, and the challenge that it answers.
     *
     * @param SessionsPasskeySignInBody $body
     * @return SessionsUseSignInMail
     *
     * `POST /api/sign-in/passkey`
     */
    public function passkeySignIn(array $body): array
    {
        return $this->call('POST', '/api/sign-in/passkey', body: $body, isOpen: true);
    }

    /**
     * Sign in by Cloudflare Access.
     *
     * Where the deployment names its team (ACCESS_TEAM, ACCESS_AUDIENCE): with the token that Access adds to
     * each request.
     *
     * @param SessionsAccessSignInBody $body
     * @return SessionsUseSignInMail
     *
     * `POST /api/sign-in/access`
     */
    public function accessSignIn(array $body = []): array
    {
        return $this->call('POST', '/api/sign-in/access', body: $body, isOpen: true);
    }

    /**
     * List your passkeys.
     *
     * Those of the person who asks.
     *
     * @return list<Passkey>
     *
     * `GET /api/passkeys`
     */
    public function listPasskeys(): array
    {
        return $this->call('GET', '/api/passkeys');
    }

    /**
     * Add a passkey.
     *
     * With what `navigator.credentials.create` gave, as JSON. A person may have 20.
     *
     * @param SessionsCreatePasskeyBody $body
     * @return Passkey
     *
     * `POST /api/passkeys`
     */
    public function createPasskey(array $body): array
    {
        return $this->call('POST', '/api/passkeys', body: $body);
    }

    /**
     * Begin to make a passkey.
     *
     * What `navigator.credentials.create` takes, as JSON (Web Authentication Level 3).
     *
     * @return SessionsOptionsSignInPasskey
     *
     * `POST /api/passkeys/options`
     */
    public function optionsPasskey(): array
    {
        return $this->call('POST', '/api/passkeys/options');
    }

    /**
     * Rename a passkey.
     *
     * The passkey itself stays.
     *
     * @param string $passkey Id of the passkey.
     * @param DocumentsCopyBody $body
     * @return Passkey
     *
     * `PUT /api/passkeys/{passkey}`
     */
    public function updatePasskey(string $passkey, array $body): array
    {
        return $this->call('PUT', '/api/passkeys/' . self::part($passkey), body: $body);
    }

    /**
     * Remove a passkey.
     *
     * It signs nobody in any more; sessions that it opened stay. The device keeps its half until somebody
     * deletes it there.
     *
     * @param string $passkey Id of the passkey.
     * @return Done
     *
     * `DELETE /api/passkeys/{passkey}`
     */
    public function deletePasskey(string $passkey): array
    {
        return $this->call('DELETE', '/api/passkeys/' . self::part($passkey));
    }
}
