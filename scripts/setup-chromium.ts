// Puts a Chromium where the local Browser Rendering binding looks for one, inside the checkout.
//
// Runs on any Node >= 18 after `npm ci`, downloads nothing: the browser comes from the npm package
// @sparticuz/chromium, with the shared libraries that a bare Linux lacks. CHROME_PATH names a browser of yours instead.
// Everything is in <checkout>/.docloom; the binding finds it with XDG_CACHE_HOME=<checkout>/.docloom/cache.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";
import { escapeXmlText } from "../src/office/xml-text.ts";
import { woffToSfnt } from "./woff-to-sfnt.ts";

/** Increased when this file writes something different, so that an older set-up is redone. */
const LAYOUT_VERSION = 3;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const state = path.join(root, ".docloom");
const readyFile = path.join(state, "chromium", "ready.json");
const require = createRequire(path.join(root, "package.json"));

/** Families for text that names no web font (generic families, print headers and footers): metrics as on Cloudflare. */
const SYSTEM_FAMILIES = {
  arimo: { name: "Arimo", standsFor: ["sans-serif", "Arial", "Helvetica"] },
  tinos: { name: "Tinos", standsFor: ["serif", "Times New Roman", "Times"] },
  cousine: { name: "Cousine", standsFor: ["monospace", "Courier New", "Courier"] },
};

class SetupError extends Error {}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`docloom: ${error.message}`);
  process.exitCode = 1;
}

/** The browser to run, and the lines of sh that set its environment. */
interface Target {
  program: string;
  environment: string;
}

/** How a browser that was tried ended. */
interface End {
  error?: Error;
  signal?: NodeJS.Signals | null;
  status?: number | null;
  stderr?: string | null;
}

async function main(): Promise<void> {
  const chromePath = process.env.CHROME_PATH ?? "";
  if (!chromePath && !(process.platform === "linux" && process.arch === "x64")) {
    console.log("docloom: the browser is downloaded at the first PDF (or set CHROME_PATH to one of yours)");
    return;
  }
  const miniflare = packageFolder("miniflare", packageFolder("wrangler", root));
  const chromium = chromePath ? "" : packageFolder("@sparticuz/chromium", root);
  const wanted = {
    layout: LAYOUT_VERSION,
    root,
    chromePath,
    miniflare: packageVersion(miniflare),
    chromium: chromium && packageVersion(chromium),
  };
  if (isReady(wanted)) return;

  const target = chromePath ? ownBrowser(chromePath) : await unpackedBrowser(chromium);
  const candidate = path.join(state, "chromium", `launcher-${process.pid}`);
  writeAtomically(candidate, launcherScript(target), 0o755);
  await checkThatItStarts(candidate, target).catch((error) => {
    fs.rmSync(candidate);
    throw error;
  });
  const launcher = installLauncher(candidate, installFolder(miniflare));
  writeAtomically(readyFile, JSON.stringify({ ...wanted, launcher }));
  console.log("docloom: the browser is ready");
}

/** The same set-up was finished earlier and its files are still there. */
function isReady(wanted: object): boolean {
  if (process.argv.includes("--force")) return false;
  try {
    const { launcher, ...finished } = JSON.parse(fs.readFileSync(readyFile, "utf8"));
    return JSON.stringify(finished) === JSON.stringify(wanted) && fs.existsSync(launcher);
  } catch {
    return false;
  }
}

/**
 */
function packageFolder(name: string, from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name);
    if (fs.existsSync(path.join(candidate, "package.json"))) return candidate;
    if (folder === path.dirname(folder)) throw new SetupError(`the package ${name} is not installed: run npm ci`);
  }
}

function packageVersion(folder: string): string {
  return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).version;
}

/** A browser that the user named: it must exist and be a program. */
function ownBrowser(chromePath: string): Target {
  try {
    fs.accessSync(chromePath, fs.constants.X_OK);
  } catch {
    throw new SetupError(`CHROME_PATH names ${chromePath}, which is not a program that can be started`);
  }
  return { program: path.resolve(chromePath), environment: "" };
}

