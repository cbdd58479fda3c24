// Writes the fonts that filled PDF forms embed for what Helvetica cannot show to public/form-fonts, with their licences.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";

const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "public", "form-fonts");
const folderOf = (name: string) =>
  path.dirname(createRequire(path.join(root, "package.json")).resolve(`${name}/package.json`));

/** Scripts whose letters stand by themselves, or have forms of their own in the font. */
const SCRIPTS = ["arabic", "thai"] as const;

/** The TrueType font in a WOFF file (WOFF 1.0): the same tables, each packed by itself. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  const power = Math.floor(Math.log2(count));
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(2 ** power * 16, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  const bodies: Buffer[] = [];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index;
    const [start, packed, size] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = woff.subarray(start, start + packed);
    const record = 12 + 16 * index;
    woff.copy(header, record, entry, entry + 4);
    header.writeUInt32BE(woff.readUInt32BE(entry + 16), record + 4);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(size, record + 12);
    bodies.push(packed < size ? inflateSync(bytes) : bytes, Buffer.alloc(-size & 3));
    offset += size + (-size & 3);
  }
  return Buffer.concat([header, ...bodies]);
}

fs.mkdirSync(target, { recursive: true });
const arimo = folderOf("@expo-google-fonts/arimo");
fs.copyFileSync(path.join(arimo, "400Regular", "Arimo_400Regular.ttf"), path.join(target, "arimo.ttf"));
fs.copyFileSync(path.join(arimo, "LICENSE_FONT"), path.join(target, "arimo-LICENSE"));
for (const script of SCRIPTS) {
  const name = `noto-sans-${script}`;
  const folder = folderOf(`@fontsource/${name}`);
  const woff = fs.readFileSync(path.join(folder, "files", `${name}-${script}-400-normal.woff`));
  fs.writeFileSync(path.join(target, `${name}.ttf`), unpackWoff(woff));
  fs.copyFileSync(path.join(folder, "LICENSE"), path.join(target, `${name}-LICENSE`));
}
