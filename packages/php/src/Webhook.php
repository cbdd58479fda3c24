<?php

declare(strict_types=1);

namespace Docloom;

/** Webhooks, checked by their signature (Standard Webhooks). */
final class Webhook
{
    /** Seconds that a post may be old, or ahead of this machine's clock. */
    private const TOLERANCE = 300;

    /**
     * Checks who posted it, and when, and returns its event: `['type' => ..., 'timestamp' => ..., 'data' => [...]]`.
     *
     * @param string $body as it came: `file_get_contents('php://input')`
     * @param array<string, string|list<string>> $headers of the request: `getallheaders()`
     * @param string|list<string> $secret of the delivery or the hook; several while it is being renewed
     * @return array<string, mixed>
     * @throws InvalidWebhook saying what is missing or wrong
     */
    public static function verify(string $body, array $headers, string|array $secret): array
    {
        $given = [];
        foreach ($headers as $name => $value) {
            $given[strtolower((string) $name)] = is_array($value) ? (string) ($value[0] ?? '') : (string) $value;
        }
        $names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
        $missing = array_filter($names, static fn (string $name): bool => ($given[$name] ?? '') === '');
        if ($missing !== []) {
            throw new InvalidWebhook('The webhook cannot be checked: the request has no header ' . implode(', ', $missing) . '.');
        }
        $secrets = array_filter((array) $secret);
        if ($secrets === []) {
            throw new InvalidWebhook('The webhook cannot be checked: no secret was given.');
        }
        [$id, $timestamp, $signatures] = array_map(static fn (string $name): string => $given[$name], $names);
        if (!preg_match('/^\d{1,12}$/D', $timestamp) || abs(time() - (int) $timestamp) > self::TOLERANCE) {
            throw new InvalidWebhook('The webhook cannot be trusted: its time is more than five minutes away.');
        }
        foreach ($secrets as $one) {
            $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", self::key($one), true));
            foreach (explode(' ', $signatures) as $offered) {
                if (hash_equals($right, $offered)) {
                    return self::event($body);
                }
            }
        }
        throw new InvalidWebhook('The webhook cannot be trusted: no signature is right.');
    }

    /** `whsec_` and base64, or any other text as it is. */
    private static function key(string $secret): string
    {
        return str_starts_with($secret, 'whsec_') ? (string) base64_decode(substr($secret, 6)) : $secret;
    }

    /**
     * JSON, or form pairs such as `data[fields][Name]=Ann`.
     *
     * @return array<string, mixed>
     */
    private static function event(string $body): array
    {
        if (str_starts_with($body, '{')) {
            return (array) json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
        parse_str($body, $event);
        return $event;
    }
}
