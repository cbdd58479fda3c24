<?php

declare(strict_types=1);

namespace Docloom;

use Docloom\Operations\MergeOperations;

/**
 * Every operation of merging, and the three that programs mostly need.
 *
 * A target is a merge address (it needs no credentials), or `['document' => '7']` or `['route' => '7']`.
 */
final class Merge extends MergeOperations
{
    /**
     * Merges and returns the file.
     *
     * @param string|array{document: string}|array{route: string} $target
     * @param array<string, mixed> $data
     * @param bool $test marked as a sample, counted apart, nothing is sent
     * @param string|null $idempotencyKey what is merged again under the same key, within a day, is not merged again
     */
    public function now(string|array $target, array $data = [], bool $test = false, ?string $idempotencyKey = null): AnsweredFile
    {
        $answer = $this->open($target, $data, $test, $idempotencyKey, true);
        if (!$answer instanceof AnsweredFile) {
            throw new \LogicException('The data route made several files: files() returns all of them.');
        }
        return $answer;
    }

    /**
     * Merges a data route and returns all its files.
     *
     * @param string|array{document: string}|array{route: string} $target
     * @param array<string, mixed> $data
     * @return list<AnsweredFile>
     */
    public function files(string|array $target, array $data = [], bool $test = false, ?string $idempotencyKey = null): array
    {
        $answer = $this->open($target, $data, $test, $idempotencyKey, true);
        if ($answer instanceof AnsweredFile) {
            return [$answer];
        }
        $headers = ['x-run-id' => $this->transport->head->runId];
        return array_map(static function (array $file) use ($headers): AnsweredFile {
            $stream = fopen('php://temp', 'w+b');
            fwrite($stream, (string) base64_decode($file['file_contents']));
            return new AnsweredFile($stream, $headers, $file['name']);
        }, $answer['files']);
    }

    /**
     * Has the service merge and deliver on its own. Returns the run, which tells the outcome.
     *
     * @param string|array{document: string}|array{route: string} $target
     * @param array<string, mixed> $data
     */
    public function later(string|array $target, array $data = [], bool $test = false, ?string $idempotencyKey = null): string
    {
        $this->open($target, $data, $test, $idempotencyKey, false);
        return $this->transport->head->runId;
    }

    private function open(string|array $target, array $data, bool $test, ?string $key, bool $isDownloaded): mixed
    {
        [$baseUrl, $path, $isOpen] = self::place($target);
        return $this->call(
            'POST',
            $path,
            query: ['test' => $test ?: null, 'download' => $isDownloaded ?: null],
            body: $data,
            idempotencyKey: $key,
            takesKey: true,
            isOpen: $isOpen,
            baseUrl: $baseUrl,
        );
    }

    /** @return array{?string, string, bool} root of the service, path, and whether it needs no credentials */
    private static function place(string|array $target): array
    {
        if (is_array($target)) {
            foreach (['document', 'route'] as $kind) {
                if (isset($target[$kind])) {
                    return [null, "/api/{$kind}s/" . self::part((string) $target[$kind]) . '/merge', false];
                }
            }
            throw new \InvalidArgumentException("A target is a merge address, ['document' => ID] or ['route' => ID].");
        }
        if (!preg_match('#^(.*)(/(?:merge|route)/\d+/[^/?\#]+)#', $target, $found)) {
            throw new \InvalidArgumentException("\"$target\" is not a merge address: those end in /merge/ID/KEY or /route/ID/KEY.");
        }
        return [$found[1], $found[2], true];
    }
}
