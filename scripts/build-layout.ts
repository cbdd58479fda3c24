/** Bundles src/layout into the script that the sealed page loads: public/layout/app.js. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "..");
const layout = path.join(root, "src/layout");
const folder = path.join(root, "public/layout");

async function bundle(entry: string, name: string): Promise<void> {
  const result = await build({
    entryPoints: [path.join(layout, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    outfile: path.join(folder, name),
    metafile: true,
  });
  const bytes = Object.values(result.metafile.outputs)[0]?.bytes ?? 0;
  console.log(`public/layout/${name}: ${(bytes / 1024).toFixed(0)} KiB`);
}

mkdirSync(folder, { recursive: true });
await bundle("main.ts", "app.js");
