import { strToU8, unzipSync, zipSync } from "fflate";
import { present } from "../../../src/domain/present.ts";
import { buildPages } from "../../../src/pdf/testing/build-file.ts";
import { buildWorkbook } from "../../../src/templates/xlsx/testing/workbook-builder.ts";
import { paragraph, presentation, wordDocument } from "../../support/office-files.ts";
import { openDocumentPresentation, openDocumentText } from "../../support/open-document.ts";
import { type CaseMaker, fileRequest, jsonRequest, templateRequest } from "../hostile-case.ts";
import {
  containersOfMetafile,
  containersOfOldSlides,
  fieldsOfOldDocument,
  formulaOfOldSheet,
  groupsOfOldSheet,
  groupsOfOldSlides,
  groupsOfRichText,
  parenthesesOfOldSheet,
  sectionsOfOpenDocument,
  sheetsWithinEachOther,
  statesOfMetafile,
  stylesOfOldDocument,
  tablesOfOldDocument,
} from "./deep-records.ts";

/** How many there are: each way to nest with each depth. */
export const depthCount = (): number => NESTED.length * DEPTHS.length;

const DEPTHS = [20, 60, 130, 300, 500, 520, 1_100, 3_000, 6_000, 20_000];

const nested = (open: string, close: string, depth: number, inner = ""): string =>
  open.repeat(depth) + inner + close.repeat(depth);

function withPart(source: Uint8Array, part: string, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(source);
  return zipSync({ ...parts, [part]: strToU8(change(new TextDecoder().decode(parts[part]))) }, { level: 1 });
}

const word = (inner: string) =>
  withPart(wordDocument(paragraph("x")), "word/document.xml", (xml) => xml.replace("<w:body>", `<w:body>${inner}`));
const slides = (inner: string) =>
  withPart(presentation([{ text: "x" }]), "ppt/slides/slide1.xml", (xml) =>
    xml.replace("</p:spTree>", `${inner}</p:spTree>`),
  );
const chain = (depth: number, key: string) =>
  buildPages(1, {
    catalog: `/Outlines 100 0 R/StructTreeRoot 100 0 R/AcroForm<</Fields[100 0 R]>>/Names<</Dests 100 0 R/EmbeddedFiles 100 0 R>>/PageLabels 100 0 R`,
    objects: Object.fromEntries(
      Array.from({ length: depth }, (_, index) => [
        100 + index,
        `<</T(a)/Title(a)/S/P/FT/Tx/${key} ${key === "First" ? "" : "["}${101 + index} 0 R${key === "First" ? "" : "]"}>>`,
      ]),
    ),
  });

const file = (name: string, bytes: Uint8Array | string) =>
  fileRequest("convert_to_pdf", { name, bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes });
/** Each level in the one around it, in a text. */
const openDocument = (open: string, close: string, depth: number) =>
  file("a.odt", openDocumentText(nested(open, close, depth, "<text:p>x</text:p>")));
const html = (template: string) =>
  jsonRequest("POST", "/api/documents", { name: "Deep", type: "html", output: "html", html: template });
const pdf = (tool: string, depth: number, key: string) =>
  fileRequest(tool, { name: "deep.pdf", bytes: chain(depth, key) });

