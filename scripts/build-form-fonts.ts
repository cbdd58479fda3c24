// Writes the fonts that filled PDF forms embed for text that Helvetica cannot show to public/form-fonts, with their
// licenses.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { writeHanFonts } from "./han-form-fonts.ts";
import { woffToSfnt } from "./woff-to-sfnt.ts";

const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "public", "form-fonts");
const folderOf = (name: string) =>
  path.dirname(createRequire(path.join(root, "package.json")).resolve(`${name}/package.json`));

/** Scripts whose letters are separate, or have forms of their own in the font. */
const SCRIPTS = ["arabic", "thai"] as const;

fs.mkdirSync(target, { recursive: true });
const arimo = folderOf("@expo-google-fonts/arimo");
fs.copyFileSync(path.join(arimo, "400Regular", "Arimo_400Regular.ttf"), path.join(target, "arimo.ttf"));
fs.copyFileSync(path.join(arimo, "LICENSE_FONT"), path.join(target, "arimo-LICENSE"));
for (const script of SCRIPTS) {
  const name = `noto-sans-${script}`;
  const folder = folderOf(`@fontsource/${name}`);
  const woff = fs.readFileSync(path.join(folder, "files", `${name}-${script}-400-normal.woff`));
  fs.writeFileSync(path.join(target, `${name}.ttf`), woffToSfnt(woff));
  fs.copyFileSync(path.join(folder, "LICENSE"), path.join(target, `${name}-LICENSE`));
}
await writeHanFonts(target, folderOf);
