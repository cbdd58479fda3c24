import fs from "node:fs";
import path from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import * as z from "zod";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The configuration of the deployed service: wrangler.toml with the resources of this account. Each deploy makes it
 * anew.
 */
export const DEPLOYED_CONFIG = path.join(root, "wrangler.deployed.toml");

const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

export interface Bucket {
  name: string;
  /** The same name may be another bucket elsewhere. */
  jurisdiction: string | undefined;
}

/** What the service needs in the account. */
export interface Resources {
  worker: string;
  database: string;
  buckets: Bucket[];
  queues: string[];
}

export interface DeployOptions {
  /** The Worker's name, and the prefix of the names of its resources; `docloom` if absent. */
  name: string;
  /** A domain in a zone of the account; without one the service is at workers.dev. */
  domain: string | undefined;
}

/** Cloudflare writes this header itself, whatever a client sends. Elsewhere it is the client's to choose. */
const PLATFORM_VARIABLES = `
[vars]
CLIENT_ADDRESS_HEADER = "cf-connecting-ip"
`;

/** wrangler.toml under another name. */
export function configText({ name, domain }: DeployOptions, databaseId = NO_DATABASE): string {
  const text = fs.readFileSync(path.join(root, "wrangler.toml"), "utf8");
  const named = (text + PLATFORM_VARIABLES)
    .replace(/"docloom(-[a-z-]+)?"/g, (_, suffix = "") => `"${name}${suffix}"`)
    .replace(NO_DATABASE, databaseId);

  // Keys of the whole file come before its first table.
  return domain === undefined ? named : `routes = [{ pattern = "${domain}", custom_domain = true }]\n${named}`;
}

/** Writes the configuration; returns its path. */
export function writeConfig(options: DeployOptions, databaseId: string | undefined, file = DEPLOYED_CONFIG): string {
  fs.writeFileSync(file, configText(options, databaseId));
  return file;
}

const configSchema = z.object({
  name: z.string(),
  d1_databases: z.tuple([z.object({ database_name: z.string() })]),
  r2_buckets: z.array(z.object({ bucket_name: z.string(), jurisdiction: z.string().optional() })),
  queues: z.object({
    producers: z.array(z.object({ queue: z.string() })),
    consumers: z.array(z.object({ queue: z.string(), dead_letter_queue: z.string().optional() })),
  }),
});

/** What a configuration names. */
export function resourcesOf(configFile: string): Resources {
  const { name, d1_databases, r2_buckets, queues } = configSchema.parse(
    readConfig({ config: configFile }, { hideWarnings: true }),
  );
  const read = queues.consumers.flatMap(({ queue, dead_letter_queue: dead }) => (dead ? [queue, dead] : [queue]));
  const written = queues.producers.map(({ queue }) => queue);

  return {
    worker: name,
    database: d1_databases[0].database_name,
    buckets: r2_buckets.map(({ bucket_name, jurisdiction }) => ({ name: bucket_name, jurisdiction })),
    queues: [...new Set([...read, ...written])],
  };
}
