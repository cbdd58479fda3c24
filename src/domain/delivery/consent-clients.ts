import * as z from "zod";
import { readJsonSetting } from "../text/json-setting.ts";

/** Kinds of delivery that go to a person's own store, which she lets the service into on a page of the platform. */
export const CONSENT_KINDS = ["google_drive", "dropbox"] as const;

export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** An application that is registered with a platform. */
export interface ConsentClient {
  clientId: string;
  clientSecret: string;
}

/** The deployment's own applications, which any of its workspaces may use. */
export type ConsentClients = Partial<Record<ConsentKind, ConsentClient>>;

const client = z
  .strictObject({ client_id: z.string().trim().min(1), client_secret: z.string().trim().min(1) })
  .transform(({ client_id, client_secret }): ConsentClient => ({ clientId: client_id, clientSecret: client_secret }));

const clients = z.strictObject({ google_drive: client.optional(), dropbox: client.optional() });

/**
 * The applications in the setting CONSENT_CLIENTS, a JSON object.
 * @returns what is wrong with it as a sentence's end, if it is not one
 */
export function parseConsentClients(setting: string): ConsentClients | { problem: string } {
  const read = readJsonSetting(clients, setting);
  if ("value" in read) return read.value as ConsentClients;
  return {
    problem: `must be a JSON object of ${CONSENT_KINDS.join(", ")}, each with client_id and client_secret${read.wrong}`,
  };
}
