<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\PeopleTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `people`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Directory from PeopleTypes
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type Invitation from PeopleTypes
 * @phpstan-import-type InvitationOffer from PeopleTypes
 * @phpstan-import-type Issuer from PeopleTypes
 * @phpstan-import-type NewDirectory from PeopleTypes
 * @phpstan-import-type PeopleAcceptInvitationBody from PeopleTypes
 * @phpstan-import-type PeopleCreateDirectoryBody from PeopleTypes
 * @phpstan-import-type PeopleCreateInvitationBody from PeopleTypes
 * @phpstan-import-type PeopleCreateIssuerBody from PeopleTypes
 * @phpstan-import-type PeopleFirstOwnerBody from PeopleTypes
 * @phpstan-import-type PeopleReadInvitationBody from SharedTypes
 * @phpstan-import-type PeopleUpdateBody from PeopleTypes
 * @phpstan-import-type Person from PeopleTypes
 * @phpstan-import-type PersonAccess from PeopleTypes
 * @phpstan-import-type SentInvitation from PeopleTypes
 */
class PeopleOperations extends Resource
{
    /**
     * List people.
     *
     * The members of the workspace with their roles, by name.
     *
     * @return list<Person>
     *
     * `GET /api/people`
     */
    public function list(): array
    {
        return $this->call('GET', '/api/people');
    }

    /**
     * Name the first owner.
     *
     * In a workspace without owners, whoever has all rights names a person once, who becomes its first owner.
     * A browser that asks is that person from then on. API keys stay as they are.
     *
     * @param PeopleFirstOwnerBody $body
     * @return Person
     *
     * `POST /api/people/first_owner`
     */
    public function firstOwner(array $body): array
    {
        return $this->call('POST', '/api/people/first_owner', body: $body);
    }

    /**
     * Leave the workspace.
     *
     * Whoever is signed in is no member any more: their sessions end, and the keys they made are revoked.
     *
     * @return Done
     *
     * `POST /api/people/leave`
     */
    public function leave(): array
    {
        return $this->call('POST', '/api/people/leave');
    }

    /**
     * Get a person.
     *
     * A member of the workspace.
     *
     * @param string $person Id of the person.
     * @return Person
     *
     * `GET /api/people/{person}`
     */
    public function get(string $person): array
    {
        return $this->call('GET', '/api/people/' . self::part($person));
    }

    /**
     * Change a person's role.
     *
     * The role holds from the person's next request on. Nobody gives more than they have, and a workspace
     * keeps an owner. Keys that the person made keep their rights.
     *
     * @param string $person Id of the person.
     * @param PeopleUpdateBody $body
     * @return Person
     *
     * `PUT /api/people/{person}`
     */
    public function update(string $person, array $body = []): array
    {
        return $this->call('PUT', '/api/people/' . self::part($person), body: $body);
    }

    /**
     * Let a person go.
     *
     * In one step the person is no member any more, their sessions end, invitations they sent are withdrawn,
     * and their keys are revoked, or belong to somebody else with `keys_to`. With `renew=1` the merge
     * addresses that the person could see are renewed: programs that use them need the new ones.
     *
     * @param string $person Id of the person.
     * @param string|null $keysTo Id of the person whom the keys belong to; revoked when absent.
     * @param bool|null $renew 1 renews the merge addresses that the person could see.
     * @return Done
     *
     * `DELETE /api/people/{person}`
     */
    public function delete(
        string $person,
        string|null $keysTo = null,
        bool|null $renew = null,
    ): array
    {
        return $this->call(
            'DELETE',
            '/api/people/' . self::part($person),
            query: ['keys_to' => $keysTo, 'renew' => $renew],
        );
    }

    /**
     * Show the keys and sessions of a person.
     *
     * What to decide about before a person is let go: the API keys they made and that work, how many browsers
     * are signed in, and how many documents and data routes there are whose merge addresses they could see.
     *
     * @param string $person Id of the person.
     * @return PersonAccess
     *
     * `GET /api/people/{person}/access`
     */
    public function getAccess(string $person): array
    {
        return $this->call('GET', '/api/people/' . self::part($person) . '/access');
    }

    /**
     * List invitations.
     *
     * Those that nobody has accepted yet, and those that have expired, newest first.
     *
     * @return list<Invitation>
     *
     * `GET /api/invitations`
     */
    public function listInvitations(): array
    {
        return $this->call('GET', '/api/invitations');
    }

    /**
     * Invite a person.
     *
     * The invitation waits for seven days; another one for the same address takes its place. Where mail
     * leaves it is mailed, and only the mail has the link. Where none leaves, the answer has it once.
     *
     * @param PeopleCreateInvitationBody $body
     * @return SentInvitation
     *
     * `POST /api/invitations`
     */
    public function createInvitation(array $body): array
    {
        return $this->call('POST', '/api/invitations', body: $body);
    }

