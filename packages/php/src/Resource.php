<?php

declare(strict_types=1);

namespace Docloom;

/** Operations of one kind. */
abstract class Resource
{
    /** Up to this size files go as base64 in JSON; larger ones as parts of a form, read while they are sent. */
    private const MOST_IN_JSON = 6 * 1024 * 1024;

    public function __construct(protected readonly Transport $transport)
    {
    }

    /** A value as a part of an address. */
    protected static function part(string $value): string
    {
        return rawurlencode($value);
    }

    /**
     * Sends a request. JSON is answered as what it stands for, everything else as an `AnsweredFile`.
     * GET, PUT and DELETE are sent again when the connection broke, POST only under an idempotency key.
     *
     * @param array<string, mixed> $query
     */
    protected function call(
        string $method,
        string $path,
        array $query = [],
        array|string|LocalFile|null $body = null,
        ?string $contentType = null,
        ?string $idempotencyKey = null,
        bool $takesKey = false,
        ?string $ifMatch = null,
        ?string $ifNoneMatch = null,
        bool $isOpen = false,
        ?string $baseUrl = null,
    ): mixed {
        $asked = http_build_query(array_map(
            static fn (mixed $value): mixed => is_bool($value) ? (int) $value : (is_array($value) ? implode(',', $value) : $value),
            array_filter($query, static fn (mixed $value): bool => $value !== null),
        ));
        $address = rtrim($baseUrl ?? $this->transport->baseUrl, '/') . $path . ($asked === '' ? '' : "?$asked");
        [$sent, $type] = self::sent($body, $contentType);
        $headers = ['Accept: */*', 'User-Agent: docloom-php'];
        $named = [
            'Content-Type' => $type,
            'Idempotency-Key' => $takesKey ? $idempotencyKey ?? bin2hex(random_bytes(16)) : null,
            'If-Match' => $ifMatch,
            'If-None-Match' => $ifNoneMatch,
        ];
        foreach (array_filter($named) as $name => $value) {
            $headers[] = "$name: $value";
        }
        [$status, $answered, $content] =
            $this->transport->send($method, $address, $headers, $sent, $takesKey || $method !== 'POST', $isOpen);
        if ($status === 304) {
            return null;
        }
        $isJson = str_starts_with($answered['content-type'] ?? '', 'application/json');
        if (!$isJson || isset($answered['content-disposition'])) {
            return new AnsweredFile($content, $answered);
        }
        try {
            return json_decode((string) stream_get_contents($content), true, 512, JSON_THROW_ON_ERROR);
        } catch (\JsonException $error) {
            throw new ConnectionFailed($method . ' ' . Transport::withoutKey($address), $error->getMessage());
        }
    }

    /** @return array{string|array<string, mixed>|LocalFile|null, ?string} the body as it is sent, and its media type */
    private static function sent(array|string|LocalFile|null $body, ?string $contentType): array
    {
        if ($body === null || $body instanceof LocalFile || is_string($body)) {
            // a list of records, as it is in its file
            return [$body, $body === null ? null : $contentType ?? 'application/octet-stream'];
        }
        $ready = self::prepared($body);
        if (self::sizeOfFiles($ready) > self::MOST_IN_JSON) {
            $parts = [];
            self::addParts($parts, '', $ready);
            return [$parts, null];
        }
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        // no member at all is an object without members
        return [$ready === [] ? '{}' : json_encode(self::withBase64($ready), $flags), 'application/json'];
    }

    /** A body whose files are all base64 or `LocalFile`. */
    private static function prepared(mixed $tree): mixed
    {
        if (is_array($tree)) {
            return array_map(self::prepared(...), $tree);
        }
        return match (true) {
            is_resource($tree) => new LocalFile($tree),
            $tree instanceof \SplFileInfo => new LocalFile($tree->getPathname()),
            default => $tree,
        };
    }

    private static function sizeOfFiles(mixed $tree): int
    {
        return match (true) {
            $tree instanceof LocalFile => $tree->size(),
            is_array($tree) => array_sum(array_map(self::sizeOfFiles(...), $tree)),
            default => 0,
        };
    }

    private static function withBase64(mixed $tree): mixed
    {
        return match (true) {
            $tree instanceof LocalFile => $tree->base64(),
            is_array($tree) => array_map(self::withBase64(...), $tree),
            default => $tree,
        };
    }

    /** @param array<string, mixed> $parts of a form, in bracket notation */
    private static function addParts(array &$parts, string $name, mixed $value): void
    {
        if (is_array($value) || $value instanceof \stdClass) {
            foreach ((array) $value as $member => $inner) {
                self::addParts($parts, $name === '' ? (string) $member : "{$name}[$member]", $inner);
            }
        } elseif ($value instanceof LocalFile) {
            $parts[$name] = new \CURLFile($value->path, 'application/octet-stream', $value->name);
        } else {
            $parts[$name] = is_bool($value) ? (string) (int) $value : (string) $value;
        }
    }
}
