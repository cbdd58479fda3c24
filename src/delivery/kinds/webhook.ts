import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { parseOutboundUrl } from "../../outbound/url-guard.ts";
import { isWebhookSecret } from "../../outbound/webhook-signature.ts";
import { refused } from "../delivery-error.ts";
import type { DeliveryContext, DeliveryKindHandler, DeliveryReceipt } from "../delivery-kind.ts";
import { type FileLink, LINK_DAYS, planFileLinks } from "../file-links.ts";
import { isLiteral, isOn, mergeText, optional, optionalFlag, requiredMergeText, shared } from "../setting-values.ts";
import { isWebUrl } from "../web-target.ts";
import { addressOf, hostProblem, hostsSetting } from "./allowed-host.ts";
import { secretsIn, signedCall } from "./signed-call.ts";
import { sendsLinks, webhookBody, webhookPayload } from "./webhook-payload.ts";

const METHODS = ["POST", "PUT", "PATCH"] as const;

/** Header lines that belong to the request itself or to the signature. */
const RESERVED =
  /^(host|connection|content-length|transfer-encoding|te|upgrade|expect|trailer|keep-alive|proxy-.*|sec-.*|cf-.*|webhook-.*)$/i;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

const headers = z.record(z.string(), mergeText()).superRefine((lines, context) => {
  for (const [name, value] of Object.entries(lines)) {
    if (!TOKEN.test(name))
      context.addIssue({ code: "custom", path: [name], message: "is not the name of a header line" });
    else if (RESERVED.test(name))
      context.addIssue({ code: "custom", path: [name], message: "is a header line that the service sets itself" });
    else if (CONTROL.test(value))
      context.addIssue({ code: "custom", path: [name], message: "must not hold line breaks or control characters" });
  }
});

const MAX_SECONDS = 60;

const isSeconds = (text: string): boolean => /^\s*\d{1,2}\s*$/.test(text) && +text >= 1 && +text <= MAX_SECONDS;

const check = z
  .strictObject({
    url: requiredMergeText().refine((url) => !isLiteral(url) || isWebUrl(url), {
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
      mergeText().refine((text) => !isLiteral(text) || secretsIn(text).every(isWebhookSecret), {
        error:
          'must be "whsec_" and base64 of 24 to 64 bytes, or another text of at least 16 characters; two secrets, ' +
          "separated by a blank, while the new one replaces the old one",
      }),
    ),
    hosts: optional(hostsSetting()),
    timeout: optional(
      mergeText().refine((seconds) => seconds.trim() === "" || isSeconds(seconds), {
        error: `must be a number of seconds from 1 to ${MAX_SECONDS}`,
      }),
    ),
    ...shared,
  } satisfies Record<SettingName<"webhook">, z.ZodType>)
  .superRefine(({ url, hosts }, context) => {
    const message = hostProblem(url, hosts);
    if (message) context.addIssue({ code: "custom", path: ["url"], message });
  });

function requestOf(context: DeliveryContext) {
  const { entry, render } = context;
  const { settings } = entry;
  const url = addressOf(context, "url");
  if (!isWebUrl(url))
    throw refused(`The setting "url" is "${url.slice(0, 200)}" after merging, which is not a web address.`);
  const lines = Object.entries((settings.headers ?? {}) as Record<string, unknown>).map(
    ([name, value]): [string, string] => [name, render.line(`headers[${name}]`, value)],
  );
  const seconds = isSeconds(String(settings.timeout ?? "")) ? Number(settings.timeout) : undefined;
  return { url: parseOutboundUrl(url), method: String(settings.method ?? "POST"), lines, seconds };
}

/** Webhooks (wire "Deliveries"), signed by Standard Webhooks. */
export const webhookKind: DeliveryKindHandler = {
  check,

  prepare(context) {
    const request = requestOf(context);
    const { url, method, lines } = request;
    return {
      target: url.host,
      envelope: { url: url.href, method, headers: lines.map(([name]) => name) },
      content: async () => ({ payload: await webhookPayload(context) }),
      ...(sendsLinks(context) ? { links: async () => planFileLinks(context, LINK_DAYS) } : {}),
      send: (_, links = []) => post(context, request, links),
    };
  },
};

async function post(
  context: DeliveryContext,
  { url, method, lines, seconds }: ReturnType<typeof requestOf>,
  links: readonly FileLink[],
): Promise<DeliveryReceipt> {
  const { entry, render } = context;
  const secrets = secretsIn(render.text("secret", entry.settings.secret));
  const content = webhookBody(await webhookPayload(context, links), isOn(entry.settings.json));
  const receipt = await signedCall(context, { url, method, lines, secrets, seconds, ...content });
  return render.warnings.size > 0 ? { ...receipt, notes: { warnings: [...render.warnings] } } : receipt;
}
