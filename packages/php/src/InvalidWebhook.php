<?php

declare(strict_types=1);

namespace Docloom;

/** The post is not from the service, or is too old: answer it with 400. */
final class InvalidWebhook extends \RuntimeException
{
}
