import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS } from "../../outbound/outbound-policy.ts";
import { parseOutboundUrl } from "../../outbound/url-guard.ts";
import { isWebhookSecret, webhookHeaders } from "../../outbound/webhook-signature.ts";
import { DeliveryError, refused } from "../delivery-error.ts";
import type { DeliveryContext, DeliveryKindHandler, DeliveryReceipt } from "../delivery-kind.ts";
import { retryAfterMs } from "../retry-schedule.ts";
import { isLiteral, isOn, merged, needed, optional, optionalFlag, shared } from "../setting-values.ts";
import { responseHead } from "./response-head.ts";
import { isWebUrl, requestFailure } from "./web-target.ts";
import { webhookBody, webhookPayload } from "./webhook-payload.ts";

const METHODS = ["POST", "PUT", "PATCH"] as const;

/** Header lines that belong to the request itself or to the signature. */
const RESERVED =
  /^(host|connection|content-length|transfer-encoding|te|upgrade|expect|trailer|keep-alive|proxy-.*|sec-.*|cf-.*|webhook-.*)$/i;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

const headers = z.record(z.string(), merged()).superRefine((lines, context) => {
  for (const [name, value] of Object.entries(lines)) {
    if (!TOKEN.test(name))
      context.addIssue({ code: "custom", path: [name], message: "is not the name of a header line" });
    else if (RESERVED.test(name))
      context.addIssue({ code: "custom", path: [name], message: "is a header line that the service sets itself" });
    else if (CONTROL.test(value))
      context.addIssue({ code: "custom", path: [name], message: "must not hold line breaks or control characters" });
  }
});

const check = z.strictObject({
  url: needed().refine((url) => !isLiteral(url) || isWebUrl(url), {
    error: "must be an http or https address without user name and password",
  }),
  method: optional(
    z
      .string()
      .transform((method) => method.toUpperCase())
      .pipe(z.enum(METHODS)),
  ),
  headers: optional(headers),
  json: optionalFlag(),
  file_url: optionalFlag(),
  secret: optional(
    merged().refine((text) => !isLiteral(text) || secretsIn(text).every(isWebhookSecret), {
      error:
        'must be "whsec_" and base64 of 24 to 64 bytes, or another text of at least 16 characters; two secrets, ' +
        "separated by a blank, while the new one takes the place of the old",
    }),
  ),
  ...shared,
});

const secretsIn = (text: string): string[] => text.split(/\s+/).filter((secret) => secret !== "");

/** Answers are only looked at for the record. */
const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 16 * 1024, cutOff: true };

function requestOf({ entry, render }: DeliveryContext) {
  const { settings } = entry;
  const url = render.line("url", settings.url);
  if (!isWebUrl(url))
    throw refused(`The setting "url" is "${url.slice(0, 200)}" after merging, which is not a web address.`);
  const lines = Object.entries((settings.headers ?? {}) as Record<string, unknown>).map(
    ([name, value]): [string, string] => [name, render.line(`headers[${name}]`, value)],
  );
  return { url: parseOutboundUrl(url), method: String(settings.method ?? "POST"), lines };
}

/** Webhooks (wire "Deliveries"), signed by Standard Webhooks. */
export const webhookKind: DeliveryKindHandler = {
  check,
  secrets: ["secret"],

  prepare(context) {
    const request = requestOf(context);
    const { url, method, lines } = request;
    return {
      target: url.host,
      envelope: { url: url.href, method, headers: lines.map(([name]) => name) },
      content: async () => ({ payload: await webhookPayload(context, { preview: true }) }),
      send: () => post(context, request),
    };
  },
};

async function post(
  context: DeliveryContext,
  { url, method, lines }: ReturnType<typeof requestOf>,
): Promise<DeliveryReceipt> {
  const { entry, render, services, internalHosts } = context;
  const secrets = secretsIn(render.text("secret", entry.settings.secret));
  const { body, contentType } = webhookBody(await webhookPayload(context), isOn(entry.settings.json));
  const signed = await webhookHeaders({ id: entry.id, sentAt: services.now(), body }, secrets);
  try {
    const answer = await guardedRequest(
      url,
      {
        method,
        headers: {
          "user-agent": "Docloom",
          accept: "*/*",
          "content-type": contentType,
          ...Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value])),
          ...signed,
        },
        body,
      },
      services.outbound(internalHosts),
      LIMITS,
    );
    return receiptOf(answer, services.now());
  } catch (error) {
    if (error instanceof Failure) throw requestFailure(error);
    throw error;
  }
}

function receiptOf(answer: { status: number; headers: Headers; bytes: Uint8Array }, now: Date) {
  const response = responseHead(answer);
  const { status } = answer;
  if (status >= 200 && status <= 299) return { response };
  throw new DeliveryError(response, {
    gone: status === 410,
    permanent: status === 410,
    retryAfterMs: retryAfterMs(answer.headers.get("retry-after"), now),
    // It answers, and so it holds nobody back: other addresses of the host may be well.
    targetWorks: true,
  });
}
