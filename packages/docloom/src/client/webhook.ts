import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { HookEvent } from "./hook-event.ts";

/** What a webhook delivery posts. */
export interface WebhookEvent {
  type: string;
  /** ISO 8601. */
  timestamp: string;
  data: {
    run_id: string;
    document_id?: string;
    route_id?: string;
    test: boolean;
    name: string;
    /** Base64; deliveries with `file_url` send a link instead. */
    file_contents?: string;
    file_url?: string;
    sha256: string;
    fields: Record<string, unknown>;
  };
}

/** The post is not from the service, or is too old: answer it with 400. */
export class InvalidWebhookError extends Error {
  override readonly name = "InvalidWebhookError";
}

/**
 * Checks the signature of what a webhook delivery or a hook posts (Standard Webhooks) and returns its event. Which of the two
 * comes to an address its receiver knows: `verifyWebhook<HookEvent>` is for hooks.
 * @param body the raw text, exactly as it came
 * @param headers of the request: `webhook-id`, `webhook-timestamp`, `webhook-signature`
 * @param secret of the delivery or hook; several while it is being rotated
 * @throws InvalidWebhookError
 * @example
 * const event = verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
 * @example
 * const event = verifyWebhook<HookEvent>(body, headers, secret);
 * if (event.type === "run.done") for (const { url } of event.data.files) await load(url);
 */
export function verifyWebhook<Event extends WebhookEvent | HookEvent = WebhookEvent>(
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string | readonly string[],
): Event {
  const plain = Object.fromEntries(
    headers instanceof Headers ? headers : Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  const lacking = lackingPart(body, plain, secret);
  if (lacking) throw new InvalidWebhookError(`The webhook cannot be checked: ${lacking}.`);
  let reason = "no secret was given";
  for (const one of typeof secret === "string" ? [secret] : secret) {
    try {
      signer(one).verify(body, plain, { jsonParse: false });
      return (body.startsWith("{") ? JSON.parse(body) : treeOfForm(body)) as Event;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      reason = error.message;
    }
  }
  throw new InvalidWebhookError(`The webhook cannot be trusted: ${reason}.`);
}

const SIGNED_BY = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** What a check needs and was not given, in words. */
function lackingPart(
  body: unknown,
  headers: Record<string, string>,
  secret: string | readonly string[] | undefined,
): string | undefined {
  if (typeof body !== "string") return "the body has to be its raw text, as it came, and not what was parsed from it";
  const secrets = [secret].flat().filter((one) => one !== undefined && one !== "");
  if (secrets.length === 0) return "no secret was given; it is shown with the delivery, and once as the hook is made";
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const missing = SIGNED_BY.filter((name) => !names.has(name));
  if (missing.length > 0)
    return `the request has no header ${missing.join(", ")}: pass all its headers, of a delivery that has a secret`;
  return undefined;
}

/** `whsec_` and base64, or any other text as it is. */
function signer(secret: string): Webhook {
  return secret.startsWith("whsec_")
    ? new Webhook(secret)
    : new Webhook(new TextEncoder().encode(secret), { format: "raw" });
}

/** Deliveries without `json` post form pairs: `data[fields][Name]=Ann`. */
function treeOfForm(body: string): unknown {
  const tree: FormTree = new Map();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = path.pop();
    if (last === undefined) continue;
    let branch = tree;
    for (const part of path) {
      const inner = branch.get(part);
      const next: FormTree = inner instanceof Map ? inner : new Map();
      branch.set(part, next);
      branch = next;
    }
    branch.set(last, value);
  }
  return plainObject(tree);
}

type FormTree = Map<string, FormTree | string>;

function plainObject(tree: FormTree): Record<string, unknown> {
  return Object.fromEntries(
    [...tree].map(([name, value]) => [name, value instanceof Map ? plainObject(value) : value]),
  );
}
