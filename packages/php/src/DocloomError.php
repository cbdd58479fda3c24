<?php

declare(strict_types=1);

namespace Docloom;

/** The service answered with a failure (RFC 9457). */
final class DocloomError extends \RuntimeException
{
    /** Stable word for the kind of failure, e.g. `document_not_found`; empty if there is none. `getCode()` is the status. */
    public readonly string $reason;

    /** @var list<array<string, mixed>> everything that was wrong, if there are several things */
    public readonly array $errors;

    /** Names the request in the service's log. */
    public readonly string $requestId;

    /**
     * @param int $status of the answer, 400 or more
     * @param array<string, mixed> $problem the JSON object of the answer
     * @param string $request method and address, without keys of merge addresses
     */
    public function __construct(
        public readonly int $status,
        public readonly array $problem,
        public readonly string $request,
        string $requestId = '',
    ) {
        $sentence = $problem['error'] ?? $problem['detail'] ?? "$request was answered with status $status.";
        parent::__construct((string) $sentence, $status);
        $this->reason = (string) ($problem['code'] ?? '');
        $this->errors = array_values((array) ($problem['errors'] ?? []));
        $this->requestId = (string) ($problem['request_id'] ?? $requestId);
    }
}
