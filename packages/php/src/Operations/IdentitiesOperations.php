<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\IdentitiesTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `identities`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Deleted from SharedTypes
 * @phpstan-import-type IdentitiesCreateBody from IdentitiesTypes
 * @phpstan-import-type IdentitiesUpdateBody from IdentitiesTypes
 * @phpstan-import-type SigningIdentity from IdentitiesTypes
 * @phpstan-import-type UsedSigningIdentity from IdentitiesTypes
 */
class IdentitiesOperations extends Resource
{
    /**
     * List signing identities.
     *
     * Who can sign for the workspace, by name. Private keys are never shown.
     *
     * @return list<SigningIdentity>
     *
     * `GET /api/identities`
     */
    public function list(): array
    {
        return $this->call('GET', '/api/identities');
    }

    /**
     * Keep a signing identity.
     *
     * A private key with its certificates, kept encrypted under a key of the deployment, for
     * `settings[signature]` and `sign_pdf`. Neither the private key nor the password is ever shown again.
     *
     * @param IdentitiesCreateBody $body
     * @param string|null $idempotencyKey What is sent again under the same key is not done again.
     * @return SigningIdentity
     *
     * `POST /api/identities`
     */
    public function create(array $body, string|null $idempotencyKey = null): array
    {
        return $this->call(
            'POST',
            '/api/identities',
            body: $body,
            idempotencyKey: $idempotencyKey,
            takesKey: true,
        );
    }

    /**
     * Get a signing identity.
     *
     * What its certificate says, and what is signed by it. The private key is never shown.
     *
     * @param string $id Id of the identity.
     * @return UsedSigningIdentity
     *
     * `GET /api/identities/{id}`
     */
    public function get(string $id): array
    {
        return $this->call('GET', '/api/identities/' . self::part($id));
    }

    /**
     * Change a signing identity.
     *
     * Another name, or another key with its certificates: documents that name the identity sign with it at
     * once.
     *
     * @param string $id Id of the identity.
     * @param IdentitiesUpdateBody $body
     * @return SigningIdentity
     *
     * `PUT /api/identities/{id}`
     */
    public function update(string $id, array $body = []): array
    {
        return $this->call('PUT', '/api/identities/' . self::part($id), body: $body);
    }

    /**
     * Delete a signing identity.
     *
     * Nothing is signed with its key from then on; it lies in the bin for 30 days, encrypted, unless an owner
     * removes it for good. Signatures made with it stay as they are; merges that are to be signed by it fail.
     *
     * @param string $id Id of the identity.
     * @return Deleted
     *
     * `DELETE /api/identities/{id}`
     */
    public function delete(string $id): array
    {
        return $this->call('DELETE', '/api/identities/' . self::part($id));
    }
}
