/** The project's own small files, of every kind that the service reads, in which something is repeated. */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { arimo } from "../../../src/font/testing/fonts.ts";
import { postScriptFont } from "../../../src/font/testing/postscript-font.ts";
import { scriptFont } from "../../../src/font/testing/script-font.ts";
import { smallFont, smallWoff, smallWoff2 } from "../../../src/font/testing/small-font.ts";
import { makeEInvoice } from "../../../src/invoice/e-invoice.ts";
import { sampleInvoice } from "../../../src/invoice/testing/sample-invoice.ts";
import { buildPages } from "../../../src/pdf/testing/build-file.ts";
import { docx, paragraph, row, table } from "../../../src/templates/testing/docx-builder.ts";
import { pptx, slideTable, textBox } from "../../../src/templates/testing/pptx-builder.ts";
import { buildWorkbook } from "../../../src/templates/xlsx/testing/workbook-builder.ts";
import { fileOfEachKind } from "../../support/file-kinds.ts";

const MAX_FIXTURE_BYTES = 40_000;
const fixtures = path.resolve(import.meta.dirname, "../../fixtures");

export interface SmallFile {
  name: string;
  bytes: Uint8Array;
}

const encode = (text: string) => new TextEncoder().encode(text);

function filesIn(folder: string, names: RegExp): SmallFile[] {
  return fs
    .readdirSync(path.join(fixtures, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => names.test(file))
    .sort()
    .map((file) => ({
      name: path.basename(file),
      bytes: new Uint8Array(fs.readFileSync(path.join(fixtures, folder, file))),
    }))
    .filter(({ bytes }) => bytes.length <= MAX_FIXTURE_BYTES);
}

/** A PDF with one of each thing that tools look for. */
const form = buildPages(2, {
  catalog:
    "/AcroForm<</Fields[50 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 0 Tf 0 g)>>/Outlines 60 0 R" +
    "/Names<</Dests<</Names[(a)[10 0 R/Fit]]>>/EmbeddedFiles<</Names[(a)70 0 R]>>>>/PageLabels<</Nums[0<</S/r>>]>>" +
    "/StructTreeRoot 80 0 R/MarkInfo<</Marked true>>",
  page: () => "/Annots[50 0 R 51 0 R]/Rotate 90/StructParents 0",
  objects: {
    50: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(x)/Rect[10 10 90 30]/P 10 0 R/DA(/Helv 9 Tf)>>",
    51: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D(a)>>/AP<</N 90 0 R>>>>",
    60: "<</First 61 0 R/Last 61 0 R/Count 1>>",
    61: "<</Title(One)/Parent 60 0 R/Dest(a)>>",
    70: "<</Type/Filespec/F(a)/UF(a)/EF<</F 71 0 R>>>>",
    71: { entries: "/Type/EmbeddedFile", bytes: "x" },
    80: "<</Type/StructTreeRoot/K 81 0 R/ParentTree<</Nums[0[82 0 R]]>>>>",
    81: "<</S/Table/P 80 0 R/K[82 0 R]>>",
    82: "<</S/TR/P 81 0 R/K[0]/Pg 10 0 R>>",
    90: { entries: "/Subtype/Form/BBox[0 0 9 9]", bytes: "0 0 9 9 re f" },
  },
});

export const PDFS: readonly SmallFile[] = [
  { name: "plain.pdf", bytes: buildPages(3) },
  { name: "form.pdf", bytes: form },
  ...filesIn("pdf", /\.pdf$/),
].filter(({ name }) => name !== "qpdf-encrypted.pdf");

const OF_EACH_KIND = Object.entries(fileOfEachKind()).map(([name, bytes]): SmallFile => ({ name, bytes }));

export const PACKED: readonly SmallFile[] = [
  ...filesIn("office", /\.(?:docx|xlsx|pptx)$/),
  ...OF_EACH_KIND.filter(({ name }) => /\.(?:docx|xlsx|pptx)$/.test(name)),
];
export const IMAGES: readonly SmallFile[] = OF_EACH_KIND.filter(({ name }) =>
  /\.(?:jpe?g|png|gif|webp|bmp|tiff?)$/.test(name),
);
export const PAGES: readonly SmallFile[] = filesIn("archive", /\.html$/);

const WOFF2 = createRequire(import.meta.url).resolve("@fontsource/carlito/files/carlito-latin-400-normal.woff2");

/** Fonts whose tables lie in the file as they are. */
export const OPEN_FONTS: readonly SmallFile[] = [
  { name: "own.ttf", bytes: arimo },
  { name: "squares.ttf", bytes: smallFont() },
  { name: "postscript.otf", bytes: postScriptFont() },
  { name: "arabic.ttf", bytes: scriptFont("arabic") },
  { name: "devanagari.ttf", bytes: scriptFont("devanagari") },
];
export const PACKED_FONTS: readonly SmallFile[] = [
  { name: "squares.woff", bytes: smallWoff() },
  { name: "squares.woff2", bytes: smallWoff2() },
  { name: "carlito.woff2", bytes: new Uint8Array(fs.readFileSync(WOFF2)) },
];

export const PLAIN_INVOICE = sampleInvoice();
export const INVOICES: readonly SmallFile[] = (["cii", "ubl"] as const).map((syntax) => ({
  name: `${syntax}.xml`,
  bytes: makeEInvoice(PLAIN_INVOICE, { profile: "en16931", syntax }).xml,
}));

export const RECORD = { text: "a", rows: [{ name: "a" }, { name: "b" }], m: { a: { b: [1] } }, x: "x" };
const OPEN = "{foreach $rows as $row}";
const TEXTS = ["{$text}", "{$m.a.b.0} {$x|upper|escape}", `${OPEN}{$row.name} {$row@iteration}{/foreach}`] as const;
const ROW = [`${OPEN}{$row.name}`, "{if $row.name eq 'a'}{$text}{else}{$x}{/if}{/foreach}"] as const;

/** Templates of all kinds but html that print all of {@link RECORD}. */
export const TEMPLATES: Readonly<Record<"docx" | "xlsx" | "pptx" | "pdf", Uint8Array>> = {
  docx: docx({ body: TEXTS.map((text) => paragraph(text)).join("") + table(row("Name", "Text"), row(...ROW)) }),
  xlsx: buildWorkbook({
    sheets: [
      {
        name: "{$x}",
        cells: { A1: TEXTS[0], A2: TEXTS[1], A3: ROW[0], B3: "=A3&1", C3: ROW[1], A4: "=COUNTA(A3:A3)", A5: TEXTS[2] },
      },
    ],
  }),
  pptx: pptx([{ shapes: textBox(2, ...TEXTS) + slideTable(3, ["Name", "Text"], [...ROW]) }]),
  pdf: form,
};

/** The same as a page, with what html has besides. */
export const PAGE_TEMPLATE = encode(
  "<style>td{color:red}p>b{margin:1px}</style><h1 title='{$x}'>{$text|escape}</h1>{assign var=n value=0}" +
    "{foreach $rows as $row}{if $row@first}<p>{/if}<b>{$row.name|escape|truncate:9}</b>{$n=$n+1}{foreachelse}none{/foreach}" +
    "{section name=s loop=$rows}<td>{$rows[s].name}</td>{/section}{$m.a.b.0}{'x'|cat:$x|replace:'x':'y'|regex_replace:'/y+/':'z'}",
);
