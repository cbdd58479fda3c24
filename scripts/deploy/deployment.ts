import { newSecretsKey } from "../service-settings.ts";
import { AccountError, type CloudflareAccount, remedyOf } from "./account.ts";
import type { Resources } from "./deployed-config.ts";

/** Encrypts the signing identities and the secrets of deliveries that a deployment keeps, and signs its receipts. */
const SECRETS_KEY = "SECRETS_KEY";

/** What the steps do besides Cloudflare; passed in, so that tests need neither files nor network. */
export interface DeploymentTools {
  say(line: string): void;
  /** Writes the configuration with the database's id; returns its path. */
  writeConfig(databaseId: string | undefined): string;
  resourcesOf(configFile: string): Resources;
  /** Builds what is served beside the Worker. */
  build(): Promise<void>;
  /** The first key of a database that has none; undefined if there is one. */
  firstKey(configFile: string): Promise<{ key: string; secret: string } | undefined>;
  /** Merges a document at the address, and returns the size of the PDF in bytes. */
  verify(
    address: string,
    configFile: string,
    credentials: { key: string; secret: string } | undefined,
  ): Promise<number>;
}

export interface Deployed {
  address: string;
  credentials: { key: string; secret: string } | undefined;
}

/** A step failed; the message says which, why, and what to do. */
export class DeployFailed extends Error {
  override readonly name = "DeployFailed";
}

/** Says what a deploy would do, and changes nothing. */
export async function previewDeployment(account: CloudflareAccount, tools: DeploymentTools): Promise<void> {
  const { email, accounts } = await step("Checking who is signed in", () => account.owner());
  tools.say(`signed in    ${email} (${accounts.join(", ")})`);
  const configFile = tools.writeConfig(undefined);
  const { worker, database, buckets, queues } = tools.resourcesOf(configFile);
  const report = (what: string, name: string, isThere: boolean) =>
    tools.say(`${isThere ? "is there   " : "would make "}  ${what} ${name}`);

  const databaseId = await step(`Looking for the database ${database}`, () => account.databaseId(database));
  report("database", database, databaseId !== undefined);
  for (const bucket of buckets) {
    const isThere = await step(`Looking for the bucket ${bucket.name}`, () => account.hasBucket(bucket));
    report("bucket", bucket.name, isThere);
  }
  for (const name of queues)
    report("queue", name, await step(`Looking for the queue ${name}`, () => account.hasQueue(name)));
  if (databaseId !== undefined) {
    const pending = await step("Looking for migrations", () =>
      account.pendingMigrations(tools.writeConfig(databaseId)),
    );
    tools.say(pending.length > 0 ? `would apply  ${pending.join(", ")}` : "is there     every migration");
  } else tools.say("would apply  every migration");
  tools.say(`would upload the Worker ${worker}`);
  const secrets = await step("Looking for its secrets", () => account.secrets(configFile));
  report("secret", SECRETS_KEY, secrets?.includes(SECRETS_KEY) ?? false);
}

/**
 * Brings the service to the account: makes what is missing, migrates, uploads, makes its secret and the first key,
 * merges once. Each step leaves finished work alone, so that a deploy that failed can simply be run again, and the next
 * one is an update.
 * @throws DeployFailed
 */
export async function deploy(account: CloudflareAccount, tools: DeploymentTools): Promise<Deployed> {
  const { email, accounts } = await step("Checking who is signed in", () => account.owner());
  tools.say(`Deploying as ${email} (${accounts.join(", ")})`);
  const { database, buckets, queues, worker } = tools.resourcesOf(tools.writeConfig(undefined));
  await step("Building", () => tools.build());

  const databaseId = await step(`Making the database ${database}`, () => ensureDatabase(account, tools, database));
  for (const bucket of buckets)
    await step(`Making the bucket ${bucket.name}`, () =>
      ensure(
        tools,
        `bucket ${bucket.name}`,
        () => account.hasBucket(bucket),
        () => account.createBucket(bucket),
      ),
    );
  for (const name of queues)
    await step(`Making the queue ${name}`, () =>
      ensure(
        tools,
        `queue ${name}`,
        () => account.hasQueue(name),
        () => account.createQueue(name),
      ),
    );

  const configFile = tools.writeConfig(databaseId);
  const pending = await step("Looking for migrations", () => account.pendingMigrations(configFile));
  if (pending.length > 0) {
    await step("Migrating the database", () => account.migrate(configFile));
    tools.say(`+ ${pending.length} migrations`);
  }
  const [address] = await step(`Uploading the Worker ${worker}`, () => account.deployWorker(configFile));
  if (address === undefined)
    throw new DeployFailed(
      `The Worker ${worker} is uploaded, but has no address. Register a workers.dev subdomain in the dashboard (Workers & Pages), or give a domain: npm run deploy -- --domain docs.example.com`,
    );
  tools.say(`+ Worker ${worker} at ${address}`);
  await step(`Making the secret ${SECRETS_KEY}`, () => ensureSecretsKey(account, tools, configFile));
  const credentials = await step("Making the first key", () => tools.firstKey(configFile));
  const bytes = await step("Merging a first document", () => tools.verify(address, configFile, credentials));
  tools.say(`✓ a document was merged: ${bytes} bytes of PDF`);

  return { address, credentials };
}

async function ensureDatabase(account: CloudflareAccount, tools: DeploymentTools, name: string): Promise<string> {
  const known = await account.databaseId(name);
  if (known !== undefined) {
    tools.say(`= database ${name}`);
    return known;
  }
  await account.createDatabase(name);
  const made = await account.databaseId(name);
  if (made === undefined)
    throw new Error("it was made, but the account does not list it yet. Run the command again in a minute.");
  tools.say(`+ database ${name}`);
  return made;
}

/** Replacing an existing key would lock everything that it has encrypted. */
async function ensureSecretsKey(account: CloudflareAccount, tools: DeploymentTools, configFile: string): Promise<void> {
  const known = await account.secrets(configFile);
  if (known === undefined)
    throw new Error("the Worker is uploaded, but the account does not list it yet. Run the command again in a minute.");
  if (known.includes(SECRETS_KEY)) return tools.say(`= secret ${SECRETS_KEY}`);
  const made = newSecretsKey();
  await account.putSecret(configFile, SECRETS_KEY, made);
  tools.say(
    `+ secret ${SECRETS_KEY} (shown once; keep a copy, what is kept for signing, and secrets of deliveries, are encrypted with it): ${made}`,
  );
}

async function ensure(
  tools: DeploymentTools,
  what: string,
  isThere: () => Promise<boolean>,
  make: () => Promise<void>,
): Promise<void> {
  if (await isThere()) return tools.say(`= ${what}`);
  await make();
  tools.say(`+ ${what}`);
}

async function step<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DeployFailed) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const remedy =
      error instanceof AccountError
        ? remedyOf(error)
        : "Run the same command again: what is done already is left as it is.";
    throw new DeployFailed(`${what} failed: ${message}\n${remedy}`);
  }
}
