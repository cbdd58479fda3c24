<?php

declare(strict_types=1);

namespace Docloom;

/** No whole answer came: the address is wrong, the service is down, or the connection broke. */
final class ConnectionFailed extends \RuntimeException
{
    public function __construct(public readonly string $request, string $reason)
    {
        parent::__construct("$request was not answered: $reason");
    }
}
