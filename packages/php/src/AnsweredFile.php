<?php

declare(strict_types=1);

namespace Docloom;

/** A file that the service answered, whole. Above 2 MB it is on disk until it is saved. */
final class AnsweredFile
{
    public readonly string $name;
    public readonly string $mediaType;

    /** The run that made it; empty for what the tools make. */
    public readonly string $runId;

    /** @var list<string> what was odd about a merge, or what a conversion could not keep, in sentences */
    public readonly array $warnings;

    /**
     * @param resource $stream
     * @param array<string, string> $headers by their names in lower case
     */
    public function __construct(private readonly mixed $stream, array $headers, ?string $name = null)
    {
        $this->name = $name ?? (self::nameIn($headers['content-disposition'] ?? '') ?: 'file');
        $this->mediaType = $headers['content-type'] ?? 'application/octet-stream';
        $this->runId = $headers['x-run-id'] ?? '';
        $this->warnings = [
            ...self::stringsIn($headers['conversion-warnings'] ?? ''),
            ...self::stringsIn($headers['x-warnings'] ?? ''),
        ];
    }

    public function bytes(): string
    {
        rewind($this->stream);
        return (string) stream_get_contents($this->stream);
    }

    /** @return resource from its beginning */
    public function stream(): mixed
    {
        rewind($this->stream);
        return $this->stream;
    }

    /**
     * Writes it to a file, or into a folder under its own name; `-` is the standard output.
     *
     * @return string the path
     */
    public function save(string $path = '.'): string
    {
        if ($path === '-') {
            $out = fopen('php://output', 'wb');
            stream_copy_to_stream($this->stream(), $out);
            return '-';
        }
        if (is_dir($path)) {
            // a name is not a way out of the folder
            $parts = preg_split('#[/\\\\]#', $this->name) ?: ['file'];
            $path .= '/' . (ltrim((string) end($parts), '.') ?: 'file');
        }
        $unfinished = (string) tempnam(dirname($path), '.docloom');
        $written = file_put_contents($unfinished, $this->stream());
        if ($written === false || !rename($unfinished, $path)) {
            @unlink($unfinished);
            throw new \RuntimeException("$path cannot be written.");
        }
        chmod($path, 0666 & ~umask());
        return $path;
    }

    /** The name in a Content-Disposition (RFC 6266): `filename*` is the exact one. */
    private static function nameIn(string $header): string
    {
        if (preg_match("/filename\\*=UTF-8''([^;]+)/i", $header, $found)) {
            return rawurldecode($found[1]);
        }
        if (!preg_match('/filename=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\s]+))/i', $header, $found)) {
            return '';
        }
        return $found[2] ?? (string) preg_replace('/\\\\(.)/', '$1', $found[1]);
    }

    /**
     * The strings and display strings of a list (RFC 9651, 3.1, 3.3.3 and 3.3.8).
     *
     * @return list<string>
     */
    private static function stringsIn(string $header): array
    {
        preg_match_all('/(%?)"((?:[^"\\\\]|\\\\.)*)"/', $header, $all, PREG_SET_ORDER);
        return array_map(
            static fn (array $one): string => $one[1] ? rawurldecode($one[2]) : (string) preg_replace('/\\\\(.)/', '$1', $one[2]),
            $all,
        );
    }
}
