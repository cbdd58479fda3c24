/** Bundles src/layout into the one script that the sealed page loads: public/layout/app.js. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "..");
const outfile = path.join(root, "public/layout/app.js");
mkdirSync(path.dirname(outfile), { recursive: true });
const result = await build({
  entryPoints: [path.join(root, "src/layout/main.ts")],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2023",
  charset: "utf8",
  legalComments: "none",
  outfile,
  metafile: true,
});
const bytes = Object.values(result.metafile.outputs)[0]?.bytes ?? 0;
console.log(`public/layout/app.js: ${(bytes / 1024).toFixed(0)} KiB`);
