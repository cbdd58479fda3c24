import { deflateSync } from "node:zlib";
import { strToU8, unzipSync, zipSync } from "fflate";
import { present } from "../../../src/domain/present.ts";
import { gif, jpeg, png } from "../../../src/image/testing/image-files.ts";
import { buildFile, buildPages, type FileObject } from "../../../src/pdf/testing/build-file.ts";
import { buildWorkbook } from "../../../src/templates/xlsx/testing/workbook-builder.ts";
import type { Random } from "../../smarty/random.ts";
import { paragraph, presentation, wordDocument } from "../../support/office-files.ts";
import { type CaseMaker, fileRequest, jsonRequest, randomOf, templateRequest } from "../hostile-case.ts";
import { PDF_TOOL_CALLS, type PdfToolCall } from "../pdf-tool-calls.ts";

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const packed = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes, { level: 9 }));
const upTo = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join("");
const pdf = ([tool, fields]: PdfToolCall, bytes: Uint8Array) => fileRequest(tool, { name: "a.pdf", bytes }, fields);
const convert = (name: string, bytes: Uint8Array) => fileRequest("convert_to_pdf", { name, bytes });
const html = (template: string) =>
  jsonRequest("POST", "/api/documents", { name: "Bomb", type: "html", output: "html", html: template });

function wordWith(change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(wordDocument(paragraph("x")));
  const part = "word/document.xml";
  return zipSync({ ...parts, [part]: strToU8(change(new TextDecoder().decode(parts[part]))) }, { level: 9 });
}

/** 300 drawn images whose data unpack to a thousand times their size. */
function drawnImages(entries: string): Uint8Array {
  const twicePacked = packed(packed(new Uint8Array(6_000_000)));
  const objects: Record<number, FileObject> = {};
  for (let index = 0; index < 300; index++) {
    objects[100 + index] = {
      entries: `/Subtype/Image/Filter[/FlateDecode/FlateDecode]/Nr ${index}${entries}`,
      bytes: twicePacked,
    };
  }
  objects[90] = { entries: "", bytes: upTo(300, (index) => `q 9 0 0 9 0 0 cm /I${index} Do Q\n`) };
  const resources = upTo(300, (index) => `/I${index} ${100 + index} 0 R`);
  return buildPages(1, { page: () => `/Contents 90 0 R/Resources<</XObject<<${resources}>>>>`, objects });
}

