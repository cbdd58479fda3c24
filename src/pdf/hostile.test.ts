import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { present } from "../domain/present.ts";
import { WorkMeter } from "../domain/work-meter.ts";
import { compressPdf } from "./compress/compress-pdf.ts";
import { openPdf } from "./document.ts";
import { readNameTree } from "./name-tree.ts";
import { PdfStream } from "./objects.ts";
import { combinePdfs } from "./operations/combine.ts";
import { encryptPdf } from "./operations/encrypt.ts";
import { flattenPdf } from "./operations/flatten.ts";
import { pdfInfo } from "./operations/info.ts";
import { splitPdf } from "./operations/split.ts";
import { stampPdf } from "./operations/stamp.ts";
import { buildFile, buildPages, type FileObject, latin1 } from "./testing/build-file.ts";
import { decodeText } from "./text-strings.ts";
import { validatePdf } from "./validate/validate-pdf.ts";
import { writePdf } from "./writer.ts";

/** Instrumented code takes longer, and `npm run coverage` says by how much. */
const boundMs = (milliseconds: number) => milliseconds * Number(process.env.TIMES_SLOWER ?? 1);
/** Well above what any of these takes beside a busy core, and below the time of the work that has to be left out. */
const LIMIT = { timeout: boundMs(20_000) };

const OPERATIONS: readonly ((bytes: Uint8Array) => unknown)[] = [
  (bytes) => pdfInfo(bytes),
  (bytes) => [...splitPdf(bytes, { name: "a.pdf", extract: "1" }).files],
  (bytes) =>
    combinePdfs([
      { name: "a", bytes },
      { name: "b", bytes },
    ]),
  (bytes) => encryptPdf(bytes, { ownerPassword: "x" }),
  (bytes) => stampPdf(bytes, { text: "SAMPLE" }),
  (bytes) => flattenPdf(bytes),
];

/** Runs every operation; nothing but a result or a Failure may come out of it. */
function survive(bytes: Uint8Array): string[] {
  return OPERATIONS.map((operation) => failureOf(() => operation(bytes)) ?? "done");
}

const CIRCLES: readonly [string, NonNullable<Parameters<typeof buildPages>[1]>][] = [
  [
    "outline items",
    {
      catalog: "/Outlines 50 0 R",
      objects: { 50: "<</First 51 0 R>>", 51: "<</Title(a)/Next 51 0 R/First 50 0 R/Parent 51 0 R/Dest[10 0 R]>>" },
    },
  ],
  [
    "name trees",
    {
      catalog: "/Names<</Dests 50 0 R/EmbeddedFiles 50 0 R>>/PageLabels 50 0 R",
      objects: { 50: "<</Kids[50 0 R 50 0 R]/Names[(a) 50 0 R]/Nums[0 50 0 R]>>" },
    },
  ],
  [
    "fields",
    {
      catalog: "/AcroForm<</Fields[50 0 R]>>",
      objects: { 50: "<</FT/Tx/T(a)/Kids[51 0 R]/Parent 51 0 R>>", 51: "<</T(b)/Kids[50 0 R]/Parent 50 0 R>>" },
    },
  ],
  [
    "structure",
    {
      catalog: "/StructTreeRoot 50 0 R",
      page: () => "/StructParents 0",
      objects: { 50: "<</K 51 0 R/ParentTree<</Nums[0[51 0 R]]>>>>", 51: "<</S/P/P 51 0 R/K[51 0 R 51 0 R]>>" },
    },
  ],
  ["references", { catalog: "/Lang 50 0 R/Names 52 0 R", objects: { 50: "51 0 R", 51: "50 0 R", 52: "52 0 R" } }],
  [
    "destinations",
    {
      catalog: "/OpenAction(a)/Names<</Dests<</Names[(a)(b)(b)(a)]>>>>",
      page: () => "/Annots[<</Subtype/Link/Dest(a)>>]",
    },
  ],
  ["a stream's own length", { objects: { 11: "<</Length 11 0 R>>stream\nx\nendstream" } }],
  [
    "form XObjects",
    { page: () => "/Annots[50 0 R]", objects: { 50: "<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N 50 0 R>>>>" } },
  ],
];

describe("circles", () => {
  it.each(CIRCLES)("of %s terminate", (_, more) => {
    expect(survive(buildPages(2, more))).toEqual(OPERATIONS.map(() => "done"));
  });
});

