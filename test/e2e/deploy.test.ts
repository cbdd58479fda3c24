import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { CloudflareAccount } from "../../scripts/deploy/account.ts";
import { configText, resourcesOf } from "../../scripts/deploy/deployed-config.ts";
import { type DeploymentTools, deploy, previewDeployment } from "../../scripts/deploy/deployment.ts";
import { toolEnvironment } from "../../scripts/prepare.mjs";
import { FakeCloudflare } from "../support/fake-cloudflare.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** In the checkout, because the configuration names its files from where it is. */
const configFile = path.join(root, "wrangler.deploy-test.toml");
afterAll(() => fs.rmSync(configFile, { force: true }));

let account: FakeCloudflare;
let said: string[];
let keys: number;
let verified: boolean;
let tools: DeploymentTools;

beforeEach(() => {
  account = new FakeCloudflare();
  said = [];
  keys = 0;
  verified = false;
  tools = {
    say: (line) => void said.push(line),
    writeConfig: (databaseId) => {
      fs.writeFileSync(configFile, configText({ name: "docloom", domain: undefined }, databaseId));
      return configFile;
    },
    resourcesOf,
    build: async () => {},
    firstKey: async () => (keys++ === 0 ? { key: "dk_1", secret: "s" } : undefined),
    verify: async () => {
      verified = true;
      return 12_345;
    },
  };
});

