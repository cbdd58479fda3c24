<?php

declare(strict_types=1);

namespace Docloom;

/** A file of this machine, read when it is sent. */
final class LocalFile
{
    public readonly string $name;
    public readonly string $path;
    private readonly bool $isCopy;

    /** @param string|resource $source its path, `-` for the standard input, or an open stream */
    public function __construct(mixed $source, ?string $name = null)
    {
        $stream = $source === '-' ? fopen('php://stdin', 'rb') : $source;
        $this->isCopy = is_resource($stream);
        if ($this->isCopy) {
            // a copy can be read again, when a request has to be sent again
            $this->path = (string) tempnam(sys_get_temp_dir(), 'docloom');
            file_put_contents($this->path, $stream);
        } else {
            $this->path = (string) $stream;
            if (!is_file($this->path)) {
                throw new \InvalidArgumentException("There is no file $this->path.");
            }
        }
        $this->name = $name ?? ($this->isCopy ? 'file' : basename($this->path));
    }

    public function __destruct()
    {
        if ($this->isCopy) {
            @unlink($this->path);
        }
    }

    public function size(): int
    {
        return (int) filesize($this->path);
    }

    public function base64(): string
    {
        return base64_encode((string) file_get_contents($this->path));
    }
}
