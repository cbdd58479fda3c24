// Builds the console into public/console, when its sources or the packages changed since the last time.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { build } from "vite";

const root = path.resolve(import.meta.dirname, "..");
const stamp = path.join(root, ".docloom/console-build");

/** A fingerprint of everything the build reads: names, sizes and times, which is read in milliseconds. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = fs.readdirSync(path.join(root, "console"), { recursive: true, withFileTypes: true });
  const names = files.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const name of [...names.sort(), path.join(root, "package-lock.json")]) {
    const { size, mtimeMs } = fs.statSync(name);
    hash.update(`${path.relative(root, name)} ${size} ${mtimeMs}\n`);
  }

  return hash.digest("hex");
}

/** The decoders of the PDF view that need no WebAssembly, which the page's policy forbids. */
function copyPdfDecoders(): void {
  const source = path.join(root, "node_modules/pdfjs-dist/wasm");
  const target = path.join(root, "public/console/pdf-decoders");
  fs.mkdirSync(target, { recursive: true });
  for (const name of fs.readdirSync(source)) {
    if (/_nowasm_fallback\.js$|^LICENSE_(PDFJS_)?(OPENJPEG|JBIG2)$/.test(name))
      fs.copyFileSync(path.join(source, name), path.join(target, name));
  }
}

const now = fingerprint();
const isBuilt = fs.existsSync(path.join(root, "public/console/index.html")) && fs.existsSync(stamp);
if (!isBuilt || fs.readFileSync(stamp, "utf8") !== now || process.argv.includes("--force")) {
  const started = Date.now();
  await build({ configFile: path.join(root, "console/vite.config.ts"), logLevel: "warn" });
  copyPdfDecoders();
  fs.writeFileSync(stamp, now);
  console.log(`public/console: built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