/** Every queue that wrangler.toml names, wherever it does. */
const wranglerToml = fs.readFileSync(path.resolve(import.meta.dirname, "../../wrangler.toml"), "utf8");
const QUEUES = new Set(Array.from(wranglerToml.matchAll(/queue = "([^"]+)"/g), ([, name = ""]) => name));

describe("npm run deploy", () => {
  it("makes what is missing, in an empty account, and verifies by a merge", async () => {
    expect(await deploy(account, tools)).toEqual({
      address: "https://docloom.ada.workers.dev",
      credentials: { key: "dk_1", secret: "s" },
    });
    expect([...account.databases.keys()]).toEqual(["docloom"]);
    expect([...account.buckets]).toEqual(["docloom-files"]);
    expect(account.queues).toEqual(QUEUES);
    expect(QUEUES).toContain("docloom-tools-dead");
    expect(account.changes.slice(-3)).toEqual(["migrate", "upload", "secret SECRETS_KEY"]);
    expect(fs.readFileSync(configFile, "utf8")).toContain('database_id = "00000000-0000-4000-8000-000000000001"');
    expect(verified).toBe(true);
  });

  it("is an update when it is run again: nothing is made twice", async () => {
    await deploy(account, tools);
    const made = account.changes.length;
    account.migrations.push("0002_more.sql");
    expect(await deploy(account, tools)).toMatchObject({ credentials: undefined });
    expect(account.changes.slice(made)).toEqual(["migrate", "upload"]);
  });

  it("makes the encryption key once, and shows it", async () => {
    await deploy(account, tools);
    const key = account.secretValues.get("SECRETS_KEY") ?? "";
    expect(Buffer.from(key, "base64")).toHaveLength(32);
    expect(said.filter((line) => line.includes(key))).toEqual([
      expect.stringMatching(/^\+ secret SECRETS_KEY .*keep a copy/),
    ]);
    said.length = 0;
    await deploy(account, tools);
    expect(account.secretValues.get("SECRETS_KEY")).toBe(key);
    expect(said).toContain("= secret SECRETS_KEY");
    expect(said.join()).not.toContain(key);
  });

  it("leaves alone a key that it cannot see yet", async () => {
    account.secrets = async () => undefined;
    await expect(deploy(account, tools)).rejects.toThrow(
      /Making the secret SECRETS_KEY failed[\s\S]*again in a minute/,
    );
    expect(account.secretValues.size).toBe(0);
  });

  it("takes what already exists", async () => {
    account.databases.set("docloom", "00000000-0000-4000-8000-00000000000a");
    account.buckets.add("docloom-files");
    account.queues.add("docloom-merges");
    await deploy(account, tools);
    expect(said).toEqual(
      expect.arrayContaining([
        "= database docloom",
        "= bucket docloom-files",
        "= queue docloom-merges",
        "+ queue docloom-merges-dead",
      ]),
    );
    expect(fs.readFileSync(configFile, "utf8")).toContain("00000000-0000-4000-8000-00000000000a");
  });

  it("shows what it would do, and changes nothing", async () => {
    account.buckets.add("docloom-files");
    await previewDeployment(account, tools);
    expect(said).toEqual(
      expect.arrayContaining([
        "would make   database docloom",
        "is there     bucket docloom-files",
        "would make   queue docloom-merges",
        "would apply  every migration",
        "would upload the Worker docloom",
        "would make   secret SECRETS_KEY",
      ]),
    );
    await deploy(account, tools);
    said.length = 0;
    const before = account.changes.length;
    await previewDeployment(account, tools);
    expect(said.join("\n")).not.toContain("would make");
    expect(said).toContain("is there     every migration");
    expect(account.changes).toHaveLength(before);
  });

  it.each([
    [
      "nobody is signed in",
      () => {
        account.signedIn = false;
      },
      /Checking who is signed in failed[\s\S]*npx wrangler login/,
    ],
    [
      "a name is taken",
      () => {
        account.foreignBuckets.add("docloom-files");
      },
      /Making the bucket docloom-files failed[\s\S]*--name/,
    ],
    [
      "the plan is too small",
      () => {
        account.mostQueues = 2;
      },
      /Making the queue docloom-deliveries failed[\s\S]*Workers Paid/,
    ],
    [
      "there is no subdomain",
      () => {
        account.hasSubdomain = false;
      },
      /has no address[\s\S]*--domain/,
    ],
  ] as const)("says what to do when %s", async (_case, prepare: () => void, sentence) => {
    prepare();
    await expect(deploy(account, tools)).rejects.toThrow(sentence);
    expect(verified).toBe(false);
  });

  it.each([
    "databaseId",
    "createDatabase",
    "hasBucket",
    "createBucket",
    "hasQueue",
    "createQueue",
    "pendingMigrations",
    "migrate",
    "deployWorker",
    "secrets",
    "putSecret",
  ] satisfies (keyof CloudflareAccount)[])("goes on where it was after %s failed", async (step) => {
    account.failsOnce = step;
    await expect(deploy(account, tools)).rejects.toThrow(
      /failed: A request to the Cloudflare API failed[\s\S]*Run the same command again/,
    );
    expect(verified).toBe(false);
    await deploy(account, tools);
    expect(verified).toBe(true);
    // An existing Worker is uploaded again: that is what an update is.
    const made = account.changes.filter((change) => change !== "upload");
    expect(new Set(made).size).toBe(made.length);
    expect(account.uploads).toBe(step === "secrets" || step === "putSecret" ? 2 : 1);
  });

  it("has its bucket where the configuration says", async () => {
    const text = configText({ name: "docloom", domain: undefined });
    const inEu = text.replace('bucket_name = "docloom-files"', '$&\njurisdiction = "eu"');
    const writeConfig = () => {
      fs.writeFileSync(configFile, inEu);
      return configFile;
    };
    await deploy(account, { ...tools, writeConfig });
    expect([...account.buckets]).toEqual(["eu/docloom-files"]);
  });

  it("has names of its own for a second service, and a domain", () => {
    fs.writeFileSync(configFile, configText({ name: "offers", domain: "docs.example.com" }));
    const resources = resourcesOf(configFile);
    expect(resources).toMatchObject({ worker: "offers", database: "offers", buckets: [{ name: "offers-files" }] });
    expect(resources.queues).toContain("offers-merges-dead");
    expect(fs.readFileSync(configFile, "utf8")).toMatch(
      /^routes = \[\{ pattern = "docs\.example\.com", custom_domain = true \}\]/,
    );
  });

  it("uploads a Worker that wrangler accepts", async () => {
    fs.writeFileSync(
      configFile,
      configText({ name: "docloom", domain: "docs.example.com" }, "00000000-0000-4000-8000-000000000001"),
    );
    const { stdout } = await promisify(execFile)("wrangler", ["deploy", "--dry-run", "--config", configFile], {
      cwd: root,
      env: toolEnvironment(),
    });
    expect(stdout).toContain("--dry-run: exiting now.");
    expect(stdout).not.toContain("PUBLIC_BASE_URL");
  });
});
