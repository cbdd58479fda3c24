import * as z from "zod";
import { isWebUrl } from "../../delivery/web-target.ts";
import { Failure } from "../../domain/failure.ts";
import { HOOK_EVENTS, HOOK_STATES, type Hook, type HookFilter, MAX_HOOKS } from "../../domain/hooks/hook.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { flag, numericId, optional, text } from "../../http/wire-values.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { parseOutboundUrl, plainlyPrivateHost } from "../../outbound/url-guard.ts";
import { findDocument } from "../documents/find-document.ts";
import { findRoute } from "../routes/find-route.ts";

export const hookParams = z.object({ hook: text().meta({ description: "Id of the hook." }) });

/** Addresses of platforms carry long tokens. */
const MAX_URL_LENGTH = 2_000;

export const eventSchema = z.enum(HOOK_EVENTS).meta({ description: "What it is told of.", examples: ["run.done"] });

export const targetUrlSchema = text()
  .pipe(z.string().trim().max(MAX_URL_LENGTH))
  .refine(isWebUrl, { error: "must be an http or https address without user name and password" })
  .meta({ description: "The address that is called, by POST.", examples: ["https://hooks.example.com/docloom/42"] });

export const filterSchema = z
  .object({
    document_id: optional(numericId()).meta({ description: "Only events of this document; of all when absent." }),
    route_id: optional(numericId()).meta({ description: "Only events of this data route; of all when absent." }),
    test: flag().meta({ description: "1: test merges, too." }),
  })
  .meta({ description: "Which of the events; all but those of test merges when absent." });

/** A hook as answers show it; its secret is shown once, when it is made. */
export const hookSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the hook." }),
    event: z.enum(HOOK_EVENTS).meta({ description: "What it is told of." }),
    target_url: z.string().meta({ description: "The address that is called." }),
    filter: z
      .object({
        document_id: z.string().optional().meta({ description: "The only document." }),
        route_id: z.string().optional().meta({ description: "The only data route." }),
        test: z.literal([0, 1]).meta({ description: "1: test merges, too." }),
      })
      .meta({ description: "Which of the events." }),
    active: z.literal([0, 1]).meta({ description: "1: it is told." }),
    state: z.enum(HOOK_STATES).meta({
      description:
        "`on`; `off`: somebody has switched it off; `gone`: its receiver answered 410; `failing`: nothing got through for a week.",
    }),
    failing_since: z.string().meta({ description: "Since when nothing has got through; empty if the last call did." }),
    last_called_at: z.string().meta({ description: "When it was called last; empty for never." }),
    last_response: z.string().meta({ description: "What was answered then, or why nothing was." }),
    made_by: z.string().meta({ description: "The key that made it, or `person:` and an id." }),
    created_at: z.iso.datetime().meta({ description: "When it was made." }),
  })
  .meta({ id: "Hook" });

export const hookJson = (hook: Hook): z.output<typeof hookSchema> => ({
  id: hook.id,
  event: hook.event,
  target_url: hook.targetUrl,
  filter: filterJson(hook.filter),
  active: hook.state === "on" ? 1 : 0,
  state: hook.state,
  failing_since: hook.failingSince?.toISOString() ?? "",
  last_called_at: hook.lastCalledAt?.toISOString() ?? "",
  last_response: hook.lastResponse,
  made_by: hook.madeBy,
  created_at: hook.createdAt.toISOString(),
});

const filterJson = ({ documentId, routeId, test }: HookFilter) => ({
  ...(documentId === undefined ? {} : { document_id: String(documentId) }),
  ...(routeId === undefined ? {} : { route_id: String(routeId) }),
  test: test ? (1 as const) : (0 as const),
});

export const hookResource = ({ id, event }: Pick<Hook, "id" | "event">) => ({ type: "hook", id, name: event });

/** A hook in the log: of the address only the host, since the rest of it may be a secret. */
export const hookValues = ({
  event,
  targetUrl,
  filter,
  state,
}: Pick<Hook, "event" | "targetUrl" | "filter" | "state">) => ({
  event,
  target: new URL(targetUrl).host,
  filter: filterJson(filter),
  state,
});

/** @throws Failure `not_found`, for another workspace's hook, too */
export async function findHook({ store }: RequestContext, { workspaceId }: Caller, id: string): Promise<Hook> {
  const hook = await store.hooks.byId(workspaceId, id);
  if (!hook) throw hookNotFound();
  return hook;
}

export const hookNotFound = (): Failure => new Failure("not_found", "There is no such hook in your workspace.");

export const tooManyHooks = (): Failure =>
  new Failure("too_many_hooks", `The workspace has ${MAX_HOOKS} hooks that are on; delete one first.`);

/** @throws Failure `document_not_found`, `route_not_found` if the caller does not see what the filter names */
export async function checkedFilter(
  context: RequestContext,
  caller: Caller,
  filter: z.output<typeof filterSchema> | undefined,
): Promise<HookFilter> {
  const { document_id: documentId, route_id: routeId, test = false } = filter ?? {};
  if (documentId !== undefined) await findDocument(context, caller, documentId);
  if (routeId !== undefined) await findRoute(context, caller, routeId);
  return { documentId, routeId, test };
}

/** Names are looked up when it is called. @throws Failure `url_private` for what is plainly an inner address */
export async function requirePublicTarget(
  { store, env }: RequestContext,
  { workspaceId }: Caller,
  targetUrl: string,
): Promise<void> {
  const policy = outboundPolicy(env, (await store.workspaces.byId(workspaceId))?.internalHosts);
  const found = plainlyPrivateHost(parseOutboundUrl(targetUrl), policy);
  if (!found) return;
  const message = `${found.host} is not a public address (${found.addressClass}): hooks are not called there.`;
  throw new Failure("url_private", message, { errors: [{ pointer: "/target_url", message }] });
}
