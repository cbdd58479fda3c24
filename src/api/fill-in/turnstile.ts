import * as z from "zod";
import { auditValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { MASK } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { textBox } from "../../domain/text-box.ts";
import type { Env } from "../../env.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { StoredTurnstileKeys } from "../../store/addresses/turnstile-keys.ts";
import { siteverify } from "./siteverify.ts";

const KEY = /^[\w-]{10,100}$/;

const turnstileSchema = z
  .object({
    site_key: z.string().meta({
      description: "The key that pages show; empty: they ask nobody.",
      examples: ["0x4AAAAAAADnPIDROrmt1Wwj"],
    }),
    secret: z.string().meta({ description: "Eight stars if there is one; it is never shown.", examples: [MASK] }),
  })
  .meta({ id: "Turnstile" });

const bodySchema = z.object({
  site_key: text()
    .pipe(z.string().trim().regex(KEY, { error: "must be the site key of a Turnstile widget" }))
    .meta({ description: "The widget's site key.", examples: ["0x4AAAAAAADnPIDROrmt1Wwj"] }),
  secret: optional(text().pipe(z.string().trim().max(200))).meta({
    description: "Its secret key, kept encrypted; left out or as it was shown: the one that is kept.",
    examples: [MASK],
  }),
});

const resource = { type: "turnstile", id: "", name: "" };
const responses = { 200: { description: "The keys", schema: turnstileSchema } };

/** GET /api/turnstile: whether the workspace's fill-in pages ask Turnstile. */
export const getTurnstile = endpoint({
  method: "get",
  path: "/api/turnstile",
  summary: "Get the Turnstile keys",
  description: "With keys, fill-in pages of the workspace have Cloudflare Turnstile tell people from programs.",
  tag: "Fill-in pages",
  auth: "key",
  needs: "account:read",
  responses,

  handle: async ({ caller, context }) =>
    json(turnstileJson(await context.store.turnstileKeys.ofWorkspace(caller.workspaceId))),
});

/** PUT /api/turnstile: saved once Turnstile knows the secret. */
export const updateTurnstile = endpoint({
  method: "put",
  path: "/api/turnstile",
  summary: "Set the Turnstile keys",
  description:
    "From then on all fill-in pages of the workspace show the widget, and take no answer without it. Saved only if Turnstile knows the secret, which is tried first.",
  tag: "Fill-in pages",
  auth: "key",
  needs: "account:write",
  body: bodySchema,
  problems: ["url_private", "url_unreachable", "misconfigured"],
  responses,

  async handle({ body, caller, context }) {
    const { env, now } = context;
    const { workspaceId } = caller;
    const current = await context.store.turnstileKeys.ofWorkspace(workspaceId);
    const secret = await secretOf(context, caller, current, body.secret);
    await trySecret(env, secret);
    const sealedSecret = await textBox(env.SECRETS_KEY, workspaceId).seal(secret);
    const keys: StoredTurnstileKeys = { siteKey: body.site_key, sealedSecret };
    const { store } = recorded(context, caller, {
      action: "turnstile.set",
      resource,
      ...differences(turnstileValues(current), turnstileValues(keys)),
    });
    await store.turnstileKeys.put(workspaceId, keys, now());
    return json(turnstileJson(keys));
  },
});

/** DELETE /api/turnstile: pages ask nobody again. */
export const deleteTurnstile = endpoint({
  method: "delete",
  path: "/api/turnstile",
  summary: "Remove the Turnstile keys",
  description: "Fill-in pages of the workspace ask nobody again who sends them.",
  tag: "Fill-in pages",
  auth: "key",
  needs: "account:write",
  responses,

  async handle({ caller, context }) {
    const { store } = recorded(context, caller, { action: "turnstile.removed", resource });
    await store.turnstileKeys.delete(caller.workspaceId);
    return json(turnstileJson(undefined));
  },
});

const turnstileJson = (keys: StoredTurnstileKeys | undefined): z.output<typeof turnstileSchema> =>
  keys ? { site_key: keys.siteKey, secret: MASK } : { site_key: "", secret: "" };

/** For the log, which has no secrets. */
const turnstileValues = (keys: StoredTurnstileKeys | undefined) => auditValues({ site_key: keys?.siteKey });

const wrongSecret = (message: string): Failure =>
  new Failure("invalid_request", message, { errors: [{ pointer: "/secret", message }] });

/** Asks about a token that nobody has: with a secret that is known, that is all that is wrong. */
async function trySecret(env: Env, secret: string): Promise<void> {
  const { success, errors } = await siteverify(env, { secret, token: "none" });
  if (errors.includes("invalid-input-secret")) throw wrongSecret("Turnstile does not know this secret key.");
  if (success || errors.includes("invalid-input-response")) return;
  throw new Failure("url_unreachable", "Turnstile could not say whether it knows this secret key. Nothing was saved.");
}

/** The secret that was sent, or the one that is kept. */
async function secretOf(
  { env }: RequestContext,
  { workspaceId }: Caller,
  current: StoredTurnstileKeys | undefined,
  sent = "",
): Promise<string> {
  if (sent !== "" && sent !== MASK) return sent;
  if (!current) throw wrongSecret("Enter the secret key that belongs to the site key.");
  const kept = await textBox(env.SECRETS_KEY, workspaceId).open(current.sealedSecret);
  if (kept === undefined) throw wrongSecret("The secret key that is kept cannot be opened: enter it again.");
  return kept;
}
