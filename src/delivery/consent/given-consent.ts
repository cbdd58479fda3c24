import * as z from "zod";
import { CONSENT_KINDS, type ConsentClients, type ConsentKind } from "../../domain/delivery/consent-clients.ts";
import type { DeliveryKind } from "../../domain/delivery/delivery.ts";
import type { PlainSettings, TextBox } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { CONSENT_SERVERS } from "./consent-server.ts";

/** How long somebody may fill in the rest of the form. */
const LIFETIME_MS = 60 * 60 * 1000;

/** What a refresh token looks like on its way through the browser, which never has the token itself. */
const PREFIX = "consent:";

const givenSchema = z.object({
  consent: z.enum(CONSENT_KINDS),
  clientId: z.string(),
  refreshToken: z.string(),
  until: z.number(),
});

interface GivenConsent {
  kind: ConsentKind;
  clientId: string;
  refreshToken: string;
}

/** The consent as a text that only the workspace's own deliveries can use, within an hour. */
export async function sealConsent(
  box: TextBox,
  { kind, clientId, refreshToken }: GivenConsent,
  now: Date,
): Promise<string> {
  const given: z.input<typeof givenSchema> = {
    consent: kind,
    clientId,
    refreshToken,
    until: now.getTime() + LIFETIME_MS,
  };
  return PREFIX + (await box.seal(JSON.stringify(given)));
}

/**
 * Settings with the refresh token that was given in place of its sealed form; the same if they hold none.
 * @param clients the deployment's own applications
 * @throws Failure `invalid_request` if it was given for something else, or too long ago
 */
export async function withGivenConsent(
  box: TextBox,
  kind: DeliveryKind,
  settings: PlainSettings,
  { clients, now }: { clients: ConsentClients; now: Date },
): Promise<PlainSettings> {
  const { refresh_token: sent } = settings;
  if (typeof sent !== "string" || !sent.startsWith(PREFIX)) return settings;
  const given = givenSchema.safeParse(jsonOf(await box.open(sent.slice(PREFIX.length)))).data;
  if (!given || given.consent !== kind || given.until < now.getTime())
    throw wrongConsent(
      "settings[refresh_token] was given for something else, or too long ago: connect the account again.",
    );
  const { idSetting } = CONSENT_SERVERS[given.consent];
  const clientId = String(settings[idSetting] ?? "").trim() || clients[given.consent]?.clientId;
  if (given.clientId !== clientId)
    throw wrongConsent("settings[refresh_token] was given to another application: connect the account again.");
  return { ...settings, refresh_token: given.refreshToken };
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // A secret of another kind: it is no consent.
    return undefined;
  }
}

const wrongConsent = (message: string): Failure =>
  new Failure("invalid_request", message, { errors: [{ pointer: "/settings/refresh_token", message }] });
