import { expect, it } from "vitest";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { ZipWriter } from "../../office/zip-writer.ts";
import { pptx, slideTable, textBox } from "../testing/pptx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { pptxEngine } from "./pptx-engine.ts";

const template = pptx([
  { shapes: textBox(2, "{slide $l as $x}{$x.n}{/slide}") + slideTable(3, ["{tablerow $x.r as $r}{$r}{/tablerow}"]) },
]);
const data = {
  l: [
    { n: "A & B", r: ["1", "2"] },
    { n: "C", r: ["3"] },
  ],
};

/** The same presentation with prefixes, or default namespaces, as another program writes them. */
function rewritten(change: (xml: string) => string): Uint8Array {
  const zip = ZipArchive.open(template, OFFICE_LIMITS, inflateNatively);
  const writer = new ZipWriter();
  for (const name of zip.names()) {
    const text = new TextDecoder().decode(zip.read(name));
    const isPart = /^ppt\/(?:presentation|slides\/slide\d+)\.xml$/.test(name);
    writer.add(name, new TextEncoder().encode(isPart ? change(text) : text));
  }
  return writer.finish();
}

const renamed = (from: string, to: string) => (xml: string) =>
  xml.replaceAll(`<${from}:`, `<${to}`).replaceAll(`</${from}:`, `</${to}`);

it.each([
  [
    "other prefixes",
    (xml: string) =>
      renamed(
        "a",
        "ns1:",
      )(renamed("p", "ns0:")(xml))
        .replace("xmlns:p=", "xmlns:ns0=")
        .replace("xmlns:a=", "xmlns:ns1="),
  ],
  ["a default namespace", (xml: string) => renamed("p", "")(xml).replace("xmlns:p=", "xmlns=")],
])("slides with %s are merged like others", async (_, change) => {
  const usual = await merge(pptxEngine, template, data);
  const file = await merge(pptxEngine, rewritten(change), data);
  for (const part of ["ppt/slides/slide1.xml", "ppt/slides/slide2.xml"]) {
    expect(outline(usual.xml(part))).toMatch(/A & B¶|C¶/);
    expect(outline(file.xml(part))).toBe(outline(usual.xml(part)));
  }
});
