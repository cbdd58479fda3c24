import { withoutMark } from "../saved-rules.ts";
import type { DeliveryKind } from "./delivery.ts";

/**
 * Every setting of every kind of delivery, and whether it is a secret. `secret`: its text is one. `secret_values`: the
 * values of its members are, but for short ones under names that do not speak of credentials. A kind cannot have a setting that is not here: its schema is typed by these names.
 */
export const SETTING_SECRECY = {
  email: {
    to: "open",
    cc: "open",
    bcc: "open",
    reply_to: "open",
    from: "open",
    subject: "open",
    html: "open",
    text: "open",
    attach: "open",
    attach_documents: "open",
    security: "open",
    password: "secret",
    expires: "open",
    domains: "open",
    send_at: "open",
    send_in_test: "open",
  },
  webhook: {
    url: "open",
    method: "open",
    headers: "secret_values",
    json: "open",
    file_url: "open",
    secret: "secret",
    hosts: "open",
    timeout: "open",
    send_at: "open",
    send_in_test: "open",
  },
  s3: {
    endpoint: "open",
    region: "open",
    bucket: "open",
    path: "open",
    path_style: "open",
    access_key_id: "secret",
    secret_access_key: "secret",
    session_token: "secret",
    hosts: "open",
    send_at: "open",
    send_in_test: "open",
  },
  route: { route_id: "open", send_at: "open", send_in_test: "open" },
  webdav: {
    url: "open",
    user: "open",
    password: "secret",
    path: "open",
    if_exists: "open",
    hosts: "open",
    send_at: "open",
    send_in_test: "open",
  },
  azure_blob: {
    account: "open",
    container: "open",
    account_key: "secret",
    sas: "secret",
    endpoint: "open",
    hosts: "open",
    path: "open",
    if_exists: "open",
    send_at: "open",
    send_in_test: "open",
  },
  dropbox: {
    app_key: "open",
    app_secret: "secret",
    refresh_token: "secret",
    path: "open",
    if_exists: "open",
    send_at: "open",
    send_in_test: "open",
  },
  google_drive: {
    client_email: "open",
    private_key: "secret",
    client_id: "open",
    client_secret: "secret",
    refresh_token: "secret",
    folder_id: "open",
    path: "open",
    if_exists: "open",
    send_at: "open",
    send_in_test: "open",
  },
  sharepoint: {
    tenant: "open",
    client_id: "open",
    client_secret: "secret",
    site: "open",
    library: "open",
    user: "open",
    path: "open",
    if_exists: "open",
    send_at: "open",
    send_in_test: "open",
  },
} as const satisfies Record<DeliveryKind, Record<string, "open" | "secret" | "secret_values">>;

export type SettingName<Kind extends DeliveryKind> = keyof (typeof SETTING_SECRECY)[Kind];

/** Settings as somebody sent them, secrets and all: never stored. */
export type PlainSettings = Readonly<Record<string, unknown>>;

/** Settings as they are kept: a secret is encrypted. Only `sealSettings` makes them. */
export type StoredSettings = Readonly<Record<string, unknown>> & { readonly [STATE]: "kept" };

/** Settings in the outbox: in place of a secret stands that the delivery has one. */
export type OutboxSettings = Readonly<Record<string, unknown>> & { readonly [STATE]: "outbox" };

/** In types only: which of the two some settings are. */
declare const STATE: unique symbol;

/** What answers show in place of a secret, and what leaves it as it is when it is sent back. */
export const MASK = "********";

/** A secret as it is kept. No setting that is sent can look like it: those are texts. */
interface SealedText {
  sealed: string;
}

/** In what is under way, the place of a secret that the delivery has. */
const ELSEWHERE = { elsewhere: true } as const;

const isSealed = (value: unknown): value is SealedText =>
  typeof value === "object" && value !== null && "sealed" in value && typeof value.sealed === "string";

const isElsewhere = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "elsewhere" in value && value.elsewhere === true;

/** Nothing but merge fields, or nothing at all: the data hold the secret, the setting does not. */
const holdsNoSecret = (value: unknown): boolean =>
  typeof value !== "string" || NO_SECRET.test(value.replace(FIELD, ""));

