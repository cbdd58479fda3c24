import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { deflate } from "../image/compression/flate.ts";
import { openPdf } from "./document.ts";
import { PdfString } from "./objects.ts";
import { pageEntry } from "./page-tree.ts";
import { buildFile, buildPages, latin1 } from "./testing/build-file.ts";
import { pageTitles } from "./testing/read-pages.ts";
import { writePdf } from "./writer.ts";

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const join = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === "string" ? latin1(part) : part))));

/** An incremental update: objects, then a table and a trailer that point back (7.5.6). */
function update(file: Uint8Array, objects: Record<number, string>, trailer = "/Root 1 0 R"): Uint8Array {
  const previous = present(/startxref\n(\d+)\n%%EOF\n$/.exec(textOf(file)))[1];
  let body = "";
  let table = "xref\n";
  for (const [number, object] of Object.entries(objects)) {
    table += `${number} 1\n${String(file.length + body.length).padStart(10, "0")} 00000 n \n`;
    body += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const start = file.length + body.length;
  return join(file, `${body}${table}trailer\n<</Size 100${trailer}/Prev ${previous}>>\nstartxref\n${start}\n%%EOF\n`);
}

describe("cross-reference", () => {
  it("reads a table", () => expect(pageTitles(buildPages(3))).toEqual(["Page 1", "Page 2", "Page 3"]));

  it("reads object streams and a cross-reference stream", () => {
    expect(pageTitles(writePdf(openPdf(buildPages(3))))).toEqual(["Page 1", "Page 2", "Page 3"]);
  });

  it("takes the newest of several versions of an object", () => {
    const updated = update(buildPages(3), { 2: "<</Type/Pages/Kids[12 0 R]/Count 1/MediaBox[0 0 9 9]>>" });
    expect(pageTitles(updated)).toEqual(["Page 2"]);
  });

  it("finds objects that only the stream of a hybrid file names", () => {
    const member = "<</Type/Catalog/Pages 2 0 R>>";
    const objectStream = `20 0 obj\n<</Type/ObjStm/N 1/First 4/Length ${4 + member.length}>>\nstream\n1 0 ${member}\nendstream\nendobj\n`;
    const base = buildPages(2);
    const body = textOf(base)
      .slice(0, textOf(base).indexOf("xref\n"))
      .replace(/1 0 obj[\s\S]*?endobj\n/, "");
    const streamAt = body.length;
    const entry = Uint8Array.of(2, 0, 20, 0);
    const entry20 = Uint8Array.of(1, streamAt >> 8, streamAt & 255, 0);
    const xrefAt = body.length + objectStream.length;
    const xref = join(
      `21 0 obj\n<</Type/XRef/W[1 2 1]/Index[1 1 20 1]/Size 22/Length 8>>\nstream\n`,
      entry,
      entry20,
      "\nendstream\nendobj\n",
    );
    const at = (number: number) => String(body.indexOf(`\n${number} 0 obj`) + 1).padStart(10, "0");
    const rows = [2, 3, 10, 11, 12, 13].map((number) => `${number} 1\n${at(number)} 00000 n \n`).join("");
    const start = xrefAt + xref.length;
    const table = `xref\n0 2\n0000000000 65535 f \n0000000000 00000 f \n${rows}trailer\n<</Size 22/Root 1 0 R/XRefStm ${xrefAt}>>\nstartxref\n${start}\n%%EOF`;
    expect(pageTitles(join(body, objectStream, xref, table))).toEqual(["Page 1", "Page 2"]);
  });

  it("does not run in circles over Prev", () => {
    const file = textOf(buildPages(1));
    const at = present(/startxref\n(\d+)/.exec(file))[1];
    expect(pageTitles(latin1(file.replace("/Root 1 0 R", `/Root 1 0 R/Prev ${at}`)))).toEqual(["Page 1"]);
  });

  it("accepts bytes before the header", () => {
    expect(pageTitles(join("junk\n", buildPages(2)))).toEqual(["Page 1", "Page 2"]);
  });
});

describe("repair", () => {
  const file = buildPages(3);

  it.each([
    ["startxref is wrong", textOf(file).replace(/startxref\n\d+/, "startxref\n7")],
    ["the end is missing", textOf(file).slice(0, textOf(file).indexOf("xref\n"))],
    ["offsets are wrong", textOf(file).replace(/\n00000/g, "\n00009")],
    ["line ends were changed", textOf(file).replaceAll("\n", "\r\n")],
    ["the catalog is gone", textOf(file).replace("/Type/Catalog", "/Type/Cata1og")],
  ])("finds the pages when %s", (_, damaged) => {
    expect(pageTitles(latin1(damaged))).toEqual(["Page 1", "Page 2", "Page 3"]);
  });

  it("looks for a single object whose offset is wrong", () => {
    const offset = textOf(file).indexOf("12 0 obj");
    const wrong = textOf(file).replace(`${String(offset).padStart(10, "0")} 00000 n`, "0000000012 00000 n");
    expect(pageTitles(latin1(wrong))).toEqual(["Page 1", "Page 2", "Page 3"]);
  });

  it("reads streams whose Length is wrong or missing", () => {
    expect(pageTitles(latin1(textOf(file).replace(/Length \d+/g, "Length 3")))).toEqual(["Page 1", "Page 2", "Page 3"]);
    expect(pageTitles(latin1(textOf(file).replace(/\/Length \d+/g, "")))).toEqual(["Page 1", "Page 2", "Page 3"]);
  });

  it("finds objects of object streams, and the newer of two versions", () => {
    const packed = writePdf(openPdf(file));
    const cut = packed.subarray(0, textOf(packed).lastIndexOf("startxref"));
    expect(pageTitles(cut)).toEqual(["Page 1", "Page 2", "Page 3"]);
    const member = deflate(latin1("2 0 <</Type/Pages/Kids[10 0 R]/Count 1>>"));
    const appended = join(
      textOf(file).slice(0, textOf(file).indexOf("xref\n")),
      `40 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${member.length}>>\nstream\n`,
      member,
      "\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>",
    );
    expect(pageTitles(appended)).toEqual(["Page 1"]);
  });

  it("says clearly what is not a PDF and what cannot be repaired", () => {
    expect(() => openPdf(latin1("hello"))).toThrow(expect.objectContaining({ code: "not_a_pdf" }));
    expect(() => openPdf(new Uint8Array(0))).toThrow(expect.objectContaining({ code: "not_a_pdf" }));
    expect(() => openPdf(latin1("%PDF-1.7\nnothing here"))).toThrow(expect.objectContaining({ code: "pdf_damaged" }));
    expect(() => openPdf(file.subarray(0, 30))).toThrow(expect.objectContaining({ code: "pdf_damaged" }));
  });
});

describe("page tree", () => {
  const tree = (objects: Record<number, string>) =>
    openPdf(buildFile({ 1: "<</Type/Catalog/Pages 2 0 R>>", ...objects }));

  it("passes attributes down and lets pages have their own", () => {
    const document = tree({
      2: "<</Type/Pages/Kids[3 0 R 5 0 R]/MediaBox[0 0 1 1]/Rotate 90>>",
      3: "<</Type/Pages/Kids[4 0 R]/MediaBox[0 0 2 2]>>",
      4: "<</Type/Page/Rotate 180>>",
      5: "<</Type/Page>>",
    });
    const [first, second] = document.pages;
    expect(pageEntry(document, present(first), "MediaBox")).toEqual([0, 0, 2, 2]);
    expect(pageEntry(document, present(first), "Rotate")).toBe(180);
    expect(pageEntry(document, present(second), "MediaBox")).toEqual([0, 0, 1, 1]);
    expect(pageEntry(document, present(second), "CropBox")).toBeNull();
  });

  it("terminates in trees that contain themselves, and in wide ones", () => {
    expect(tree({ 2: "<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]>>", 3: "<</Type/Page>>" }).pages).toHaveLength(1);
    const levels: Record<number, string> = { 40: "<</Type/Page>>" };
    for (let level = 2; level < 40; level++) levels[level] = `<</Type/Pages/Kids[${level + 1} 0 R ${level + 1} 0 R]>>`;
    expect(tree(levels).pages).toHaveLength(2);
  });

  it("refuses countless pages", () => {
    const kids = "3 0 R ".repeat(100_001);
    const open = () => tree({ 2: `<</Type/Pages/Kids[${kids}]>>`, 3: "<</Type/Page>>" }).pages;
    expect(open).toThrow(expect.objectContaining({ code: "pdf_too_complex" }));
  });
});

describe("writer", () => {
  it("gives the same bytes for the same document", () => {
    expect(writePdf(openPdf(buildPages(5)))).toEqual(writePdf(openPdf(buildPages(5))));
  });

  it("leaves out what nothing refers to, and keeps strings and numbers exactly", () => {
    const document = openPdf(
      buildPages(1, {
        catalog: "/X[(a\\(b\\\\\r\n\\377)<00ff>/A#20B 0.000001 -12.5 1e 2147483648]",
        objects: { 99: "(unused)" },
      }),
    );
    const again = openPdf(writePdf(document));
    const values = present(again.array(again.catalog.get("X")));
    expect((values[0] as PdfString).bytes).toEqual(latin1("a(b\\\n\xff"));
    expect((values[1] as PdfString).bytes).toEqual(Uint8Array.of(0, 255));
    expect(again.name(values[2])).toBe("A B");
    expect(values.slice(3)).toEqual([0.000001, -12.5, 1, 2147483648]);
    expect(again.objects.numbers().some((number) => again.objects.get(number) instanceof PdfString)).toBe(false);
  });

  it("writes references to objects that do not exist as null", () => {
    const again = openPdf(writePdf(openPdf(buildPages(1, { catalog: "/A 77 0 R/B[77 0 R 5]" }))));
    expect(again.catalog.has("A")).toBe(false);
    expect(again.array(again.catalog.get("B"))).toEqual([null, 5]);
  });

  it("packs the object streams it is told to", () => {
    const document = openPdf(buildPages(2));
    const packed = writePdf(document, {
      objectStreams: [
        [10, 12],
        [1, 2, 3],
      ],
    });
    expect(textOf(packed).match(/ObjStm/g)).toHaveLength(2);
    expect(pageTitles(packed)).toEqual(["Page 1", "Page 2"]);
  });
});
