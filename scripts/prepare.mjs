// Makes the checkout ready to run: installs if the lockfile changed, builds the static assets, puts Chromium in place.
// Plain JavaScript on built-in modules only, because it runs before anything is installed and on Node 20.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** The one folder, inside the checkout, that holds everything that is not source: cache, browser, local state. */
export const stateFolder = path.join(root, ".docloom");

/** Settings of the local platform, which it takes from the environment. */
export const localPlatform = {
  // What it would ask the network for at each start.
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  // It would show the database and the files to whoever reaches its port, without credentials ...
  X_LOCAL_EXPLORER: "false",
  // ... and write a trace of each request into a database of its own, which takes as long as the request itself.
  X_LOCAL_OBSERVABILITY: "false",
};

/** The environment in which every tool of the project runs: the project's own Node first, caches in the checkout. */
export function toolEnvironment() {
  return {
    ...process.env,
    PATH: `${path.join(root, "node_modules/.bin")}${path.delimiter}${process.env.PATH ?? ""}`,
    XDG_CACHE_HOME: path.join(stateFolder, "cache"),
    // wrangler is large: compiled once, it starts a second sooner.
    NODE_COMPILE_CACHE: path.join(stateFolder, "cache/node"),
    // The compiler and the bundler are written in Go: with more room between collections they take a seventh less time.
    GOGC: process.env.GOGC ?? "400",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_LOG_PATH: path.join(stateFolder, "logs"),
    ...localPlatform,
  };
}

/** A step of the set-up failed; the message says which and what to do. */
export class PrepareError extends Error {}

/**
 * Runs a command and fails with a sentence if it fails.
 * @param {string} what the step, in the user's words
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean }} [options] quiet: its output is shown only when it fails
 */
export async function run(what, command, args, { quiet = false } = {}) {
  const output = quiet ? "pipe" : "inherit";
  const child = spawn(command, args, { cwd: root, env: toolEnvironment(), stdio: ["ignore", output, output] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("close", resolve);
  });
  if (code !== 0) throw new PrepareError(`${said}${what} failed: \`${command} ${args.join(" ")}\` ended with ${code}.`);
}

/** @param {string} file */
function modifiedAt(file) {
  return fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0;
}

async function install() {
  const installed = path.join(root, "node_modules/.package-lock.json");
  if (modifiedAt(installed) >= modifiedAt(path.join(root, "package-lock.json"))) return;
  console.log("Installing packages (about 800 MB on disk, half a minute on a fast line) ...");
  await run("Installing packages", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  fs.utimesSync(installed, new Date(), new Date());
}

/** The oldest Node that runs the project's own scripts, which are TypeScript. */
const OLDEST_NODE = /** @type {const} */ ([22, 18]);

function checkNode() {
  if (fs.existsSync(path.join(root, "node_modules/.bin/node"))) return;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new PrepareError(
    `Node ${process.versions.node} is too old here: on this platform Docloom needs Node ${OLDEST_NODE.join(".")} or newer (on Linux it brings its own).`,
  );
}

/** What is built, in two parallel sequences; the faces are made from the fonts before them. */
const BUILDS = [
  [
    ["Building the fonts", "build-fonts.ts"],
    ["Copying the form fonts", "build-form-fonts.ts"],
    ["Unpacking the faces", "build-faces.ts"],
    ["Putting Chromium in place", "setup-chromium.ts"],
  ],
  [
    ["Building the layout bundle", "build-layout.ts"],
    ["Building the API reference", "build-reference.ts"],
    ["Building the console", "build-console.ts"],
    ["Building the Worker", "build-worker.ts"],
    ["Generating the types of the client", "../packages/docloom/scripts/generate-types.ts"],
    ["Building the client", "build-client.ts"],
  ],
];

async function typesOfBindings() {
  if (modifiedAt(path.join(root, "worker-configuration.d.ts")) >= modifiedAt(path.join(root, "wrangler.toml"))) return;
  await run("Generating the types of the bindings", "wrangler", ["types"], { quiet: true });
}

/** Made when all is in place: what an interrupted set-up leaves is not taken for the whole. */
const preparedMark = path.join(stateFolder, "prepared");

/** Whether everything was put in place once, be it of an older state of the checkout. */
export const isPrepared = () => fs.existsSync(preparedMark);

/** Whether the service's source is newer than what was built of it. */
export function isSourceNewer() {
  const built = fs.statSync(preparedMark).mtimeMs;
  return ["src", "migrations"].some((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .some((entry) => entry.isFile() && modifiedAt(path.join(entry.parentPath, entry.name)) > built),
  );
}

/** Brings everything up to date; does nothing, quickly, if it already is. */
export async function prepare() {
  fs.mkdirSync(stateFolder, { recursive: true });
  fs.rmSync(preparedMark, { force: true });
  await install();
  checkNode();
  const node = fs.existsSync(path.join(root, "node_modules/.bin/node"))
    ? path.join(root, "node_modules/.bin/node")
    : process.execPath;
  await Promise.all([
    ...BUILDS.map(async (row) => {
      for (const [what = "", script = ""] of row)
        if (fs.existsSync(path.join(root, "scripts", script))) await run(what, node, [path.join("scripts", script)]);
    }),
    typesOfBindings(),
  ]);
  fs.writeFileSync(preparedMark, "");
}

if (process.argv[1] === import.meta.filename)
  await prepare().catch((error) => {
    console.error(error instanceof PrepareError ? error.message : error);
    process.exit(1);
  });
