<?php

declare(strict_types=1);

namespace Docloom\Types;

/**
 * Types of `hooks`. Made from the service's OpenAPI document (`npm run clients`); not edited by hand.
 *
 * @phpstan-type Hook array{
 *   // Identifier of the hook.
 *   id: string,
 *   // What it is told of.
 *   event: 'run.done'|'run.failed'|'batch.done'|'delivery.failed'|'document.published'|'form.submitted',
 *   // The address that is called.
 *   target_url: string,
 *   // Which of the events.
 *   filter: HookFilter,
 *   // 1: it is told.
 *   active: 0|1,
 *   // `on`; `off`: somebody has switched it off; `gone`: its receiver answered 410; `failing`: nothing got
 *   // through for a week.
 *   state: 'on'|'off'|'gone'|'failing',
 *   // Since when nothing has got through; empty if the last call did.
 *   failing_since: string,
 *   // When it was called last; empty for never.
 *   last_called_at: string,
 *   // What was answered then, or why nothing was.
 *   last_response: string,
 *   // The key that made it, or `person:` and an id.
 *   made_by: string,
 *   // When it was made.
 *   created_at: string,
 * }
 *
 * @phpstan-type HookEvent array{
 *   // The event.
 *   event: 'run.done'|'run.failed'|'batch.done'|'delivery.failed'|'document.published'|'form.submitted',
 *   // What it is, for people.
 *   title: string,
 *   // What is sent: an example.
 *   sample: array<string, mixed>,
 * }
 *
 * @phpstan-type HookFilter array{
 *   // The only document.
 *   document_id?: string,
 *   // The only data route.
 *   route_id?: string,
 *   // 1: test merges, too.
 *   test: 0|1,
 * }
 *
 * @phpstan-type HooksCreateBody array{
 *   // What it is told of.
 *   event: 'run.done'|'run.failed'|'batch.done'|'delivery.failed'|'document.published'|'form.submitted',
 *   // The address that is called, by POST.
 *   target_url: string,
 *   // Which of the events; all but those of test merges when absent.
 *   filter?: HooksCreateBodyFilter,
 * }
 *
 * @phpstan-type HooksCreateBodyFilter array{
 *   // Only events of this document; of all when absent.
 *   document_id?: string,
 *   // Only events of this data route; of all when absent.
 *   route_id?: string,
 *   // 1: test merges, too.
 *   test?: bool,
 * }
 *
 * @phpstan-type HooksUpdateBody array{
 *   // The address that is called, by POST.
 *   target_url?: string,
 *   // Which of the events; all but those of test merges when absent.
 *   filter?: HooksCreateBodyFilter,
 *   // 0 switches the hook off, 1 on.
 *   active?: bool,
 * }
 *
 * @phpstan-type NewHook array{
 *   // Identifier of the hook.
 *   id: string,
 *   // What it is told of.
 *   event: 'run.done'|'run.failed'|'batch.done'|'delivery.failed'|'document.published'|'form.submitted',
 *   // The address that is called.
 *   target_url: string,
 *   // Which of the events.
 *   filter: HookFilter,
 *   // 1: it is told.
 *   active: 0|1,
 *   // `on`; `off`: somebody has switched it off; `gone`: its receiver answered 410; `failing`: nothing got
 *   // through for a week.
 *   state: 'on'|'off'|'gone'|'failing',
 *   // Since when nothing has got through; empty if the last call did.
 *   failing_since: string,
 *   // When it was called last; empty for never.
 *   last_called_at: string,
 *   // What was answered then, or why nothing was.
 *   last_response: string,
 *   // The key that made it, or `person:` and an id.
 *   made_by: string,
 *   // When it was made.
 *   created_at: string,
 *   // Signs what is sent: `webhook-signature` of Standard Webhooks.
 *   secret: string,
 * }
 *
 * @phpstan-type TestedHook array{
 *   // Always 1: the hook was called.
 *   success: 1,
 *   // Whether the receiver took it.
 *   ok: bool,
 *   // Status and first lines of the answer, or why there was none.
 *   response: string,
 * }
 */
interface HooksTypes
{
}
