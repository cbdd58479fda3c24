<?php

declare(strict_types=1);

namespace Docloom;

/** What an answer says beside its content. */
final class Head
{
    /** For `ifMatch` of a change and `ifNoneMatch` of the next look. */
    public readonly string $etag;
    public readonly string $requestId;
    public readonly string $runId;

    /** Where the next page of a list begins; empty at the last one. */
    public readonly string $nextCursor;

    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(public readonly array $headers)
    {
        $this->etag = $headers['etag'] ?? '';
        $this->requestId = $headers['x-request-id'] ?? '';
        $this->runId = $headers['x-run-id'] ?? '';
        $cursor = '';
        if (preg_match('/<([^>]*)>\s*;\s*rel="?next"?/', $headers['link'] ?? '', $found)) {
            parse_str((string) parse_url($found[1], PHP_URL_QUERY), $query);
            $cursor = is_string($query['cursor'] ?? null) ? $query['cursor'] : '';
        }
        $this->nextCursor = $cursor;
    }
}
