<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\ApplicationsTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `applications`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Application from ApplicationsTypes
 * @phpstan-import-type ApplicationRequest from ApplicationsTypes
 * @phpstan-import-type ApplicationsCreateBody from ApplicationsTypes
 * @phpstan-import-type ApplicationsRequestBody from ApplicationsTypes
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type SessionsOpenidSignIn from SharedTypes
 */
class ApplicationsOperations extends Resource
{
    /**
     * Describe what an application asks for.
     *
     * For the console's page that asks a person whether an application may act for them (OAuth 2.1).
     *
     * @param ApplicationsRequestBody $body
     * @return ApplicationRequest
     *
     * `POST /api/applications/request`
     */
    public function request(array $body): array
    {
        return $this->call('POST', '/api/applications/request', body: $body);
    }

    /**
     * Let an application in, or turn it away.
     *
     * Only a person decides, with a session. What is granted is never more than the person may at the moment
     * of use.
     *
     * @param ApplicationsCreateBody $body
     * @return SessionsOpenidSignIn
     *
     * `POST /api/applications`
     */
    public function create(array $body): array
    {
        return $this->call('POST', '/api/applications', body: $body);
    }

    /**
     * List the applications that act for you.
     *
     * Those that the person who asks has let into this workspace.
     *
     * @return list<Application>
     *
     * `GET /api/applications`
     */
    public function list(): array
    {
        return $this->call('GET', '/api/applications');
    }

    /**
     * Turn an application out.
     *
     * Its tokens stop working at once.
     *
     * @param string $application Id of the application.
     * @return Done
     *
     * `DELETE /api/applications/{application}`
     */
    public function delete(string $application): array
    {
        return $this->call('DELETE', '/api/applications/' . self::part($application));
    }
}
