import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import * as z from "zod";
import { toolEnvironment } from "../prepare.mjs";
import { AccountError, type AccountErrorKind, type CloudflareAccount } from "./account.ts";
import type { Bucket } from "./deployed-config.ts";

const whoAmISchema = z.object({
  loggedIn: z.boolean(),
  email: z.string().optional(),
  accounts: z.array(z.object({ name: z.string() })).optional(),
});
const databasesSchema = z.array(z.object({ name: z.string(), uuid: z.string() }));
const secretsSchema = z.array(z.object({ name: z.string() }));
const deployedSchema = z.object({ type: z.literal("deploy"), targets: z.array(z.string()).nullish() });

/** The account that wrangler is signed in to. */
export function wranglerAccount(): CloudflareAccount {
  return {
    owner: async () => {
      const answer = whoAmISchema.parse(jsonIn(await wrangler(["whoami", "--json"], { mayFail: true })));
      if (!answer.loggedIn) throw new AccountError("not_signed_in", "Nobody is signed in to Cloudflare here.");
      return { email: answer.email ?? "an API token", accounts: (answer.accounts ?? []).map(({ name }) => name) };
    },
    databaseId: async (name) => {
      const databases = databasesSchema.parse(jsonIn(await wrangler(["d1", "list", "--json"])));
      return databases.find((database) => database.name === name)?.uuid;
    },
    createDatabase: async (name) => void (await wrangler(["d1", "create", name])),
    hasBucket: async (bucket) => (await unlessMissing(["r2", "bucket", "info", ...placed(bucket)])) !== undefined,
    createBucket: async (bucket) => void (await wrangler(["r2", "bucket", "create", ...placed(bucket)])),
    hasQueue: async (name) => (await unlessMissing(["queues", "info", name])) !== undefined,
    createQueue: async (name) => void (await wrangler(["queues", "create", name])),
    pendingMigrations: async (configFile) => {
      const said = await wrangler(["d1", "migrations", "list", "DB", "--remote", "--config", configFile]);
      return [...new Set([...said.matchAll(/\b\d{4}_\w+\.sql\b/g)].map(([name]) => name))];
    },
    migrate: async (configFile) => {
      await wrangler(["d1", "migrations", "apply", "DB", "--remote", "--config", configFile]);
    },
    secrets: async (configFile) => {
      const said = await unlessMissing(["secret", "list", "--format", "json", "--config", configFile]);
      return said === undefined ? undefined : secretsSchema.parse(jsonIn(said)).map(({ name }) => name);
    },
    putSecret: async (configFile, name, value) => {
      await wrangler(["secret", "put", name, "--config", configFile], { input: value });
    },
    deployWorker,
  };
}

const placed = ({ name, jurisdiction }: Bucket): string[] =>
  jurisdiction === undefined ? [name] : [name, "--jurisdiction", jurisdiction];

/** wrangler writes what it did as lines of JSON into a given file. */
async function deployWorker(configFile: string): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-deploy-"));
  const report = path.join(folder, "report.ndjson");
  try {
    await wrangler(["deploy", "--config", configFile, "--keep-vars"], {
      environment: { WRANGLER_OUTPUT_FILE_PATH: report },
    });
    const lines = fs.readFileSync(report, "utf8").trim().split("\n");
    const deployed = lines.map((line) => deployedSchema.safeParse(JSON.parse(line))).find(({ success }) => success);
    return (deployed?.data?.targets ?? []).flatMap((target) => /https:\/\/[^\s/]+/.exec(addressOf(target)) ?? []);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Targets are addresses, or domains followed by a remark. Schedules and queues have blanks and colons. */
function addressOf(target: string): string {
  if (target.startsWith("https://")) return target;
  const domain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?= \(custom domain|$)/i.exec(target);
  return domain ? `https://${domain[0]}` : "";
}

/** What a command says about a thing; undefined if there is none. */
async function unlessMissing(command: string[]): Promise<string | undefined> {
  try {
    return await wrangler(command);
  } catch (error) {
    if (error instanceof AccountError && /not (?:exist|found)|could not find|10006|11000/i.test(error.message))
      return undefined;
    throw error;
  }
}

interface WranglerOptions {
  mayFail?: boolean;
  environment?: Record<string, string>;
  /** What the command reads. */
  input?: string;
}

async function wrangler(
  command: string[],
  { mayFail = false, environment = {}, input }: WranglerOptions = {},
): Promise<string> {
  const env = { ...toolEnvironment(), ...environment, CI: "1" };
  try {
    const running = promisify(execFile)("wrangler", command, { env, maxBuffer: 64 * 1024 * 1024 });
    if (input !== undefined) running.child.stdin?.end(input);
    const { stdout } = await running;
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" }: { stdout?: string; stderr?: string } = Object(error);
    if (mayFail && stdout.includes("{")) return stdout;
    throw accountError(stripVTControlCharacters(`${stdout}\n${stderr}`));
  }
}

/** What identifies Cloudflare's answers: their words, and the codes in brackets after them. */
const KINDS: readonly [AccountErrorKind, RegExp][] = [
  [
    "not_signed_in",
    /not logged in|CLOUDFLARE_API_TOKEN|Authentication error|Invalid access token|code: (?:10000|9109)\b/i,
  ],
  ["quota", /limit|quota|exceeded|paid plan|upgrade|enable R2|code: (?:10042|100129|7406|11005)\b/i],
  ["name_taken", /already (?:exists|taken|in use)|code: (?:10004|11009|7502)\b/i],
];

function accountError(said: string): AccountError {
  const kind = KINDS.find(([, pattern]) => pattern.test(said))?.[0] ?? "failed";
  const lines = said.split("\n").map((line) => line.trim());
  const explaining = lines
    .filter((line) => /ERROR|\[code: \d+\]/.test(line))
    .map((line) => line.replace(/^.*?\[ERROR\]\s*/, ""));

  return new AccountError(
    kind,
    explaining.slice(0, 3).join(" ") || lines.filter(Boolean).slice(-3).join(" ") || "wrangler gave no reason.",
  );
}

function jsonIn(text: string): unknown {
  return JSON.parse(text.slice(Math.max(0, text.search(/[[{]/))));
}
