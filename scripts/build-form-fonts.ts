// Copies the font that filled PDF forms embed for what Helvetica cannot show to public/form-fonts, with its licence.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.dirname(
  createRequire(path.join(root, "package.json")).resolve("@expo-google-fonts/arimo/package.json"),
);
const target = path.join(root, "public", "form-fonts");

fs.mkdirSync(target, { recursive: true });
fs.copyFileSync(path.join(folder, "400Regular", "Arimo_400Regular.ttf"), path.join(target, "arimo.ttf"));
fs.copyFileSync(path.join(folder, "LICENSE_FONT"), path.join(target, "arimo-LICENSE"));
