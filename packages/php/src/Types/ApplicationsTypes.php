<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `applications`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type Application array{
 *   // Identifier of what was granted.
 *   id: string,
 *   // What the application calls itself.
 *   name: string,
 *   // Where the access went.
 *   host: string,
 *   // What it may, as far as the person may.
 *   rights: list<string>,
 *   // When it was let in.
 *   created_at: string,
 * }
 *
 * @phpstan-type ApplicationRequest array{
 *   // What the application calls itself, which nobody has verified.
 *   client_name: string,
 *   // Its page; empty if it names none.
 *   client_uri: string,
 *   // Where the access goes.
 *   redirect_host: string,
 *   // 1 if it goes to a program on the browser's own machine.
 *   local: 0|1,
 *   // The rights of the person, which the application may get.
 *   rights: list<ApplicationRequestRight>,
 * }
 *
 * @phpstan-type ApplicationRequestRight array{
 *   // The right.
 *   name: string,
 *   // What it lets do.
 *   description: string,
 *   // 1 if the application has asked for it.
 *   asked: 0|1,
 * }
 *
 * @phpstan-type ApplicationsCreateBody array{
 *   // The query with which the application has sent the browser to the console.
 *   query: string,
 *   // 1 lets it in, 0 turns it away.
 *   allow?: bool,
 *   // The rights that it gets.
 *   rights?: list<'document:read'|'document:write'|'document:publish'|'delivery:write'|'merge'|'run:read'|'run:data'|'run:write'|'tool:use'|'identity:use'|'font:write'|'account:read'|'account:write'|'key:read'|'people:read'|'audit:read'>,
 * }
 *
 * @phpstan-type ApplicationsRequestBody array{
 *   // The query with which the application has sent the browser to the console.
 *   query: string,
 * }
 */
interface ApplicationsTypes
{
}
