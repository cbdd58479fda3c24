import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { createDocloom, type Docloom } from "../client/docloom.ts";
import { readJson } from "../project/json-file.ts";
import { findProject } from "../project/project-file.ts";
import { UsageError } from "../project/usage-error.ts";

/** How a service is reached, according to options, environment and files. */
export interface ConnectionOptions {
  url?: string;
  key?: string;
  secret?: string;
  /** Name under which `docloom login --profile` kept a service and its credentials. */
  profile?: string;
}

export interface Connection {
  url: string;
  key?: string;
  secret?: string;
  /** Where the credentials came from, in people's words. */
  source: string;
}

/** Origin of a service, or `profile NAME` -> credentials; a profile also says of which service. */
const credentialsSchema = z.record(
  z.string(),
  z.object({ key: z.string(), secret: z.string(), url: z.string().optional() }),
);

const profileName = (profile: string): string => `profile ${profile}`;

const configFolder = (): string =>
  path.join(process.env.XDG_CONFIG_HOME || path.join(os.homedir(), ".config"), "docloom");

/** There is no key, or no secret for it. */
export class MissingCredentials extends Error {
  override readonly name = "MissingCredentials";
}

/** Where commands keep what they need next time: ids, cursors, journals. */
export const stateFolder = (): string =>
  path.join(process.env.XDG_STATE_HOME || path.join(os.homedir(), ".local/state"), "docloom");

const credentialsFile = (): string => path.join(configFolder(), "credentials.json");

function readCredentials(): z.output<typeof credentialsSchema> {
  return fs.existsSync(credentialsFile()) ? readJson(credentialsFile(), credentialsSchema) : {};
}

/** Keeps credentials for a service where only this user can read them; returns the file's path. */
export function saveCredentials(
  url: string,
  credentials: { key: string; secret: string },
  profile: string | undefined,
): string {
  const file = credentialsFile();
  const entry = profile ? { [profileName(profile)]: { ...credentials, url } } : { [origin(url)]: credentials };
  const all = { ...readCredentials(), ...entry };
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  fs.chmodSync(file, 0o600);

  return file;
}

/** Forgets a service or a profile; false if it was not known. */
export function forgetCredentials(url: string, profile: string | undefined): boolean {
  const { [profile ? profileName(profile) : origin(url)]: known, ...others } = readCredentials();
  if (known) fs.writeFileSync(credentialsFile(), `${JSON.stringify(others, null, 2)}\n`, { mode: 0o600 });

  return known !== undefined;
}

/**
 * Options take precedence over DOCLOOM_URL, DOCLOOM_KEY and DOCLOOM_SECRET, those over docloom.json and what `docloom
 * login` kept.
 * @throws UsageError if nothing names a service
 */
export function findConnection(
  options: ConnectionOptions,
  environment: Record<string, string | undefined> = process.env,
): Connection {
  const { DOCLOOM_URL, DOCLOOM_KEY, DOCLOOM_SECRET, DOCLOOM_PROFILE } = environment;
  const known = readCredentials();
  const profile = options.profile || (options.url || options.key ? undefined : DOCLOOM_PROFILE);
  if (profile) return profileConnection(profile, known[profileName(profile)], options);
  const [onlyKnown, ...others] = Object.keys(known).filter((name) => !name.startsWith("profile "));
  const url = options.url || DOCLOOM_URL || findProject()?.url || (others.length === 0 ? onlyKnown : undefined);
  if (!url) {
    throw new UsageError(
      "Which service? Give it with --url, DOCLOOM_URL or a docloom.json, or sign in once: docloom login https://docs.example.com",
    );
  }
  const address = url.replace(/\/+$/, "");
  if (options.key) return { url: address, key: options.key, secret: options.secret ?? DOCLOOM_SECRET, source: "--key" };
  if (DOCLOOM_KEY) return { url: address, key: DOCLOOM_KEY, secret: DOCLOOM_SECRET, source: "DOCLOOM_KEY" };

  const kept = known[origin(url)];
  return kept ? { url: address, ...kept, source: credentialsFile() } : { url: address, source: "" };
}

/** What was kept under a profile's name. @throws UsageError for one that is not known and no other option completes */
function profileConnection(
  profile: string,
  kept: z.output<typeof credentialsSchema>[string] | undefined,
  { url, key, secret }: ConnectionOptions,
): Connection {
  const address = url || kept?.url;
  if (!address)
    throw new UsageError(
      `There is no profile "${profile}": docloom login https://docs.example.com --profile ${profile}`,
    );
  const source = `profile ${profile}`;
  if (key) return { url: address.replace(/\/+$/, ""), key, ...(secret === undefined ? {} : { secret }), source };
  const credentials =
    kept && (!url || origin(url) === origin(kept.url ?? url)) ? { key: kept.key, secret: kept.secret } : {};
  return { url: address.replace(/\/+$/, ""), ...credentials, source };
}

/** The service that the options name. @throws MissingCredentials */
export function connect(options: ConnectionOptions): Docloom {
  const { url, ...credentials } = findConnection(options);
  return createDocloom({ baseUrl: url, ...completed(url, credentials) });
}

/** Key and secret. @throws MissingCredentials */
export function completed(
  url: string,
  { key, secret, source }: Pick<Connection, "key" | "secret" | "source">,
): { key: string; secret: string } {
  if (!key) throw new MissingCredentials(`There are no credentials for ${url}. Sign in: docloom login ${url}`);
  if (!secret)
    throw new MissingCredentials(
      `The key from ${source} has no secret beside it. Set DOCLOOM_SECRET, or give --secret.`,
    );

  return { key, secret };
}

function origin(url: string): string {
  if (!URL.canParse(url)) throw new UsageError(`"${url}" is not an address; it begins with http:// or https://.`);
  return new URL(url).origin;
}
