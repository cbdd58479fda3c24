import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { limitLogins } from "../../http/authenticate.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { optional, text } from "../../http/wire-values.ts";
import { nextAddress } from "../../sign-in/next-address.ts";
import { authenticationSchema } from "../../sign-in/passkeys/passkey-answers.ts";
import { type RelyingParty, relyingParty } from "../../sign-in/passkeys/relying-party.ts";
import { SignInError } from "../../sign-in/sign-in-error.ts";
import { enterWorkspace } from "./enter-workspace.ts";
import { ownAddress } from "./own-address.ts";
import { beginAttempt, finishAttempt } from "./sign-in-attempt.ts";

/** The library is large, and most Workers never use it. */
export const passkeyLibrary = () => import("../../sign-in/passkeys/passkeys.ts");

/** @throws Failure `not_found` where browsers make no passkeys */
export function partyOf(context: RequestContext): RelyingParty {
  const party = relyingParty(ownAddress(context));
  if ("reason" in party) throw new Failure("not_found", party.reason);
  return party;
}

const challengeSchema = z.object({ challenge: z.string() });

/** POST /api/sign-in/passkey/options: what the browser asks its passkeys. */
export const passkeyOptions = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/sign-in/passkey/options",
  summary: "Begin to sign in with a passkey",
  description: "What `navigator.credentials.get` takes, as JSON (Web Authentication Level 3).",
  tag: "Sessions",
  auth: "none",
  problems: ["cross_site_request", "not_found"],
  responses: {
    200: {
      description: "The options; the browser's cookie is in Set-Cookie.",
      schema: z.looseObject({ challenge: z.string().meta({ description: "What the passkey signs." }) }),
    },
  },

  async handle({ context }) {
    requireSameOrigin(context.request, context.settings.publicBaseUrl);
    const party = partyOf(context);
    const { requestOptions } = await passkeyLibrary();
    const options = await requestOptions(party);
    const data = { challenge: options.challenge };
    const cookie = await beginAttempt(context, { kind: "passkey", token: options.challenge, data });
    return json(options, 200, { "set-cookie": cookie });
  },
});

/** POST /api/sign-in/passkey: what a passkey has answered. */
export const passkeySignIn = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/sign-in/passkey",
  summary: "Sign in with a passkey",
  description: "With what `navigator.credentials.get` gave, as JSON, and the challenge that it answers.",
  tag: "Sessions",
  auth: "none",
  body: z.object({
    challenge: text().meta({ description: "The challenge of the options.", examples: ["AQIDBA"] }),
    response: authenticationSchema.meta({ description: "What the browser gave." }),
    to: optional(text()).meta({ description: "Where to go afterwards: an address of the console." }),
  }),
  problems: ["cross_site_request", "not_found", "passkey_refused", "sign_in_failed", "rate_limited"],
  responses: {
    200: {
      description: "Signed in; the session's cookie is in Set-Cookie.",
      schema: z.object({ to: z.string().meta({ description: "Where to go: an address of the console." }) }),
    },
  },

  async handle({ body, context }) {
    requireSameOrigin(context.request, context.settings.publicBaseUrl);
    const party = partyOf(context);
    const { store, now } = context;
    const attempt = challengeSchema.safeParse(await finishAttempt(context, "passkey", body.challenge));
    const passkey = attempt.success ? await store.lookUps.passkeys.byId(body.response.id) : undefined;
    const { verifiedUse } = await passkeyLibrary();
    const use = passkey && (await verifiedUse(party, body.response, body.challenge, passkey));
    const isNoted = use && (await store.passkeys.noteUse(passkey, use, now()));
    if (!isNoted) {
      await limitLogins(context);
      throw new Failure(
        "passkey_refused",
        passkey === undefined && attempt.success
          ? "This passkey is not known here: it was removed, or made for another service. Sign in another way."
          : "The passkey was not accepted. Try again, or sign in another way.",
      );
    }
    try {
      const entrances = await store.lookUps.entrances.byPerson(passkey.personId);
      const cookie = await enterWorkspace(context, entrances, { way: "passkey" });
      return json({ to: nextAddress(body.to) }, 200, { "set-cookie": cookie });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      throw new Failure("sign_in_failed", error.words, { cause: error });
    }
  },
});
