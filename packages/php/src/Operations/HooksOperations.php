<?php

declare(strict_types=1);

namespace Docloom\Operations;

use Docloom\Resource;
use Docloom\Types\HooksTypes;
use Docloom\Types\SharedTypes;

/**
 * Operations of `hooks`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-import-type Done from SharedTypes
 * @phpstan-import-type Hook from HooksTypes
 * @phpstan-import-type HookEvent from HooksTypes
 * @phpstan-import-type HooksCreateBody from HooksTypes
 * @phpstan-import-type HooksUpdateBody from HooksTypes
 * @phpstan-import-type NewHook from HooksTypes
 * @phpstan-import-type TestedHook from HooksTypes
 */
class HooksOperations extends Resource
{
    /**
     * List hooks.
     *
     * The hooks of the workspace in the order in which they were made, without their secrets.
     *
     * @return list<Hook>
     *
     * `GET /api/hooks`
     */
    public function list(): array
    {
        return $this->call('GET', '/api/hooks');
    }

    /**
     * Make a hook.
     *
     * From now on the address is called by POST whenever the event happens, signed by Standard Webhooks with
     * the secret of this answer, which is not shown again. Who may not see all folders gets events of theirs
     * only. What fails is tried again for three days as deliveries are; an answer 410 ends the hook, and so
     * does a week without success, with an alert. A workspace has at most 50 hooks that are on.
     *
     * @param HooksCreateBody $body
     * @return NewHook
     *
     * `POST /api/hooks`
     */
    public function create(array $body): array
    {
        return $this->call('POST', '/api/hooks', body: $body);
    }

    /**
     * List events of hooks.
     *
     * The events that hooks can be made for, each with an example of what is sent.
     *
     * @return list<HookEvent>
     *
     * `GET /api/hooks/events`
     */
    public function listEvents(): array
    {
        return $this->call('GET', '/api/hooks/events');
    }

    /**
     * Get a hook.
     *
     * One hook: whether it is on, and what was answered when it was called last.
     *
     * @param string $hook Id of the hook.
     * @return Hook
     *
     * `GET /api/hooks/{hook}`
     */
    public function get(string $hook): array
    {
        return $this->call('GET', '/api/hooks/' . self::part($hook));
    }

    /**
     * Change a hook.
     *
     * Only the members you send are changed; a filter is replaced whole. `active` 0 drops what waits to be
     * sent; 1 switches on a hook that has ended.
     *
     * @param string $hook Id of the hook.
     * @param HooksUpdateBody $body
     * @return Hook
     *
     * `PUT /api/hooks/{hook}`
     */
    public function update(string $hook, array $body = []): array
    {
        return $this->call('PUT', '/api/hooks/' . self::part($hook), body: $body);
    }

    /**
     * Delete a hook.
     *
     * Nothing is sent there any more, nor what waits to be sent.
     *
     * @param string $hook Id of the hook.
     * @return Done
     *
     * `DELETE /api/hooks/{hook}`
     */
    public function delete(string $hook): array
    {
        return $this->call('DELETE', '/api/hooks/' . self::part($hook));
    }

    /**
     * Send a sample to a hook.
     *
     * Calls the hook's address once with the example that `GET /api/hooks/events` shows, signed as events
     * are, even when the hook is switched off. It is not tried again and changes nothing of the hook's state.
     * `webhook-id` begins with `sample_`. A failure of the receiver is not a failure of the request.
     *
     * @param string $hook Id of the hook.
     * @return TestedHook
     *
     * `POST /api/hooks/{hook}/test`
     */
    public function test(string $hook): array
    {
        return $this->call('POST', '/api/hooks/' . self::part($hook) . '/test');
    }
}