const sharedPages = (count: number) =>
  buildFile({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Count ${count}/Kids[${"3 0 R ".repeat(count)}]>>`,
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
  });
const manyObjects = (count: number, object: string) =>
  latin1(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page>>endobj\n${upTo(count, (index) => `${index + 4} 0 obj${object}`)}trailer<</Root 1 0 R>>\n`,
  );

const PDF_BOMBS: readonly (readonly [name: string, make: () => Uint8Array])[] = [
  ["100,000 pages that are one object", () => sharedPages(100_000)],
  ["a million objects without a cross-reference", () => manyObjects(300_000, " null endobj\n")],
  ["streams without an end", () => manyObjects(200_000, "<</Length 99999>>stream\nendobj\n")],
  ["dictionaries without an end", () => manyObjects(100_000, "<</A ")],
  [
    "images that unpack to gigabytes",
    () => drawnImages("/Width 2400/Height 2400/BitsPerComponent 8/ColorSpace/DeviceGray"),
  ],
  ["streams that unpack to gigabytes", () => drawnImages("")],
  [
    "a form drawn larger and larger",
    () =>
      buildPages(1, {
        page: () => "/Contents 90 0 R/Resources<</XObject<</F 91 0 R>>>>",
        objects: {
          90: { entries: "", bytes: upTo(2_000, (size) => `q ${size + 1} 0 0 ${size + 1} 0 0 cm /F Do Q `) },
          91: {
            entries: "/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode",
            bytes: packed(latin1("q Q ".repeat(500_000))),
          },
        },
      }),
  ],
  [
    "fields that are each other's children",
    () =>
      buildPages(1, {
        catalog: "/AcroForm<</Fields[100 0 R]>>",
        objects: Object.fromEntries(
          Array.from({ length: 200 }, (_, index) => [
            100 + index,
            `<</FT/Tx/T(a)/Kids[${upTo(200, (kid) => `${100 + kid} 0 R `)}]>>`,
          ]),
        ),
      }),
  ],
];

const WORD_BOMBS: readonly (readonly [name: string, change: (xml: string) => string])[] = [
  ["entities", (xml) => xml.replace("<w:document", '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document')],
  ["a file outside", (xml) => xml.replace("<w:document", '<!DOCTYPE x SYSTEM "file:///etc/passwd"><w:document')],
  [
    "a table of 40,000 rows",
    (xml) => xml.replace("<w:body>", `<w:body><w:tbl>${"<w:tr><w:tc><w:p/></w:tc></w:tr>".repeat(40_000)}</w:tbl>`),
  ],
  [
    "10,000 pages",
    (xml) => xml.replace("<w:body>", `<w:body>${"<w:p><w:pPr><w:pageBreakBefore/></w:pPr></w:p>".repeat(10_000)}`),
  ],
  ["one word of a million letters", (xml) => xml.replace("<w:body>", `<w:body>${paragraph("a".repeat(1_000_000))}`)],
  ["100,000 attributes", (xml) => xml.replace("<w:body>", `<w:body ${upTo(100_000, (index) => `a${index}="" `)}>`)],
];

const TEMPLATE_BOMBS: readonly (readonly [name: string, template: string])[] = [
  ["an endless loop", "{while 1}x{/while}"],
  ["a function that calls itself", "{function a}{a}{/function}{a}"],
  ["a text that doubles", `{assign var=a value="x"}${"{assign var=a value=$a|cat:$a}".repeat(60)}{$a}`],
  ["a costly expression", `{"${"a".repeat(3_000)}!"|regex_replace:"/(a+)+$/":"b"}`],
  ["much padding", '{"x"|str_pad:900000000}{"x"|indent:900000000}{"x"|str_repeat:900000000}'],
  ["a range", "{foreach range(1,99999999) as $a}{$a}{/foreach}"],
  ["100,000 tags", "{$a}".repeat(100_000)],
  ["a number of many digits", '{1|number_format:999999999}{"%999999999d"|sprintf:1}'],
];

const sized = (width: number, height: number) => {
  const bytes = png({ width: 3, height: 3, rows: new Uint8Array(40) }).slice();
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
};

/** Lies about sizes in ZIP directories, pictures and PDFs, by seed. */
function lie(random: Random): ReturnType<typeof convert> {
  const value = random.pick([0, 1, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff]);
  switch (random.below(4)) {
    case 0: {
      const name = random.pick(["a.docx", "a.pptx", "a.xlsx"]);
      const source =
        name === "a.docx"
          ? wordDocument(paragraph("x"))
          : name === "a.pptx"
            ? presentation([{ text: "x" }])
            : buildWorkbook({ sheets: [{ name: "S", cells: { A1: 1 } }] });
      const bytes = source.slice();
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const directory = Buffer.from(bytes).lastIndexOf("PK\x01\x02");
      const end = Buffer.from(bytes).lastIndexOf("PK\x05\x06");
      const at = random.pick([directory + 20, directory + 24, directory + 42, end + 12, end + 16, 18, 22]);
      view.setUint32(at, value, true);
      return convert(name, bytes);
    }
    case 1:
      return convert("a.png", sized(value, random.pick([1, 0xffff, 0xffffffff])));
    case 2: {
      const bytes = random.pick([jpeg({ width: 9, height: 9 }), gif]).slice();
      bytes[6 + random.below(Math.min(200, bytes.length - 6))] = random.pick([0, 0xff]);
      return convert("a.jpg", bytes);
    }
    default: {
      const text = Buffer.from(buildPages(2)).toString("latin1");
      const changed = text.replace(/\/(Length|Count|Size|N|First) \d+/g, (entry, key: string) =>
        random.chance(0.5) ? `/${key} ${value}` : entry,
      );
      return pdf(random.pick(PDF_TOOL_CALLS), latin1(changed));
    }
  }
}

export const liesAboutSizes: CaseMaker = (number) => ({
  kind: "lies about sizes",
  name: `lie ${number}`,
  ...lie(randomOf(number)),
});

const OTHERS: readonly (readonly [name: string, make: () => ReturnType<typeof convert>])[] = [
  ...WORD_BOMBS.map(([name, change]) => [`Word: ${name}`, () => convert("a.docx", wordWith(change))] as const),
  ...WORD_BOMBS.map(
    ([name, change]) => [`a template of Word: ${name}`, () => templateRequest("docx", wordWith(change))] as const,
  ),
  [
    "a part of 100 MB",
    () =>
      convert(
        "a.docx",
        zipSync({ ...unzipSync(wordDocument("")), "word/media/a.bin": new Uint8Array(100_000_000) }, { level: 9 }),
      ),
  ],
  [
    "20,000 parts",
    () =>
      convert(
        "a.docx",
        zipSync({
          ...unzipSync(wordDocument("")),
          ...Object.fromEntries(
            Array.from({ length: 20_000 }, (_, index) => [`word/media/${index}`, new Uint8Array(0)]),
          ),
        }),
      ),
  ],
  [
    "a picture larger than it says",
    () => convert("a.png", png({ width: 3, height: 3, rows: new Uint8Array(20_000_000) })),
  ],
  [
    "1,500 refused pictures",
    () => convert("a.html", Buffer.from(`<p>x${upTo(1_500, (index) => `<img src="http://127.0.0.1:9/${index}">`)}`)),
  ],
  [
    "much in the browser's log",
    () => convert("a.html", Buffer.from('<p>x<script>for(let i=0;i<9;i++)console.log("x".repeat(400000))</script>')),
  ],
  [
    "a sheet of far cells",
    () => convert("a.xlsx", buildWorkbook({ sheets: [{ name: "S", cells: { A1: 1, XFD1048576: 1 } }] })),
  ],
  [
    "a chain of 20,000 formulas",
    () =>
      templateRequest(
        "xlsx",
        buildWorkbook({
          sheets: [
            {
              name: "S",
              cells: Object.fromEntries([
                ["A1", 1],
                ...Array.from({ length: 20_000 }, (_, row) => [`A${row + 2}`, `=A${row + 1}+1`]),
              ]),
            },
          ],
        }),
      ),
  ],
  [
    "whole columns",
    () =>
      convert(
        "a.xlsx",
        buildWorkbook({
          sheets: [
            {
              name: "S",
              cells: Object.fromEntries(
                Array.from({ length: 2_000 }, (_, row) => [
                  `B${row + 1}`,
                  '=SUMPRODUCT((A:A<>"")*(A:A<>"x"))+AVERAGEIF(A:A,"<>",A:A)',
                ]),
              ),
            },
          ],
        }),
      ),
  ],
  ...TEMPLATE_BOMBS.map(([name, template]) => [`a template with ${name}`, () => html(template)] as const),
];

const EACH_TOOL = PDF_BOMBS.flatMap(([name, make]) =>
  PDF_TOOL_CALLS.map((call) => [`${name}, to ${call[0]}`, () => pdf(call, make())] as const),
);
const BOMBS = [...EACH_TOOL, ...OTHERS];
export const bombCount = (): number => BOMBS.length;

/** Small inputs that ask for endless work or memory. */
export const bombs: CaseMaker = (number) => {
  const [name, make] = present(BOMBS[number % BOMBS.length]);
  return { kind: "bombs", name, ...make() };
};