    /**
     * Send an invitation again.
     *
     * With another link, for seven days from now; the one before stops working.
     *
     * @param string $invitation Id of the invitation.
     * @return SentInvitation
     *
     * `POST /api/invitations/{invitation}/again`
     */
    public function sendInvitationAgain(string $invitation): array
    {
        return $this->call(
            'POST',
            '/api/invitations/' . self::part($invitation) . '/again',
        );
    }

    /**
     * Withdraw an invitation.
     *
     * Its link stops working at once.
     *
     * @param string $invitation Id of the invitation.
     * @return Done
     *
     * `DELETE /api/invitations/{invitation}`
     */
    public function deleteInvitation(string $invitation): array
    {
        return $this->call('DELETE', '/api/invitations/' . self::part($invitation));
    }

    /**
     * Read an invitation.
     *
     * For the page that the link opens. Nothing is accepted yet.
     *
     * @param PeopleReadInvitationBody $body
     * @return InvitationOffer
     *
     * `POST /api/invitation`
     */
    public function readInvitation(array $body): array
    {
        return $this->call('POST', '/api/invitation', body: $body, isOpen: true);
    }

    /**
     * Accept an invitation.
     *
     * The invited person is a member from now on, and the browser is signed in; the session's cookie is in
     * Set-Cookie. A browser where somebody else is signed in accepts nothing.
     *
     * @param PeopleAcceptInvitationBody $body
     * @return InvitationOffer
     *
     * `POST /api/invitation/accept`
     */
    public function acceptInvitation(array $body): array
    {
        return $this->call('POST', '/api/invitation/accept', body: $body, isOpen: true);
    }

    /**
     * List the workspace's issuers.
     *
     * OpenID Connect issuers by which the workspace's people sign in, without their secrets.
     *
     * @return list<Issuer>
     *
     * `GET /api/issuers`
     */
    public function listIssuers(): array
    {
        return $this->call('GET', '/api/issuers');
    }

    /**
     * Add an issuer.
     *
     * The issuer has to be on the public internet and to answer. People sign in by it once the domain's DNS
     * has the TXT record of the answer.
     *
     * @param PeopleCreateIssuerBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return Issuer
     *
     * `POST /api/issuers`
     */
    public function createIssuer(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/issuers',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Change an issuer.
     *
     * Another domain has to be proved anew. `only_way` takes a domain that is proved, and ends the sessions
     * that people have opened another way.
     *
     * @param string $issuer Id of the issuer.
     * @param PeopleCreateIssuerBody $body
     * @return Issuer
     *
     * `PUT /api/issuers/{issuer}`
     */
    public function updateIssuer(string $issuer, array $body): array
    {
        return $this->call('PUT', '/api/issuers/' . self::part($issuer), body: $body);
    }

    /**
     * Remove an issuer.
     *
     * Nobody signs in by it any more; sessions stay until they end.
     *
     * @param string $issuer Id of the issuer.
     * @return Done
     *
     * `DELETE /api/issuers/{issuer}`
     */
    public function deleteIssuer(string $issuer): array
    {
        return $this->call('DELETE', '/api/issuers/' . self::part($issuer));
    }

    /**
     * Look for an issuer's domain record.
     *
     * Looks up the TXT record. It is looked for again each day: once it is gone, nobody signs in by the
     * issuer.
     *
     * @param string $issuer Id of the issuer.
     * @return Issuer
     *
     * `POST /api/issuers/{issuer}/proof`
     */
    public function renewIssuerProof(string $issuer): array
    {
        return $this->call('POST', '/api/issuers/' . self::part($issuer) . '/proof');
    }

    /**
     * Get the connection with a directory.
     *
     * A company's directory (Entra, Okta and others) that says by SCIM 2.0 who is in the workspace.
     *
     * @return Directory
     *
     * `GET /api/directory`
     */
    public function getDirectory(): array
    {
        return $this->call('GET', '/api/directory');
    }

    /**
     * Connect a directory.
     *
     * The answer shows the token, which is kept as a digest only. Asked for again, the token before stops
     * working.
     *
     * @param PeopleCreateDirectoryBody $body
     * @return NewDirectory
     *
     * `POST /api/directory`
     */
    public function createDirectory(array $body): array
    {
        return $this->call('POST', '/api/directory', body: $body);
    }

    /**
     * Disconnect the directory.
     *
     * Its token stops working. Its people stay members.
     *
     * @return Done
     *
     * `DELETE /api/directory`
     */
    public function deleteDirectory(): array
    {
        return $this->call('DELETE', '/api/directory');
    }
}