/** Unpacks the browser of the npm package, once for each version. */
async function unpackedBrowser(packageDir: string): Promise<Target> {
  const folder = path.join(state, "chromium", packageVersion(packageDir));
  if (!fs.existsSync(folder)) await unpack(path.join(packageDir, "bin"), folder);
  writeFontSettings(folder);
  return {
    program: path.join(folder, "chromium"),
    environment: `export LD_LIBRARY_PATH=${quoted(path.join(folder, "lib"))} FONTCONFIG_FILE=${quoted(path.join(folder, "fonts.conf"))}\n`,
  };
}

/** Unpacks into a folder of its own and renames it at the end: an interrupted run leaves nothing half done. */
async function unpack(archives: string, folder: string): Promise<void> {
  const parent = path.dirname(folder);
  fs.mkdirSync(parent, { recursive: true });
  removeLeftovers(parent);
  const unpacking = path.join(parent, `unpacking-${process.pid}`);
  fs.rmSync(unpacking, { recursive: true, force: true });
  fs.mkdirSync(unpacking);

  // SwiftShader must be beside the program: it is looked up there and nowhere else.
  const tarFs = createRequire(require.resolve("@sparticuz/chromium"))("tar-fs");
  for (const name of ["al2023", "fonts", "swiftshader"]) {
    await pipeline(
      fs.createReadStream(path.join(archives, `${name}.tar.br`)),
      zlib.createBrotliDecompress(),
      tarFs.extract(unpacking),
    );
  }
  const packed = path.join(archives, "chromium.br");
  await pipeline(
    fs.createReadStream(packed, { highWaterMark: 1 << 20 }),
    progress(fs.statSync(packed).size),
    zlib.createBrotliDecompress({ chunkSize: 1 << 20 }),
    fs.createWriteStream(path.join(unpacking, "chromium"), { mode: 0o755 }),
  );
  try {
    fs.renameSync(unpacking, folder);
  } catch (error) {
    // Another process finished the same work first: its result is as good as ours.
    fs.rmSync(unpacking, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}

/** Folders of interrupted runs; one whose process is still alive is left alone. */
function removeLeftovers(parent: string): void {
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(/^unpacking-(\d+)$/.exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Passes bytes on and prints its progress at each quarter. */
function progress(totalBytes: number) {
  let seen = 0;
  let quarter = 0;
  console.log("docloom: unpacking the browser (once, about 210 MB)");
  return new Transform({
    transform(chunk, _encoding, done) {
      seen += chunk.length;
      const reached = Math.floor((seen / totalBytes) * 4);
      if (reached > quarter) console.log(`docloom: unpacking the browser ${reached * 25} %`);
      quarter = Math.max(quarter, reached);
      done(null, chunk);
    },
  });
}

/** Documents bring their fonts as web fonts; these are what is left for text that names none of them. */
function writeFontSettings(folder: string): void {
  const fonts = path.join(folder, "fonts");
  for (const family of Object.keys(SYSTEM_FAMILIES)) writeSystemFonts(family, path.join(fonts, family));
  const aliases = Object.values(SYSTEM_FAMILIES).flatMap(({ name, standsFor }) =>
    standsFor.map(
      (alias) => `  <alias binding="same"><family>${alias}</family><prefer><family>${name}</family></prefer></alias>`,
    ),
  );
  writeAtomically(
    path.join(folder, "fonts.conf"),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXmlText(fonts)}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${escapeXmlText(path.join(folder, "fontconfig"))}</cachedir>
${aliases.join("\n")}
</fontconfig>
`,
  );
}

/** The browser finds only unpacked fonts on its own. */
function writeSystemFonts(family: string, target: string): void {
  const files = path.join(packageFolder(`@fontsource/${family}`, root), "files");
  const wanted = /-(latin|latin-ext|greek|cyrillic)-(400|700)-(normal|italic)\.woff$/;
  fs.mkdirSync(target, { recursive: true });
  for (const name of fs.readdirSync(files).filter((file) => wanted.test(file))) {
    writeAtomically(
      path.join(target, name.replace(/woff$/, "ttf")),
      woffToSfnt(fs.readFileSync(path.join(files, name))),
    );
  }
}

/** The folder in which miniflare expects its browser: its version is a constant of the installed miniflare. */
function installFolder(miniflare: string): string {
  const source = fs.readFileSync(path.join(miniflare, "dist", "src", "index.js"), "utf8");
  const version = /\bBROWSER_VERSION = "([\d.]+)"/.exec(source)?.[1];
  if (!version)
    throw new SetupError("this version of miniflare no longer says which browser it uses (BROWSER_VERSION)");
  return path.join(state, "cache", ".wrangler", "chrome", `${buildPlatform()}-${version}`);
}

/** The platform's name in Chrome for Testing, which miniflare puts into its folder names. */
function buildPlatform(): string {
  const platforms: Partial<Record<NodeJS.Platform, string>> = {
    linux: "linux",
    darwin: process.arch === "arm64" ? "mac_arm" : "mac",
    win32: "win64",
  };
  const platform = platforms[process.platform];
  if (platform !== "linux") throw new SetupError("CHROME_PATH is supported on Linux; elsewhere leave it unset");
  return platform;
}

/** What miniflare starts: it sets the libraries and becomes the browser. */
function launcherScript({ program, environment }: Target): string {
  return `#!/bin/sh
# Written by scripts/setup-chromium.ts.
${environment}# Chromium's sandbox needs a user other than root and user namespaces.
if [ "$(id -u)" = 0 ] || ! unshare -U true 2>/dev/null; then set -- --no-sandbox "$@"; fi
# Whoever starts the browser reads its standard error up to the address it listens at, and then no further: a full pipe
# would stop the browser for good. So what comes after the address is read here, and dropped.
pipe=$(mktemp -u) && mkfifo -m 600 "$pipe" || exit 1
{
  while IFS= read -r line; do
    printf '%s\\n' "$line" >&2
    case $line in "DevTools listening on "*) exec cat >/dev/null 2>&1 ;; esac
  done
} <"$pipe" &
exec 2>"$pipe"
rm -f "$pipe"
# No browser may outlive the process that started it.
if command -v setpriv >/dev/null; then exec setpriv --pdeathsig KILL ${quoted(program)} "$@"; fi
exec ${quoted(program)} "$@"
`;
}

/** Moves the launcher, which has been shown to work, to where miniflare looks. */
function installLauncher(candidate: string, folder: string): string {
  const launcher = path.join(folder, "chrome-linux64", "chrome");
  fs.mkdirSync(path.dirname(launcher), { recursive: true });
  fs.renameSync(candidate, launcher);
  // Without its marker miniflare would delete the folder when a start fails, and download over it.
  writeAtomically(path.join(folder, ".miniflare-install-complete"), "");
  return launcher;
}

/** Starts the browser twice: to see its libraries load, and to see it listen as miniflare expects it. */
async function checkThatItStarts(launcher: string, { program }: Target): Promise<void> {
  const version = spawnSync(launcher, ["--version"], { encoding: "utf8", timeout: 30_000 });
  const missing = /error while loading shared libraries: ([^:\s]+)/.exec(version.stderr ?? "")?.[1];
  if (missing) {
    throw new SetupError(
      `the browser ${program} does not start: the shared library ${missing} is missing. ` +
        "Install it, or set CHROME_PATH to a browser that works.",
    );
  }
  if (version.status !== 0) throw didNotStart(program, version);

  const profile = fs.mkdtempSync(path.join(state, "chromium", "check-"));
  const browser = spawn(
    launcher,
    ["--headless=new", "--disable-gpu", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"], timeout: 30_000, killSignal: "SIGKILL" },
  );
  const ended = new Promise<End>((resolve) => {
    browser.once("error", (error) => resolve({ error }));
    browser.once("close", (status, signal) => resolve({ status, signal }));
  });
  let stderr = "";
  let listens = false;
  browser.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
    if (!stderr.includes("DevTools listening on ")) return;
    listens = true;
    browser.kill("SIGKILL");
  });
  const end = await ended;
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  if (!listens) throw didNotStart(program, { ...end, stderr });
}

function didNotStart(program: string, { error, signal, status, stderr }: End): SetupError {
  const reason = error?.message ?? (signal ? `it was ended by ${signal}` : `it ended with status ${status}`);
  const lastLine = stderr?.trim().split("\n").at(-1);
  return new SetupError(
    `the browser ${program} does not start: ${reason}${lastLine ? ` (${lastLine})` : ""}. ` +
      "Set CHROME_PATH to a browser that works.",
  );
}

function writeAtomically(file: string, content: string | Uint8Array, mode = 0o644): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const written = `${file}.${process.pid}`;
  fs.writeFileSync(written, content, { mode });
  fs.renameSync(written, file);
}

/** A word of sh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
