// Builds the service that whole-service.ts runs, once for all test files: `globalSetup` of their projects.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { experimental_readRawConfig } from "wrangler";
import { openApiFromSource } from "../../../scripts/openapi-source.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, ".docloom/test-service");
const stamp = path.join(folder, "fingerprint");
const openApiFile = path.join(folder, "openapi.json");

const configPath = path.join(root, "wrangler.toml");
const workerFolder = path.join(folder, "worker");
const entryPoint = path.join(workerFolder, "index.js");
const code = path.join(workerFolder, "service.js");
/**
 * What the harness parses at each start to see what the Worker exports: the six megabytes after it took it a second.
 */
const ENTRY_POINT = ["*", "{ default }"].map((names) => `export ${names} from "./service.js";\n`).join("");

/** As `npm start` makes one. */
const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");

/** The service of this checkout, as the test harness takes it. @param vars its settings */
export function builtService(vars: Record<string, string>) {
  const { rawConfig } = experimental_readRawConfig({ config: configPath });
  const rules = [
    { type: "ESModule" as const, globs: ["service.js"] },
    { type: "Text" as const, globs: ["*.sql"] },
  ];
  const built = { main: entryPoint, base_dir: workerFolder, no_bundle: true, find_additional_modules: true, rules };

  return { config: { ...rawConfig, ...built, vars: { ...rawConfig.vars, SECRETS_KEY, ...vars } } };
}

/** Its OpenAPI document. */
export function builtOpenApi(): Record<string, unknown> {
  return JSON.parse(fs.readFileSync(openApiFile, "utf8"));
}

/** A fingerprint of everything the build reads: names, sizes and times. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = fs.readdirSync(path.join(root, "src"), { recursive: true, withFileTypes: true });
  const names = files.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const migrations = fs.globSync("migrations/*.sql", { cwd: root }).sort();
  const others = ["package-lock.json", "wrangler.toml", ...migrations].map((name) => path.join(root, name));
  for (const name of [...names.sort(), ...others]) {
    const { size, mtimeMs } = fs.statSync(name);
    hash.update(`${path.relative(root, name)} ${size} ${mtimeMs}\n`);
  }

  return hash.digest("hex");
}

export default async function buildService(): Promise<void> {
  const now = fingerprint();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === now) return;
  fs.rmSync(folder, { recursive: true, force: true });
  const target = ["--config", configPath, "--outdir", workerFolder];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
  const wrangler = path.join(root, "node_modules/.bin/wrangler");
  await promisify(execFile)(wrangler, ["deploy", "--dry-run", ...target], { cwd: root, env });
  fs.renameSync(entryPoint, code);
  fs.writeFileSync(entryPoint, ENTRY_POINT);
  fs.writeFileSync(openApiFile, JSON.stringify(await openApiFromSource("http://docloom.test")));
  fs.writeFileSync(stamp, now);
}