type Request = ReturnType<typeof jsonRequest>;
/** One for each format and each way to nest in it. */
const NESTED: readonly (readonly [name: string, make: (depth: number) => Request])[] = [
  [
    "tables of Word",
    (depth) => file("a.docx", word(nested("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", depth, "<w:p/>"))),
  ],
  [
    "content controls",
    (depth) => file("a.docx", word(nested("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>", depth, "<w:p/>"))),
  ],
  ["tags of Word", (depth) => templateRequest("docx", wordDocument(paragraph(nested("{if $a}", "{/if}", depth, "x"))))],
  ["paths in Word", (depth) => templateRequest("docx", wordDocument(paragraph(`{$a${".b".repeat(depth)}}`)))],
  [
    "groups of slides",
    (depth) => file("a.pptx", slides(nested("<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>", "</p:grpSp>", depth))),
  ],
  [
    "tags of slides",
    (depth) => templateRequest("pptx", presentation([{ text: nested("{if $a}", "{/if}", depth, "x") }])),
  ],
  [
    "formulas",
    (depth) =>
      templateRequest(
        "xlsx",
        buildWorkbook({ sheets: [{ name: "S", cells: { A1: `=${nested("ABS(", ")", depth, "1")}` } }] }),
      ),
  ],
  [
    "tags of cells",
    (depth) =>
      templateRequest(
        "xlsx",
        buildWorkbook({ sheets: [{ name: "S", cells: { A1: nested("{if $a}", "{/if}", depth, "x") } }] }),
      ),
  ],
  [
    "loops over cells",
    (depth) =>
      templateRequest(
        "xlsx",
        buildWorkbook({
          sheets: [
            {
              name: "S",
              cells: Object.fromEntries(
                Array.from({ length: Math.min(depth, 2_000) }, (_, row) => [`A${row + 1}`, "{foreach $a as $b}{$b}"]),
              ),
            },
          ],
        }),
      ),
  ],
  ["groups of old slides", (depth) => file("a.ppt", groupsOfOldSlides(depth))],
  ["containers of old slides", (depth) => file("a.ppt", containersOfOldSlides(depth))],
  ["functions of an old sheet", (depth) => file("a.xls", formulaOfOldSheet(depth))],
  ["parentheses of an old sheet", (depth) => file("a.xls", parenthesesOfOldSheet(depth))],
  ["groups of an old sheet", (depth) => file("a.xls", groupsOfOldSheet(depth))],
  ["sheets in an old sheet", (depth) => file("a.xls", sheetsWithinEachOther(depth))],
  ["tables of an old document", (depth) => file("a.doc", tablesOfOldDocument(depth))],
  ["fields of an old document", (depth) => file("a.doc", fieldsOfOldDocument(depth))],
  ["styles of an old document", (depth) => file("a.doc", stylesOfOldDocument(depth))],
  ["states of a metafile", (depth) => file("a.docx", statesOfMetafile(depth))],
  ["containers of a metafile", (depth) => file("a.docx", containersOfMetafile(depth))],
  ["rich text", (depth) => file("a.rtf", groupsOfRichText(depth))],
  ["an open document", (depth) => file("a.odt", sectionsOfOpenDocument(depth))],
  [
    "groups of an open presentation",
    (depth) =>
      file(
        "a.odp",
        openDocumentPresentation(
          `<draw:page>${nested("<draw:g>", "</draw:g>", depth, '<draw:rect svg:width="1cm" svg:height="1cm"/>')}</draw:page>`,
        ),
      ),
  ],
  [
    "lists of an open presentation",
    (depth) =>
      file(
        "a.odp",
        openDocumentPresentation(
          `<draw:page><draw:frame><draw:text-box>${nested("<text:list><text:list-item>", "</text:list-item></text:list>", depth, "<text:p>x</text:p>")}</draw:text-box></draw:frame></draw:page>`,
        ),
      ),
  ],
  [
    "lists of an open document",
    (depth) => openDocument("<text:list><text:list-item>", "</text:list-item></text:list>", depth),
  ],
  [
    "tables of an open document",
    (depth) =>
      openDocument(
        "<table:table><table:table-column/><table:table-row><table:table-cell>",
        "</table:table-cell></table:table-row></table:table>",
        depth,
      ),
  ],
  [
    "boxes of an open document",
    (depth) =>
      openDocument(
        '<text:p><draw:frame svg:width="5cm"><draw:text-box>',
        "</draw:text-box></draw:frame></text:p>",
        depth,
      ),
  ],
  ["fields of a PDF", (depth) => pdf("flatten_pdf", depth, "Kids")],
  ["an outline of a PDF", (depth) => pdf("split_pdf", depth, "First")],
  ["structure of a PDF", (depth) => pdf("combine", depth, "K")],
  [
    "arrays of a PDF",
    (depth) =>
      fileRequest("compress_pdf", { name: "a.pdf", bytes: buildPages(1, { catalog: `/X${nested("[", "]", depth)}` }) }),
  ],
  ["html", (depth) => file("a.html", nested("<div>", "</div>", depth, "x"))],
  [
    "lists of html in Word",
    (depth) =>
      fileRequest(
        "combine",
        { name: "a.html", bytes: Buffer.from(nested("<ul><li>", "</li></ul>", depth, "x")) },
        { output: "docx" },
      ),
  ],
  ["SVG", (depth) => file("a.html", `<svg>${nested("<g>", "</g>", depth, "<rect/>")}</svg>`)],
  ["blocks", (depth) => html(nested("{if $a}", "{/if}", depth, "x"))],
  ["loops", (depth) => html(nested("{foreach $a as $b}", "{/foreach}", depth, "{$b}"))],
  ["parentheses", (depth) => html(`{if ${nested("(", ")", depth, "$a")}}x{/if}`)],
  ["signs", (depth) => html(`{$a+${"-".repeat(depth)}1}`)],
  ["operators", (depth) => html(`{$a${"+1".repeat(depth)}}`)],
  ["paths", (depth) => html(`{$a${".b".repeat(depth)}}`)],
  ["indices", (depth) => html(`{$a${nested("[$b", "]", depth)}}`)],
  ["arrays", (depth) => html(`{assign var=a value=${nested("[", "]", depth)}}`)],
  ["modifiers", (depth) => html(`{$a${"|upper".repeat(depth)}}`)],
  ["quoted tags", (depth) => html(`{$a|cat:${'"{$b|cat:'.repeat(Math.min(depth, 500))}`)],
  ["functions", (depth) => html(`{function a}{a}{/function}${nested("{capture}", "{/capture}", depth, "{a}")}`)],
  ["JSON", (depth) => jsonRequest("POST", "/api/tools/pdf_info", nested('{"a":', "}", depth, "1"))],
  ["JSON arrays", (depth) => jsonRequest("POST", "/api/documents", nested("[", "]", depth))],
  [
    "form keys",
    (depth) => ({
      ...jsonRequest("POST", "/api/documents", `a${"[b]".repeat(depth)}=1`),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  ],
  [
    "folders",
    (depth) =>
      jsonRequest("POST", "/api/documents", { name: "x", type: "html", html: "x", folder: "a/".repeat(depth) }),
  ],
];

/** Nesting, from the common to what breaks a stack, in every format that is read. */
export const depths: CaseMaker = (number) => {
  const [name, make] = NESTED[number % NESTED.length] ?? present(NESTED[0]);
  const step = Math.floor(number / NESTED.length);
  const depth = (DEPTHS[step % DEPTHS.length] ?? 20) + Math.floor(step / DEPTHS.length);
  return { kind: "depth", name: `${name}, ${depth} deep`, ...make(depth) };
};
