/** Bundles src/layout into the scripts that the sealed page loads: public/layout/app.js and, on demand, pptx.js. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "esbuild";

const root = path.resolve(import.meta.dirname, "..");
const layout = path.join(root, "src/layout");
const folder = path.join(root, "public/layout");
const LIBRARY = /[\\/]@aiden0z[\\/]pptx-renderer[\\/]/;

/** What the library for slides imports is replaced where its charts would move, or be pixels. */
const printableCharts: Plugin = {
  name: "printable charts",
  setup({ onResolve }) {
    for (const part of ["core", "renderers"]) {
      onResolve({ filter: new RegExp(`^echarts/${part}$`) }, ({ importer }) =>
        LIBRARY.test(importer) ? { path: path.join(layout, `pptx/library/echarts-${part}.ts`) } : undefined,
      );
    }
  },
};

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
    plugins: [printableCharts],
    outfile: path.join(folder, name),
    metafile: true,
  });
  const bytes = Object.values(result.metafile.outputs)[0]?.bytes ?? 0;
  console.log(`public/layout/${name}: ${(bytes / 1024).toFixed(0)} KiB`);
}

mkdirSync(folder, { recursive: true });
await bundle("main.ts", "app.js");
await bundle("pptx/main.ts", "pptx.js");