/** A merge field, without a text of its own in it. */
const FIELD = /\{\$[^{}"']*\}|\{\{\s*\$?\w[\w.]{0,40}\s*\}\}/g;
/** What is left beside fields that is no secret: schemes of the header Authorization. */
const NO_SECRET = /^\s*(?:(?:bearer|basic|token)\s*)?$/i;

function secrecyOf(kind: DeliveryKind, member: string): "open" | "secret" | "secret_values" {
  const known: Readonly<Record<string, "open" | "secret" | "secret_values">> = SETTING_SECRECY[kind];
  return Object.hasOwn(known, member) ? (known[member] ?? "open") : "open";
}

/** Encrypts and decrypts texts of one workspace. */
export interface TextBox {
  seal(text: string): Promise<string>;
  /** Undefined if the deployment's secrets do not open it. */
  open(sealed: string): Promise<string | undefined>;
}

/** Names of header lines whose values are secrets, however short. */
const SENSITIVE = /auth|cookie|token|key|secret|pass|sign|session|credential/i;
/** Shorter values under other names are no secrets: a version, a tenant, a flag. */
const LEAST_SECRET_LENGTH = 8;

const isPlainMember = (name: string, value: unknown): boolean =>
  typeof value === "string" && value.length < LEAST_SECRET_LENGTH && !SENSITIVE.test(name);

type Place = readonly [member: string, name?: string];

/** The settings with each secret replaced by what `change` makes of it. */
function changed(
  kind: DeliveryKind,
  settings: Readonly<Record<string, unknown>>,
  change: (value: unknown, place: Place) => unknown,
): Record<string, unknown> {
  const one = ([member, value]: [string, unknown]): [string, unknown] => {
    const secrecy = secrecyOf(kind, member);
    if (secrecy === "secret") return [member, change(value, [member])];
    if (secrecy === "open" || typeof value !== "object" || value === null) return [member, value];
    const members = Object.entries(value).map(([name, each]) => [
      name,
      isPlainMember(name, each) ? each : change(each, [member, name]),
    ]);
    return [member, Object.fromEntries(members)];
  };
  return Object.fromEntries(Object.entries(settings).map(one));
}

/** The same for changes that take time. */
async function changedLater(
  kind: DeliveryKind,
  settings: Readonly<Record<string, unknown>>,
  change: (value: unknown, place: Place) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const made = new Map<string, unknown>();
  const waiting: Promise<unknown>[] = [];
  const name = (place: Place) => JSON.stringify(place);
  changed(kind, settings, (value, place) => {
    waiting.push(change(value, place).then((result) => made.set(name(place), result)));
  });
  await Promise.all(waiting);
  return changed(kind, settings, (_, place) => made.get(name(place)));
}

/** Encrypts the secrets among settings. What is encrypted already stays as it is. */
export async function sealSettings(box: TextBox, kind: DeliveryKind, settings: PlainSettings): Promise<StoredSettings> {
  const sealed = await changedLater(kind, settings, async (value) =>
    holdsNoSecret(value) ? value : { sealed: await box.seal(String(value)) },
  );
  return sealed as StoredSettings;
}

/** `headers[Authorization]` */
const nameOf = ([member, name]: Place): string => (name === undefined ? member : `${member}[${name}]`);

/**
 * The settings with their secrets in clear, to be checked or used, and never stored.
 * @param lost is told of a secret that cannot be opened, or that is not there any more; what it returns stands there
 */
export async function openSettings(
  box: TextBox,
  kind: DeliveryKind,
  settings: StoredSettings | OutboxSettings,
  lost: (name: string) => undefined,
): Promise<PlainSettings> {
  return await changedLater(kind, settings, async (value, place) => {
    if (isElsewhere(value)) return lost(nameOf(place));
    if (!isSealed(value)) return value;
    return (await box.open(value.sealed)) ?? lost(nameOf(place));
  });
}

/** The secrets in clear among settings that are open, for looking for them in texts. */
export function secretsAmong(kind: DeliveryKind, settings: PlainSettings): string[] {
  const secrets: string[] = [];
  changed(kind, settings, (value) => {
    if (!holdsNoSecret(value)) secrets.push(String(value));
  });
  return secrets;
}

const isHidden = (value: unknown): boolean => !holdsNoSecret(value) || isSealed(value) || isElsewhere(value);

/** Settings as people may see them. */
export function shownSettings(kind: DeliveryKind, settings: StoredSettings): Record<string, unknown> {
  return changed(kind, withoutMark(settings), (value) => (isHidden(value) ? MASK : value));
}

/** Settings that were sent back as they were shown: what is masked is what it was before. */
export function withoutMasks(kind: DeliveryKind, sent: PlainSettings, current: PlainSettings): PlainSettings {
  return changed(kind, sent, (value, place) => (value === MASK ? (valueAt(current, place) ?? value) : value));
}

/** The names of masks among settings that stand for nothing. */
export function masksIn(kind: DeliveryKind, settings: PlainSettings): string[] {
  const masks: string[] = [];
  changed(kind, settings, (value, place) => {
    if (value === MASK) masks.push(nameOf(place));
  });
  return masks;
}

/** Settings for a row of the outbox: they say that there are secrets, and have none. */
export function outboxSettings(kind: DeliveryKind, settings: StoredSettings): OutboxSettings {
  return changed(kind, settings, (value) => (isHidden(value) ? ELSEWHERE : value)) as OutboxSettings;
}

/** Settings of the outbox, with the secrets of the delivery where it still has them. */
export function withSecretsOf(
  kind: DeliveryKind,
  settings: OutboxSettings,
  delivery: StoredSettings | undefined,
): OutboxSettings {
  return changed(kind, settings, (value, place) =>
    isElsewhere(value) ? (valueAt(delivery ?? {}, place) ?? value) : value,
  ) as OutboxSettings;
}

function valueAt(
  settings: Readonly<Record<string, unknown>>,
  [member, name]: readonly [member: string, name?: string],
): unknown {
  const value = Object.hasOwn(settings, member) ? settings[member] : undefined;
  if (name === undefined) return value;
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
