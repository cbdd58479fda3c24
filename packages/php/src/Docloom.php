<?php

declare(strict_types=1);

namespace Docloom;

use Docloom\Operations\AllOperations;

/** A client of one service. */
final class Docloom extends AllOperations
{
    private readonly Transport $transport;

    /**
     * @param string|null $baseUrl root of the service; `DOCLOOM_URL` when absent
     * @param string|null $key API key, or `DOCLOOM_KEY`; merge addresses need none
     * @param string|null $secret of the key, or `DOCLOOM_SECRET`
     * @param int $retries how often a request is sent again after 429, 5xx or a broken connection
     * @param int $timeout seconds that one try may take
     * @param (\Closure(float): void)|null $wait waits between two tries
     */
    public function __construct(
        ?string $baseUrl = null,
        ?string $key = null,
        ?string $secret = null,
        int $retries = 4,
        int $timeout = 300,
        ?\Closure $wait = null,
    ) {
        $address = $baseUrl ?? (getenv('DOCLOOM_URL') ?: null);
        if ($address === null) {
            throw new \InvalidArgumentException('Say where the service is: new Docloom($baseUrl) or DOCLOOM_URL.');
        }
        $this->transport = new Transport(
            $address,
            $key ?? (getenv('DOCLOOM_KEY') ?: null),
            $secret ?? (string) getenv('DOCLOOM_SECRET'),
            $retries,
            $timeout,
            $wait ?? static fn (float $seconds) => usleep((int) ($seconds * 1_000_000)),
        );
        parent::__construct($this->transport);
    }

    /**
     * A file for a tool or a document: `['name' => ..., 'contents' => ...]`. `-` is the standard input.
     *
     * @return array{name: string, contents: LocalFile}
     */
    public static function file(string $path, ?string $name = null): array
    {
        $file = new LocalFile($path, $name);
        return ['name' => $file->name, 'contents' => $file];
    }

    /** What the last answer said beside its content: `etag`, `requestId`, `nextCursor`. */
    public function head(): Head
    {
        return $this->transport->head;
    }

    /**
     * Every item of a list, page by page: `$docloom->every($docloom->runs->list(...), status: 'failed')`.
     *
     * @return \Generator<int, mixed>
     */
    public function every(callable $list, mixed ...$arguments): \Generator
    {
        do {
            $page = $list(...$arguments);
            $cursor = $this->head()->nextCursor;
            foreach ($page as $item) {
                yield $item;
            }
            $arguments['cursor'] = $cursor;
        } while ($cursor !== '');
    }
}
