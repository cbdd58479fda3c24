// Builds the console into public/console and the add-in into public/addin, if its sources or the packages changed since the last time.
import fs from "node:fs";
import path from "node:path";
import { build } from "vite";
import { buildWhenChanged } from "./build-when-changed.ts";

const root = path.resolve(import.meta.dirname, "..");

/** The decoders of the PDF view that need no WebAssembly, which the pages' policy forbids. */
function copyPdfDecoders(): void {
  const source = path.join(root, "node_modules/pdfjs-dist/wasm");
  const target = path.join(root, "public/console/pdf-decoders");
  fs.mkdirSync(target, { recursive: true });
  for (const name of fs.readdirSync(source)) {
    if (/_nowasm_fallback\.js$|^LICENSE_(PDFJS_)?(OPENJPEG|JBIG2)$/.test(name))
      fs.copyFileSync(path.join(source, name), path.join(target, name));
  }
}

const files = {
  inputs: [path.join(root, "console"), path.join(root, "package-lock.json")],
  output: path.join(root, "public/console/index.html"),
  stamp: path.join(root, ".docloom/console-build"),
};
await buildWhenChanged("public/console", files, async () => {
  await build({ configFile: path.join(root, "console/vite.config.ts"), logLevel: "warn" });
  copyPdfDecoders();
});

const addin = {
  inputs: files.inputs,
  output: path.join(root, "public/addin/pane.html"),
  stamp: path.join(root, ".docloom/addin-build"),
};
await buildWhenChanged("public/addin", addin, () =>
  build({ configFile: path.join(root, "console/addin/vite.config.ts"), logLevel: "warn" }),
);
