import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { type DeliveryChanges, type Docloom, DocloomError, type NewDelivery } from "../client/docloom.ts";
import { type Difference, shown } from "./differences.ts";
import { folderNameOf } from "./document-folder.ts";
import { readJson } from "./json-file.ts";
import { UsageError } from "./usage-error.ts";

const FOLDER = "deliveries";
/** What the service shows in place of a secret. */
const MASK = "********";

/** A secret that stands in the environment: `{"env": "SHOP_SECRET"}`. */
const secretSchema = z.strictObject({ env: z.string().regex(/^\w+$/) });

const deliverySchema = z.strictObject({
  type: z.string().min(1),
  name: z.string().default(""),
  active: z.union([z.literal(0), z.literal(1)]).default(1),
  settings: z.record(z.string(), z.unknown()).default({}),
});

/** What is done with the merged file, as a file has it: without secrets, or with the names of the variables that hold them. */
export type DeliveryFile = z.output<typeof deliverySchema>;

/** Deliveries by the names of their files. */
export type Deliveries = Map<string, DeliveryFile>;

interface ServiceDelivery extends DeliveryFile {
  id: string;
}

/** `deliveries/*.json` beside a template. */
export function readDeliveryFiles(folder: string): Deliveries {
  const place = path.join(folder, FOLDER);
  if (!fs.existsSync(place)) return new Map();
  const files = fs
    .readdirSync(place)
    .filter((name) => name.endsWith(".json"))
    .toSorted();
  return new Map(files.map((name) => [path.basename(name, ".json"), readJson(path.join(place, name), deliverySchema)]));
}

/** Names of variables that a file has in place of secrets stay. */
export function writeDeliveryFiles(folder: string, deliveries: Deliveries): void {
  const before = readDeliveryFiles(folder);
  const place = path.join(folder, FOLDER);
  for (const [key, { type, name, active, settings }] of deliveries) {
    const known = before.get(key);
    if (
      known &&
      deliveryDifferences(new Map([[key, known]]), new Map([[key, { type, name, active, settings }]])).length === 0
    )
      continue;
    const written = { type, name, active, settings: { ...settings, ...secretsIn(known?.settings ?? {}) } };
    fs.mkdirSync(place, { recursive: true });
    fs.writeFileSync(path.join(place, `${key}.json`), `${JSON.stringify(written, null, 2)}\n`);
  }
}

/** The document's deliveries at the service; undefined where there are none to be had, or the key may not see them. */
export async function readServiceDeliveries(
  docloom: Docloom,
  id: string,
): Promise<Map<string, ServiceDelivery> | undefined> {
  try {
    const deliveries = new Map<string, ServiceDelivery>();
    for (const { id: delivery, type, name, active, settings } of await docloom.documents.deliveries(id)) {
      const key = freeKey(folderNameOf(name || type), deliveries);
      const open = withoutSecrets(settings as Record<string, unknown>);
      deliveries.set(key, { id: delivery, type, name, active: active === "0" ? 0 : 1, settings: open });
    }
    return deliveries;
  } catch (error) {
    if (error instanceof DocloomError && [403, 404, 405].includes(error.status)) return undefined;
    throw error;
  }
}

/** Several of one name have a number after it, in the order in which they were made. */
function freeKey(name: string, taken: ReadonlyMap<string, unknown>): string {
  let key = name;
  for (let number = 2; taken.has(key); number++) key = `${name} (${number})`;
  return key;
}

/** What would change if the deliveries of `to` were brought to `from`; what only `from` has stays. Secrets are not compared. */
export function deliveryDifferences(from: Deliveries | undefined, to: Deliveries): Difference[] {
  if (from === undefined) return [];
  return [...to].flatMap(([key, delivery]) => {
    const after = named(delivery);
    const known = from.get(key);
    const there: Record<string, unknown> = known ? named(known) : {};
    const changed = Object.keys(after).filter((member) => shown(there[member]) !== shown(after[member]));
    if (known && changed.length === 0) return [];
    const texts = (side: Record<string, unknown>) =>
      changed.map((member) => `${member}: ${shortened(shown(side[member]))}`).join(", ");
    return [{ what: `delivery ${key}`, from: known ? texts(there) : "", to: texts(after) }];
  });
}

/** Brings deliveries to the service: new ones are made, others changed; secrets come from the environment. */
export async function pushDeliveries(
  docloom: Docloom,
  id: string,
  deliveries: Deliveries,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const present = deliveries.size === 0 ? undefined : await readServiceDeliveries(docloom, id);
  if (present === undefined) return;
  for (const [key, delivery] of deliveries) {
    const { type, name, active } = delivery;
    const known = present.get(key);
    if (known && deliveryDifferences(present, new Map([[key, delivery]])).length === 0) continue;
    const settings = withSecretsOf(delivery.settings, environment, (variable) => {
      // The service keeps the secret that it has.
      if (known) return;
      throw new UsageError(
        `${FOLDER}/${key}.json takes a secret from the environment variable ${variable}, which is not set.`,
      );
    });
    const members = { type, name, active, settings };
    if (known) await docloom.documents.updateDelivery(id, known.id, members as DeliveryChanges);
    else await docloom.documents.addDelivery(id, members as NewDelivery);
  }
}

/** A delivery as it is compared: each setting by its name. */
const named = ({ type, name, active, settings }: DeliveryFile): Record<string, unknown> => ({
  type,
  name,
  active,
  ...Object.fromEntries(
    Object.entries(withoutSecrets(settings)).map(([member, value]) => [`settings.${member}`, value]),
  ),
});

const isSecret = (value: unknown): boolean => value === MASK || secretSchema.safeParse(value).success;
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isSecret(value);

/** Settings that anybody may read, those in groups such as `headers`, too. */
function withoutSecrets(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => !isSecret(value))
      .map(([member, value]) => [member, isGroup(value) ? withoutSecrets(value) : value]),
  );
}

/** The members of a file that name variables, with the rest of their groups. */
const secretsIn = (settings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([, value]) => isSecret(value) || (isGroup(value) && Object.values(value).some(isSecret)),
    ),
  );

function withSecretsOf(
  settings: Record<string, unknown>,
  environment: Readonly<Record<string, string | undefined>>,
  missing: (variable: string) => void,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([member, value]): [string, unknown][] => {
      const variable = secretSchema.safeParse(value).data?.env;
      if (variable === undefined)
        return [[member, isGroup(value) ? withSecretsOf(value, environment, missing) : value]];
      const secret = environment[variable];
      if (secret === undefined) missing(variable);
      return secret === undefined ? [] : [[member, secret]];
    }),
  );
}

const MAX_SHOWN_LENGTH = 60;
const shortened = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