/** More than the limit, were all of it decoded, read and packed. */
describe("work that compressing can leave out is left out when there is too much of it", LIMIT, () => {
  const packed = (text: string): Uint8Array => new Uint8Array(deflateSync(latin1(text), { level: 9 }));
  const twicePacked = new Uint8Array(deflateSync(deflateSync(new Uint8Array(15_000_000), { level: 9 }), { level: 9 }));
  const pageWith = (content: string, objects: Record<number, FileObject>, resources = ""): Uint8Array =>
    buildPages(1, {
      page: () => `/Contents 90 0 R/Resources<</XObject<<${resources}>>>>`,
      objects: { ...objects, 90: { entries: "", bytes: content } },
    });

  it.each([
    ["images", "/Subtype/Image/Width 4000/Height 3700/BitsPerComponent 8/ColorSpace/DeviceGray"],
    ["streams of no kind", ""],
  ])("%s", (_, entries) => {
    const numbers = Array.from({ length: 600 }, (_, index) => 100 + index);
    const objects = numbers.map((number): [number, FileObject] => [
      number,
      { entries: `/Filter[/FlateDecode/FlateDecode]/Nr ${number}${entries}`, bytes: twicePacked },
    ]);
    const content = numbers.map((number) => `q 9 0 0 9 0 0 cm /I${number} Do Q`).join("\n");
    const resources = numbers.map((number) => `/I${number} ${number} 0 R`).join("");
    const compressed = compressPdf(pageWith(content, Object.fromEntries(objects), resources));
    expect(openPdf(compressed).pages).toHaveLength(1);
  });

  it("a form that is drawn larger and larger", () => {
    const form = {
      entries: "/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode",
      bytes: packed("q Q ".repeat(1_000_000)),
    };
    const content = Array.from({ length: 3_000 }, (_, size) => `q ${size + 1} 0 0 ${size + 1} 0 0 cm /F Do Q`);
    const compressed = compressPdf(pageWith(content.join("\n"), { 100: form }, "/F 100 0 R"));
    expect(openPdf(compressed).pages).toHaveLength(1);
  });
});

