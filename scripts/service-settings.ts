// The settings of a service that `npm start` runs: the environment's, those of .dev.vars, and what local use needs.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { SECRETS_KEY_FORM } from "../src/domain/secret-box.ts";
import { SETTING_NAMES } from "../src/domain/setting-names.ts";
import { LastingError } from "./serve/refused-start.ts";

const DEV_VARS = path.resolve(import.meta.dirname, "../.dev.vars");

/** Where a setting came from, in people's words. */
type Source = "the environment" | ".dev.vars";

export interface ServiceSettings {
  values: Record<string, string>;
  /** Settings that somebody gave, and where. */
  sources: Map<string, Source>;
}

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

/** Whatever is no address is refused by the service itself. */
const hostnameOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : "");

/**
 * The environment takes precedence over .dev.vars; an empty variable counts as not set. Without a mail server, mails
 * stay in the local mailbox.
 * @param devVarsFile names and values as `NAME=value` lines; may be missing
 * @param host the address that the service listens at
 */
export function readServiceSettings(
  environment: Record<string, string | undefined>,
  port: number,
  devVarsFile = DEV_VARS,
  host = "127.0.0.1",
): ServiceSettings {
  const written = fs.existsSync(devVarsFile) ? parseEnv(fs.readFileSync(devVarsFile, "utf8")) : {};
  const values: Record<string, string> = {};
  const sources = new Map<string, Source>();
  for (const [name, value] of Object.entries(written)) {
    if (!value) continue;
    values[name] = value;
    sources.set(name, ".dev.vars");
  }
  for (const name of SETTING_NAMES) {
    const value = environment[name];
    if (!value) continue;
    values[name] = value;
    sources.set(name, "the environment");
  }
  values.PUBLIC_BASE_URL ??= `http://127.0.0.1:${port}`;
  // Mails of everybody are not to be seen from elsewhere unless somebody says so.
  const isReachable = !isLoopback(host) || !isLoopback(hostnameOf(values.PUBLIC_BASE_URL));
  values.LOCAL_MAILBOX ??= values.SMTP_URL ? "0" : isReachable ? "keep" : "1";

  return { values, sources };
}

export const newSecretsKey = (): string => randomBytes(32).toString("base64");

const SECRETS_KEY_FILE = "secrets-key";
/** What gives an operator a key, for messages. */
const MAKES_KEY = "openssl rand -base64 32";

/**
 * The SECRETS_KEY of local use: made once, and kept where only this user can read it.
 * @param hadKey whether data were written under one: another one would open none of their secrets
 * @throws LastingError for a key that is lost or damaged
 */
export function localSecretsKey(folder: string, hadKey: boolean): string {
  const known = knownSecretsKey(folder);
  if (known !== undefined) return known;
  const file = path.join(folder, SECRETS_KEY_FILE);
  if (hadKey)
    throw new LastingError(
      `${file} is missing, and secrets of the data in ${folder} are encrypted by the key in it. ${wayOut(file)}`,
    );
  const made = newSecretsKey();
  fs.mkdirSync(folder, { recursive: true });
  // It is there as a whole or not at all, whenever the machine goes off.
  fs.writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600, flush: true });
  fs.renameSync(`${file}.new`, file);
  return made;
}

/** The one that was made; undefined if none was. @throws LastingError where what is there is none */
export function knownSecretsKey(folder: string): string | undefined {
  const file = path.join(folder, SECRETS_KEY_FILE);
  if (!fs.existsSync(file)) return undefined;
  const key = fs.readFileSync(file, "utf8").trim();
  if (SECRETS_KEY_FORM.test(key)) return key;
  const what = key === "" ? "is empty" : "is damaged: a key is 32 bytes as base64";
  throw new LastingError(`${file} ${what}. ${wayOut(file)}`);
}

/** What to tell whoever gives a key although there is another one: secrets under that stay closed. */
export function leftOutKey(folder: string, given: string): string | undefined {
  const file = path.join(folder, SECRETS_KEY_FILE);
  if (!fs.existsSync(file)) return undefined;
  const givenOnes = given.split(/\s+/);
  if (
    fs
      .readFileSync(file, "utf8")
      .trim()
      .split(/\s+/)
      .every((key) => givenOnes.includes(key))
  )
    return undefined;
  return `SECRETS_KEY is used, and ${file} has another key: secrets that were encrypted by that one cannot be opened. Give both, the new one first with a blank between them, or remove the file.`;
}

const wayOut = (file: string): string =>
  `Copy the file from a backup, or give the key as SECRETS_KEY. If it is lost for good, put a new one there (${MAKES_KEY} > ${file}): passwords, keys and signing identities that the service keeps have to be entered anew then.`;

/** Lines for people: which settings were taken, never their values. */
export function takenFrom(sources: ServiceSettings["sources"]): string[] {
  const namesBySource = Map.groupBy(sources.keys(), (name) => sources.get(name));
  return [...namesBySource].map(([source, names]) => `Settings from ${source}: ${names.toSorted().join(", ")}`);
}
