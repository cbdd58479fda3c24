/**
 * Bundles what runs in the browser: src/page-images, which draws PDFs, into public/layout/pdf.js, and src/html-page, the time of html
 * pages, into html-page.js. Writes the patterns of hyphenation.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { HYPHENATION_BUNDLES } from "../src/layout/text/hyphenation-languages.ts";

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "public/layout");

const pdfLibrary = path.join(root, "node_modules/pdfjs-dist");
const FALLBACK_IMPORT =
  /await import\(\s*(?:\/\*[^*]*\*\/\s*)*`\$\{WasmImage\.#wasmUrl\}\$\{this\._noWasmFilename\}`\)/;

/** The library for PDFs decodes JBIG2 and JPEG 2000 by scripts that it loads by address, which the page's policy forbids. */
const builtInDecoders: Plugin = {
  name: "built-in decoders",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]pdf\.worker\.mjs$/ }, ({ path: file }) => {
      const source = readFileSync(file, "utf8");
      if (!FALLBACK_IMPORT.test(source)) throw new Error("the library for PDFs loads its decoders in another way");
      const imports = ["jbig2", "openjpeg"].map(
        (name) =>
          `import ${name}InScript from ${JSON.stringify(path.join(pdfLibrary, `wasm/${name}_nowasm_fallback.js`))};`,
      );
      const choice = '({ default: this._noWasmFilename.startsWith("jbig2") ? jbig2InScript : openjpegInScript })';
      return { contents: imports.join("\n") + source.replace(FALLBACK_IMPORT, () => choice), loader: "js" };
    });
  },
};

async function bundle(entry: string, name: string): Promise<void> {
  const result = await build({
    entryPoints: [path.join(root, "src", entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [builtInDecoders],
    outfile: path.join(folder, name),
    metafile: true,
  });
  const bytes = Object.values(result.metafile.outputs)[0]?.bytes ?? 0;
  console.log(`public/layout/${name}: ${(bytes / 1024).toFixed(0)} KiB`);
}

/** Patterns of one language; a document that hyphenates loads those of its own languages. */
function writePatterns(language: string): void {
  const patterns: unknown = require(`hyphen/patterns/${language}.js`);
  mkdirSync(path.join(folder, "hyphenation"), { recursive: true });
  writeFileSync(path.join(folder, "hyphenation", `${language}.json`), JSON.stringify(patterns));
}

mkdirSync(folder, { recursive: true });
await bundle("page-images/main.ts", "pdf.js");
await bundle("html-page/main.ts", "html-page.js");
HYPHENATION_BUNDLES.forEach(writePatterns);
// Fonts and character maps for PDFs that name theirs without carrying them.
cpSync(path.join(pdfLibrary, "standard_fonts"), path.join(folder, "pdf-fonts"), { recursive: true });
cpSync(path.join(pdfLibrary, "cmaps"), path.join(folder, "pdf-cmaps"), { recursive: true });
