import type { Bucket } from "./deployed-config.ts";

/** What a deploy needs from a Cloudflare account: everything that talks to Cloudflare is behind this. */
export interface CloudflareAccount {
  /** Who is signed in. @throws AccountError `not_signed_in` */
  owner(): Promise<{ email: string; accounts: string[] }>;
  /** The id of a D1 database; undefined if there is none of that name. */
  databaseId(name: string): Promise<string | undefined>;
  createDatabase(name: string): Promise<void>;
  hasBucket(bucket: Bucket): Promise<boolean>;
  createBucket(bucket: Bucket): Promise<void>;
  hasQueue(name: string): Promise<boolean>;
  createQueue(name: string): Promise<void>;
  /** Names of migrations that the database of a configuration lacks. */
  pendingMigrations(configFile: string): Promise<string[]>;
  migrate(configFile: string): Promise<void>;
  /** Names of the secrets that the Worker of a configuration has; undefined if there is no such Worker. */
  secrets(configFile: string): Promise<string[] | undefined>;
  putSecret(configFile: string, name: string, value: string): Promise<void>;
  /** Uploads the Worker; returns the addresses at which it can be reached. */
  deployWorker(configFile: string): Promise<string[]>;
}

/** Why Cloudflare refused. */
export type AccountErrorKind =
  | "not_signed_in"
  /** Somebody already has a thing of this name. */
  | "name_taken"
  /** The plan allows no more of it, or not at all. */
  | "quota"
  | "failed";

/** A step at Cloudflare failed; the message is Cloudflare's own. */
export class AccountError extends Error {
  override readonly name = "AccountError";
  readonly kind: AccountErrorKind;

  constructor(kind: AccountErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What to do about it. */
export function remedyOf({ kind }: AccountError): string {
  switch (kind) {
    case "not_signed_in":
      return "Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.";
    case "name_taken":
      return "Choose other names with --name, e.g. npm run deploy -- --name docloom-two.";
    case "quota":
      return "The account's plan does not allow it: Docloom needs the Workers Paid plan, with R2 turned on in the dashboard.";
    case "failed":
      return "Run the same command again: what is done already is left as it is.";
  }
}
