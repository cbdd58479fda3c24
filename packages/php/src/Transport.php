<?php

declare(strict_types=1);

namespace Docloom;

/** A service and how it is reached: credentials, and when a request is sent again. */
final class Transport
{
    private const FIRST_WAIT = 0.4;
    private const LONGEST_WAIT = 30.0;

    /** Of the last answer. */
    public Head $head;

    /** @param \Closure(float): void $wait waits so many seconds between two tries */
    public function __construct(
        public readonly string $baseUrl,
        private readonly ?string $key,
        private readonly string $secret,
        private readonly int $retries,
        private readonly int $timeout,
        private readonly \Closure $wait,
    ) {
        $this->head = new Head([]);
    }

    /**
     * Sends a request until it is answered with anything but 429, 5xx or silence.
     *
     * @param list<string> $headers
     * @param string|array<string, mixed>|LocalFile|null $body
     * @return array{int, array<string, string>, resource} status, headers and content
     * @throws DocloomError for every status from 400 on
     * @throws ConnectionFailed if the last try was not answered
     */
    public function send(
        string $method,
        string $address,
        array $headers,
        string|array|LocalFile|null $body,
        bool $mayRepeat,
        bool $isOpen,
    ): array {
        $request = $method . ' ' . self::withoutKey($address);
        for ($tried = 0; ; $tried++) {
            $asked = null;
            try {
                [$status, $answered, $content] = $this->sendOnce($request, $method, $address, $headers, $body, $isOpen);
                if ($status < 400) {
                    $this->head = new Head($answered);
                    return [$status, $answered, $content];
                }
                $problem = json_decode((string) stream_get_contents($content), true);
                $error = new DocloomError($status, is_array($problem) ? $problem : [], $request, $answered['x-request-id'] ?? '');
                if (!self::isWorthAnotherTry($error, $mayRepeat)) {
                    throw $error;
                }
                $asked = $answered['retry-after'] ?? null;
            } catch (ConnectionFailed $failed) {
                $error = $failed;
                if (!$mayRepeat) {
                    throw $error;
                }
            }
            if ($tried >= $this->retries) {
                throw $error;
            }
            ($this->wait)(self::waitSeconds($tried, $asked));
        }
    }

    /**
     * @param list<string> $headers
     * @param string|array<string, mixed>|LocalFile|null $body
     * @return array{int, array<string, string>, resource}
     */
    private function sendOnce(
        string $request,
        string $method,
        string $address,
        array $headers,
        string|array|LocalFile|null $body,
        bool $isOpen,
    ): array {
        $content = fopen('php://temp', 'w+b');
        $answered = [];
        $handle = curl_init($address);
        curl_setopt_array($handle, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [...$headers, 'Expect:'],
            CURLOPT_FOLLOWLOCATION => $method === 'GET',
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CONNECTTIMEOUT => min(30, $this->timeout),
            CURLOPT_TIMEOUT => $this->timeout,
            CURLOPT_FILE => $content,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$answered): int {
                // of the last answer, if there was a redirect
                if (str_starts_with($line, 'HTTP/')) {
                    $answered = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $answered[strtolower($name)] = trim($value);
                }
                return strlen($line);
            },
        ]);
        if ($this->key !== null && !$isOpen) {
            curl_setopt($handle, CURLOPT_USERPWD, "$this->key:$this->secret");
        }
        if ($body instanceof LocalFile) {
            $source = fopen($body->path, 'rb');
            curl_setopt_array($handle, [CURLOPT_UPLOAD => true, CURLOPT_INFILE => $source, CURLOPT_INFILESIZE => $body->size()]);
        } elseif ($body !== null) {
            // fields of an array go as a form, its files from disk
            curl_setopt($handle, CURLOPT_POSTFIELDS, $body);
        }
        $isAnswered = curl_exec($handle);
        $status = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        if ($isAnswered === false) {
            throw new ConnectionFailed($request, curl_error($handle));
        }
        rewind($content);
        return [$status, $answered, $content];
    }

    /** 409 counts as one while the first try, whose answer was lost, is still being worked on. */
    private static function isWorthAnotherTry(DocloomError $error, bool $mayRepeat): bool
    {
        return match (true) {
            $error->status === 429, $error->status === 503 => true,
            $error->status === 409 => $error->reason === 'idempotency_in_progress',
            default => $mayRepeat && $error->status >= 500 && $error->status !== 501,
        };
    }

    /** What the service asks for, or twice as long each time; spread, so that clients do not all come at once. */
    private static function waitSeconds(int $tried, ?string $retryAfter): float
    {
        $own = self::FIRST_WAIT * 2 ** $tried * (0.5 + mt_rand() / mt_getrandmax() / 2);
        return min(self::secondsAsked($retryAfter) ?? $own, self::LONGEST_WAIT);
    }

    /** RFC 9110, 10.2.3: seconds or a date. */
    private static function secondsAsked(?string $header): ?float
    {
        if ($header === null || $header === '') {
            return null;
        }
        if (ctype_digit($header)) {
            return (float) $header;
        }
        $time = strtotime($header);
        return $time === false ? null : max(0.0, (float) ($time - time()));
    }

    /** Merge addresses and links give access to whoever knows them: they do not belong in logs. */
    public static function withoutKey(string $address): string
    {
        $hidden = (string) preg_replace('#(/(?:merge|route)/\d+/|/files/)[^/?]+#', '$1...', $address);
        return (string) preg_replace('/\?.*$/', '', $hidden);
    }
}
