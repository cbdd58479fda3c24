/**
 * Geometry of files that other programs wrote: pages, lines, cells, shapes and what charts draw, in plain Node and
 * without fonts. Intended changes are reviewed and written anew: `npx vitest run --project unit test/golden -u`.
 */
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { docToParts } from "../../src/binary/doc/doc-to-parts.ts";
import { pptToParts } from "../../src/binary/ppt/ppt-to-parts.ts";
import { xlsToParts } from "../../src/binary/xls/xls-to-parts.ts";
import { inflateWithFflate } from "../../src/office/inflate.ts";
import { OpcPackage } from "../../src/office/package.ts";
import { sheetGeometry } from "./sheet-geometry.ts";
import { slideGeometry } from "./slide-geometry.ts";
import { wordGeometry } from "./word-geometry.ts";

const fixtures = path.resolve(import.meta.dirname, "../fixtures/office");
const open = (bytes: Uint8Array) => OpcPackage.ofZip(bytes, inflateWithFflate);

const GEOMETRY: Readonly<Record<string, (bytes: Uint8Array, name: string) => string>> = {
  ".docx": (bytes, name) => wordGeometry(open(bytes), name),
  ".doc": (bytes, name) => wordGeometry(OpcPackage.ofParts(docToParts(bytes)), name),
  ".pptx": (bytes) => slideGeometry(open(bytes)),
  ".ppt": (bytes) => slideGeometry(OpcPackage.ofParts(pptToParts(bytes))),
  ".xlsx": (bytes) => sheetGeometry(open(bytes)),
  ".xls": (bytes) => sheetGeometry(OpcPackage.ofParts(xlsToParts(bytes))),
};

const files = fs
  .readdirSync(fixtures, { recursive: true, encoding: "utf8" })
  .filter((file) => Object.hasOwn(GEOMETRY, path.extname(file)))
  .sort();

describe("files of other programs", () => {
  it("exist", () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    expect(new Set(files.map((file) => path.dirname(file))).size).toBeGreaterThanOrEqual(4);
  });

  it.each(files)("%s keeps its geometry", async (file) => {
    const geometry = GEOMETRY[path.extname(file)]?.(fs.readFileSync(path.join(fixtures, file)), path.basename(file));
    await expect(`${geometry}\n`).toMatchFileSnapshot(`expected/${file}.txt`);
  });
});
