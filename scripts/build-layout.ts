/** Bundles src/layout into the script that the sealed page loads: public/layout/app.js. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { HYPHENATION_BUNDLES } from "../src/layout/hyphenation/languages.ts";

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

/** Patterns of one language; a document that hyphenates loads those of its own languages. */
async function hyphenationBundle(language: string): Promise<void> {
  await build({
    stdin: {
      contents: `import { hyphenateSync } from "hyphen/${language}/index.js";
        (window.docloomHyphenation ??= {})["${language}"] = (text) => hyphenateSync(text);`,
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    outfile: path.join(folder, "hyphenation", `${language}.js`),
  });
}

mkdirSync(folder, { recursive: true });
await bundle("main.ts", "app.js");
await Promise.all(HYPHENATION_BUNDLES.map(hyphenationBundle));
