import { Buffer } from "node:buffer";
import * as z from "zod";
import { defaultSender, emailTransport, mailWay } from "../../delivery/email/email-transport.ts";
import { comparableEmail } from "../../domain/access/person.ts";
import { Failure } from "../../domain/failure.ts";
import { limitLogins } from "../../http/authenticate.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { optional, text } from "../../http/wire-values.ts";
import { signInMail } from "../../sign-in/mail/sign-in-mail.ts";
import { nextAddress } from "../../sign-in/next-address.ts";
import { SignInError } from "../../sign-in/sign-in-error.ts";
import type { DeadLink } from "../../store/ways-in/sign-in-attempts.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { enterWorkspace } from "./enter-workspace.ts";
import { ownAddress } from "./own-address.ts";
import { ATTEMPT_LIFETIME_MS, beginAttempt, finishAttempt } from "./sign-in-attempt.ts";

/** More than this within the lifetime of a link would be a nuisance to whoever has the address. */
const MAILS_AT_ONCE = 5;

const attemptSchema = z.object({ email: z.string(), next: z.string() });

/** POST /api/sign-in/mail: a link that works once, in this browser. */
export const mailSignIn = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/sign-in/mail",
  summary: "Have a link to sign in mailed",
  description:
    "The link works once, for fifteen minutes, in the browser that asked. The answer is the same whether or not there is such a person.",
  tag: "Sessions",
  auth: "none",
  body: z.object({
    email: text().meta({ description: "E-mail address", examples: ["ada@example.com"] }),
    to: optional(text()).meta({ description: "Where to go afterwards: an address of the console." }),
  }),
  problems: ["cross_site_request", "rate_limited", "not_found"],
  responses: {
    202: {
      description:
        "Noted. If somebody here has this address, a mail is on its way; the browser's cookie is in Set-Cookie.",
      schema: z.object({ success: z.literal("1").meta({ description: "Always 1." }) }),
    },
  },

  async handle({ body, context }) {
    requireSameOrigin(context.request, context.settings.publicBaseUrl);
    if (mailWay(context.env, false) !== "service")
      throw new Failure("not_found", "This service sends no mail, so nobody can sign in by one.");
    // Each mail counts, whoever it is for: nobody's mailbox is filled from here.
    await limitLogins(context);
    const email = comparableEmail(body.email);
    if (email === undefined)
      throw new Failure("invalid_request", "email must be an e-mail address, such as ada@example.com.", {
        errors: [{ pointer: "/email", message: "must be an e-mail address" }],
      });
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
    const data = { email, next: nextAddress(body.to) };
    const cookie = await beginAttempt(context, { kind: "mail", token, recipient: email, data });
    // Looked up and sent after the answer, whose time says nothing then.
    context.executionContext.waitUntil(
      sendLink(context, email, token).catch((error) => context.log.failure("sign_in.mail_not_sent", error)),
    );
    return json({ success: "1" }, 202, { "set-cookie": cookie });
  },
});

async function sendLink(context: RequestContext, email: string, token: string): Promise<void> {
  const { store, now } = context;
  if ((await store.lookUps.entrances.byEmail(email)).length === 0) return;
  const since = new Date(now().getTime() - ATTEMPT_LIFETIME_MS);
  if ((await store.control.signInAttempts.mailsTo(email, since)) > MAILS_AT_ONCE)
    return context.log.info("sign_in.mail_not_sent", { reason: "too many to one address" });

  const address = ownAddress(context);
  const mail = signInMail({ address, token, minutes: ATTEMPT_LIFETIME_MS / 60_000 });
  const source = {
    services: mergeServicesOf(context),
    mailServer: undefined,
    internalHosts: [],
    publicBaseUrl: address,
  };
  const from = defaultSender(source);
  const to = { name: "", address: email };
  const id = crypto.randomUUID();
  const none = { cc: [], bcc: [], replyTo: [], attachments: [], html: "" };
  const messageId = `<${id}@${from.address.split("@")[1] ?? new URL(address).hostname}>`;
  await emailTransport(source).send({ ...none, ...mail, messageId, deliveryId: id, date: now(), from, to: [to] }, [
    email,
  ]);
}

const DEAD_LINKS: Record<DeadLink, string> = {
  used: "This link was used before, and works once. Ask for another one here.",
  expired: "This link is older than fifteen minutes. Ask for another one here.",
  other_browser:
    "This link was asked for in another browser, and works only there: open it in that one, or ask for another link here.",
  unknown: "There is no such link, or it is too old. Copy the whole link of the mail, or ask for another one here.",
};

/** POST /api/sign-in/mail/use: the link was opened, and its page's button was pressed. */
export const useMailLink = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/sign-in/mail/use",
  summary: "Sign in by a mailed link",
  description:
    "With what follows # in the link, from the browser that asked for it. The link itself leads to a page with a button, so that a " +
    "mail scanner that opens it uses nothing up.",
  tag: "Sessions",
  auth: "none",
  body: z.object({
    token: text().meta({ description: "What follows # in the link.", examples: ["4xT0fYb8Zc1uQm7sK2vLpR9nWd3hJg6e"] }),
  }),
  problems: ["cross_site_request", "sign_in_link_invalid", "sign_in_failed", "rate_limited"],
  responses: {
    200: {
      description: "Signed in; the session's cookie is in Set-Cookie.",
      schema: z.object({ to: z.string().meta({ description: "Where to go: an address of the console." }) }),
    },
  },

  async handle({ body, context }) {
    requireSameOrigin(context.request, context.settings.publicBaseUrl);
    const attempt = attemptSchema.safeParse(await finishAttempt(context, "mail", body.token));
    if (!attempt.success) {
      await limitLogins(context);
      const dead = await context.store.control.signInAttempts.deadLink(body.token, context.now());
      throw new Failure("sign_in_link_invalid", DEAD_LINKS[dead]);
    }
    const { email, next } = attempt.data;
    try {
      const cookie = await enterWorkspace(context, await context.store.lookUps.entrances.byEmail(email), {
        way: "mail",
      });
      return json({ to: next }, 200, { "set-cookie": cookie });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      throw new Failure("sign_in_failed", error.words, { cause: error });
    }
  },
});
