import { AccountError, type CloudflareAccount } from "../../scripts/deploy/account.ts";
import type { Bucket } from "../../scripts/deploy/deployed-config.ts";

type Step = keyof CloudflareAccount;

/** An account that answers as Cloudflare's documentation says, and remembers. */
export class FakeCloudflare implements CloudflareAccount {
  readonly databases = new Map<string, string>();
  readonly buckets = new Set<string>();
  readonly queues = new Set<string>();
  readonly secretValues = new Map<string, string>();
  readonly applied = new Set<string>();
  /** How often the Worker was uploaded. */
  uploads = 0;
  /** Every call that changes something. */
  readonly changes: string[] = [];
  signedIn = true;
  /** Buckets that other accounts have: their names are taken. */
  readonly foreignBuckets = new Set<string>();
  mostQueues = Number.POSITIVE_INFINITY;
  hasSubdomain = true;
  /** The next call of this step breaks off. */
  failsOnce: Step | undefined;
  readonly migrations = ["0000_foundation.sql", "0001_deliveries.sql"];

  #enter(step: Step): void {
    if (!this.signedIn) throw new AccountError("not_signed_in", "You are not logged in.");
    if (this.failsOnce !== step) return;
    this.failsOnce = undefined;
    throw new AccountError("failed", "A request to the Cloudflare API failed. [code: 7010]");
  }

  async owner() {
    this.#enter("owner");
    return { email: "ada@example.com", accounts: ["Ada"] };
  }

  async databaseId(name: string) {
    this.#enter("databaseId");
    return this.databases.get(name);
  }

  async createDatabase(name: string) {
    this.#enter("createDatabase");
    if (this.databases.has(name))
      throw new AccountError("name_taken", `A database with the name ${name} already exists [code: 7502]`);
    this.databases.set(name, `00000000-0000-4000-8000-00000000000${this.databases.size + 1}`);
    this.changes.push(`database ${name}`);
  }

  async hasBucket(bucket: Bucket) {
    this.#enter("hasBucket");
    return this.buckets.has(nameOf(bucket));
  }

  async createBucket(bucket: Bucket) {
    this.#enter("createBucket");
    const name = nameOf(bucket);
    if (this.foreignBuckets.has(name)) throw new AccountError("name_taken", "The bucket name is taken [code: 10004]");
    this.buckets.add(name);
    this.changes.push(`bucket ${name}`);
  }

  async hasQueue(name: string) {
    this.#enter("hasQueue");
    return this.queues.has(name);
  }

  async createQueue(name: string) {
    this.#enter("createQueue");
    if (this.queues.size >= this.mostQueues)
      throw new AccountError("quota", "You exceeded the limit of queues [code: 11005]");
    this.queues.add(name);
    this.changes.push(`queue ${name}`);
  }

  async pendingMigrations() {
    this.#enter("pendingMigrations");
    return this.migrations.filter((name) => !this.applied.has(name));
  }

  async migrate() {
    this.#enter("migrate");
    for (const name of this.migrations) this.applied.add(name);
    this.changes.push("migrate");
  }

  async secrets() {
    this.#enter("secrets");
    return this.uploads > 0 ? [...this.secretValues.keys()] : undefined;
  }

  async putSecret(_configFile: string, name: string, value: string) {
    this.#enter("putSecret");
    this.secretValues.set(name, value);
    this.changes.push(`secret ${name}`);
  }

  async deployWorker() {
    this.#enter("deployWorker");
    this.uploads++;
    this.changes.push("upload");
    return this.hasSubdomain ? ["https://docloom.ada.workers.dev"] : [];
  }
}

/** Names are one thing in each jurisdiction. */
const nameOf = ({ name, jurisdiction }: Bucket): string => (jurisdiction ? `${jurisdiction}/${name}` : name);