describe("bombs", LIMIT, () => {
  const zeros = deflateSync(new Uint8Array(80 * 1024 * 1024), { level: 9 });

  it("in an object stream are a clear failure", () => {
    const file = buildFile({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page>>",
      5: { entries: "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", bytes: new Uint8Array(zeros) },
    });
    // without its cross-reference the file has to be searched, and the object stream looked into
    const text = Buffer.from(file).toString("latin1");
    const damaged = latin1(text.slice(0, text.lastIndexOf("xref\n")).replace("/Type/Catalog", ""));
    expect(survive(damaged)).toEqual(OPERATIONS.map(() => "pdf_too_complex"));
  });

  it("in a cross-reference stream are stopped", () => {
    const entries = `/Type/XRef/W[1 1 1]/Index[0 99999999]/Root 1 0 R/Filter/FlateDecode`;
    const body = `%PDF-1.5\n5 0 obj\n<<${entries}/Length ${zeros.length}>>\nstream\n`;
    const file = Buffer.concat([latin1(body), zeros, latin1("\nendstream\nendobj\nstartxref\n9\n%%EOF")]);
    expect(survive(new Uint8Array(file)).every((code) => code === "pdf_too_complex" || code === "pdf_damaged")).toBe(
      true,
    );
  });

  it("of streams without an end are searched a few times, not each of them to the end of the file", () => {
    const objects = Array.from(
      { length: 300_000 },
      (_, index) => `${index + 4} 0 obj<</Length 99999>>stream\nendobj\n`,
    );
    const file = latin1(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page>>endobj\n${objects.join("")}trailer<</Root 1 0 R>>\n`,
    );
    expect(openPdf(file).pages).toHaveLength(1);
  });

  it("of counts claim no memory", () => {
    const file = buildFile(
      { 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 2147483647/Kids[3 0 R]>>", 3: "<</Type/Page>>" },
      { trailer: "/Root 1 0 R/Size 2147483647" },
    );
    expect(survive(file)).toEqual(OPERATIONS.map(() => "done"));
    expect(survive(latin1("%PDF-1.4\nxref\n0 99999999999\ntrailer<</Root 1 0 R>>startxref\n9"))).toEqual(
      OPERATIONS.map(() => "pdf_damaged"),
    );
  });

  it("of nesting do not overflow the stack", () => {
    const nested = buildPages(1, { catalog: `/X ${"[".repeat(50_000)}` });
    expect(survive(nested).every((code) => code.startsWith("pdf_"))).toBe(true);
  });

  it("of inline images without an end are looked through once", () => {
    const content = `BT ET ${"BI /W 1 /H 1 /F /Fl ID x ".repeat(200_000)}`;
    const bytes = buildPages(1, { objects: { 11: { entries: "", bytes: content } } });
    expect(validatePdf(bytes, "2b").valid).toBe(false);
    expect(failureOf(() => compressPdf(bytes, {}))).toBeUndefined();
  });

  it("of unterminated objects take bounded time", () => {
    const strings = latin1(`%PDF-1.4\n${"1 0 obj(".repeat(200_000)}`);
    const streams = latin1(`%PDF-1.4\n${"1 0 obj<</Length 1>>stream\n".repeat(50_000)}`);
    for (const file of [strings, streams]) expect(survive(file)).toEqual(OPERATIONS.map(() => "pdf_damaged"));
  });
});

it(
  "survives damage of every kind",
  () => {
    const files = [
      buildPages(3, {
        catalog: "/Outlines 50 0 R/AcroForm<</Fields[52 0 R]>>",
        page: () => "/Annots[52 0 R]",
        objects: {
          50: "<</First 51 0 R>>",
          51: "<</Title(a)/Dest[10 0 R/Fit]>>",
          52: "<</FT/Tx/T(a)/V(v)/Subtype/Widget/Rect[0 0 50 20]>>",
        },
      }),
      writePdf(openPdf(buildPages(4))),
      encryptPdf(buildPages(2), { ownerPassword: "x", random: (count) => new Uint8Array(count) }),
    ];
    let state = 20261121;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const outcomes = new Set<string>();
    for (let round = 0; round < 120; round++) {
      const source = present(files[round % files.length]);
      const bytes = source.slice(0, round % 5 === 0 ? random(source.length) : source.length);
      for (let flip = random(12); flip > 0; flip--) bytes[random(bytes.length)] = random(256);
      for (const outcome of survive(bytes)) outcomes.add(outcome);
    }
    expect(outcomes.has("done")).toBe(true);
  },
  boundMs(30_000),
);

/** Objects that many others share: no circle, but small files that ask for endless work. */
describe("objects that are shared", LIMIT, () => {
  const numbered = (count: number, object: (number: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [50 + index, object(50 + index)]));
  const square = {
    6: "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/AP<</N 7 0 R>>>>",
    7: { entries: "/Subtype/Form/BBox[0 0 9 9]", bytes: "0 0 9 9 re f" },
  };

  it("by a page tree that lists one page 50,000 times are drawn on once", () => {
    const bytes = buildFile({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: `<</Type/Pages/Count 50000/MediaBox[0 0 99 99]/Kids[${"3 0 R ".repeat(50_000)}]>>`,
      3: "<</Type/Page/Parent 2 0 R/Annots[6 0 R]>>",
      ...square,
    });
    const stamped = openPdf(stampPdf(bytes, { text: "SAMPLE" }));
    expect(stamped.pages).toHaveLength(50_000);
    expect(stamped.array(stamped.pages[0]?.dict.get("Contents"))).toHaveLength(2);
    expect(openPdf(flattenPdf(bytes)).pages).toHaveLength(50_000);
  });

  it("by 100,000 pages are not split into as many files; pages that have bytes of their own are", () => {
    const repeated = (count: number) =>
      buildFile({
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: `<</Type/Pages/Count ${count}/Kids[${"3 0 R ".repeat(count)}]>>`,
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>",
      });
    expect(failureOf(() => splitPdf(repeated(100_000), { name: "a.pdf" }))).toBe("pdf_too_complex");
    expect([...splitPdf(repeated(3_000), { name: "a.pdf" }).files]).toHaveLength(3_000);
  });

  it.each<[what: string, catalog: string, page: string, object: FileObject]>([
    ["a picture", "", "/Contents 5 0 R", { entries: "", bytes: " ".repeat(1_000_000) }],
    ["metadata", "/Metadata 5 0 R", "", { entries: "/Subtype/XML", bytes: " ".repeat(1_000_000) }],
    ["a long list", "/Extensions 5 0 R", "", `<</List[${"1 ".repeat(100_000)}]>>`],
    [
      "many entries",
      "/Extensions 5 0 R",
      "",
      `<<${Array.from({ length: 60_000 }, (_, index) => `/K${index} ${index}`).join(" ")}>>`,
    ],
  ])("that are in the file of each page are counted before the first file is made: %s", (...shared) => {
    const [, catalog, page, object] = shared;
    const bytes = buildPages(60, { catalog, page: () => page, objects: { 5: object } });
    const nearlySpent = () => {
      const meter = new WorkMeter();
      meter.charge("object", 38_000_000);
      return { name: "a.pdf", meter };
    };
    // Three seconds more for sixty pages.
    expect(failureOf(() => splitPdf(bytes, nearlySpent()))).toBe("pdf_too_complex");
    // In one file they are there once.
    expect([...splitPdf(bytes, { ...nearlySpent(), remove: "1" }).files]).toHaveLength(1);
    expect([...splitPdf(bytes, { name: "a.pdf" }).files]).toHaveLength(60);
  });

  it("as annotations of all pages are a clear failure where each page would draw them", () => {
    const bytes = buildPages(1000, {
      page: () => "/Annots 5 0 R",
      objects: { 5: `[${"6 0 R ".repeat(3000)}]`, ...square },
    });
    expect(failureOf(() => flattenPdf(bytes))).toBe("pdf_too_complex");
    expect(failureOf(() => compressPdf(bytes))).toBeUndefined();
  });

  it("as fields of each other are visited once, written within one another or not", () => {
    const kids = Array.from({ length: 100 }, (_, index) => `${50 + index} 0 R`).join(" ");
    const mesh = buildPages(2, {
      catalog: "/AcroForm<</Fields[50 0 R]>>",
      objects: numbered(100, (number) => `<</T(f${number})/FT/Tx/Kids[${kids}]>>`),
    });
    const direct = buildPages(2, {
      catalog: "/AcroForm<</Fields 50 0 R>>",
      objects: { 50: "[<</T(a)/FT/Tx/Kids 50 0 R>><</T(b)/FT/Tx/Kids 50 0 R>><</T(c)/FT/Tx/Kids 50 0 R>>]" },
    });
    expect(survive(mesh)).toEqual(OPERATIONS.map(() => "done"));
    expect(survive(direct)).toEqual(OPERATIONS.map(() => "done"));
  });

  it("nested 20,000 levels deep are a clear failure where they have to be read", () => {
    const bytes = buildPages(2, {
      catalog: "/AcroForm<</Fields[50 0 R]>>",
      objects: numbered(20_000, (number) => `<</T(a)/FT/Tx/Kids[${number + 1} 0 R]/Parent ${number - 1} 0 R>>`),
    });
    expect(failureOf(() => pdfInfo(bytes))).toBe("pdf_too_complex");
    expect(survive(bytes).every((code) => code === "done" || code === "pdf_too_complex")).toBe(true);
  });

  it("cost no more when 100,000 attachments have one name, and each of them stays", () => {
    const names = "(a)51 0 R".repeat(100_000);
    const bytes = buildPages(1, {
      catalog: "/Names<</EmbeddedFiles 50 0 R>>",
      objects: {
        50: `<</Names[${names}]>>`,
        51: "<</Type/Filespec/F(a)/EF<</F 52 0 R>>>>",
        52: { entries: "/Type/EmbeddedFile", bytes: "x" },
      },
    });
    const combined = openPdf(combinePdfs([{ name: "a", bytes }]));
    const tree = readNameTree(combined, combined.dict(combined.catalog.get("Names"))?.get("EmbeddedFiles"));
    expect(new Set(tree.map(([key]) => key)).size).toBe(100_000);
  });

  it("of pixels, more than a call may read, stay as they are when their file is compressed", () => {
    const [few, many] = [1_000, 35_000].map((side) => ({
      entries: `/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode`,
      bytes: "\0".repeat(50),
    }));
    const bytes = buildPages(1, {
      page: () => "/Resources<</XObject<</A 50 0 R/B 51 0 R>>>>",
      objects: { 11: { entries: "", bytes: `/A Do /B Do${" ".repeat(5_000)}` }, 50: present(few), 51: present(many) },
    });
    const compressed = compressPdf(bytes);
    expect(compressed.length).toBeLessThan(bytes.length);
    const { objects } = openPdf(compressed);
    const sizes = objects.numbers().map((number) => {
      const object = objects.get(number);
      return object instanceof PdfStream ? object.dict.get("Width") : undefined;
    });
    expect(sizes).toContain(35_000);
  });

  it("cost no more when 20,000 fields have one name", () => {
    const bytes = buildPages(2, {
      catalog: `/AcroForm<</Fields[${Array.from({ length: 20_000 }, (_, index) => `${50 + index} 0 R`).join(" ")}]>>`,
      objects: numbered(20_000, () => "<</T(a)/FT/Tx/Subtype/Widget/Rect[0 0 9 9]>>"),
    });
    const combined = openPdf(combinePdfs([{ name: "a", bytes }]));
    const fields = combined.array(combined.dict(combined.catalog.get("AcroForm"))?.get("Fields")) ?? [];
    const names = fields.map((field) => combined.string(combined.dict(field)?.get("T")));
    expect(new Set(names.map((title) => title && decodeText(title))).size).toBe(20_000);
  });
});

function failureOf(operation: () => unknown): string | undefined {
  try {
    operation();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
