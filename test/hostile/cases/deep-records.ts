import { strToU8, unzipSync, zipSync } from "fflate";
import {
  type BuiltParagraph,
  buildDoc,
  u32 as long,
  paragraph as oldParagraph,
  sprm,
} from "../../../src/binary/doc/testing/doc-builder.ts";
import { shape } from "../../../src/binary/ppt/testing/ppt-shapes.ts";
import { compound, currentUser, documentStream, presentationFile } from "../../../src/binary/ppt/testing/ppt-writer.ts";
import { u8, u16, u32 } from "../../../src/binary/xls/testing/biff-bytes.ts";
import { container, PLAIN_GLOBALS, record, workbookStream } from "../../../src/binary/xls/testing/biff-writer.ts";
import { paragraph, wordDocument } from "../../support/office-files.ts";

/**
 * Nesting in formats of records: containers in containers, tables in cells, fields in fields, formulas as tokens,
 * nested saved states of a drawing. Each is built from the outside in, as nested copies would take too long.
 */

const SHAPE_GROUP = 0xf003;
const FORMULA = 0x0006;
const OBJECT_DRAWING = 0x00ec;
/** Bytes of a record of BIFF8. */
const MAX_BIFF_BYTES = 8_224;
const IN_TABLE = 0x2416;
const TABLE_DEPTH = 0x6649;
const INNER_CELL = 0x244b;

/** Nested containers of OfficeArt, around `inner`. */
function containers(type: number, depth: number, inner: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bytes = new Uint8Array(8 * depth + inner.length);
  const view = new DataView(bytes.buffer);
  for (let level = 0; level < depth; level++) {
    const at = 8 * level;
    view.setUint16(at, 0xf, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, bytes.length - at - 8, true);
  }
  bytes.set(inner, 8 * depth);
  return bytes;
}

const WHOLE_SLIDE = [576, 576, 5_000, 1_500] as const;

/** Old slides whose shapes are groups in groups. */
export const groupsOfOldSlides = (depth: number): Uint8Array =>
  presentationFile({ slides: [{ shapes: [containers(SHAPE_GROUP, depth, shape(1, WHOLE_SLIDE))] }] });

/** A stream of PowerPoint whose document holds containers in containers. */
export function containersOfOldSlides(depth: number): Uint8Array {
  const { bytes, editAt } = documentStream({ slides: [{}], documentRecords: [containers(0x07d0, depth)] });
  return compound({ "PowerPoint Document": bytes, "Current User": currentUser(editAt) });
}

/** A formula of an old workbook: nested functions, as tokens. */
export function formulaOfOldSheet(depth: number): Uint8Array {
  const ABSOLUTE = [0x21, 24, 0];
  const tokens = [
    0x1e,
    1,
    0,
    ...Array.from({ length: Math.min(depth, MAX_BIFF_BYTES / 3 - 20) }, () => ABSOLUTE).flat(),
  ];
  return oldWorkbook(formula(tokens));
}

/** The same with parentheses, which are tokens only for display. */
export const parenthesesOfOldSheet = (depth: number): Uint8Array =>
  oldWorkbook(formula([0x1e, 1, 0, ...new Array(Math.min(depth, MAX_BIFF_BYTES - 60)).fill(0x15)]));

const formula = (tokens: number[]) =>
  record(FORMULA, u16(0, 0, 0), new Array(8).fill(0), u16(0), u32(0), u16(tokens.length), u8(...tokens));

/** Drawings of an old sheet: groups in groups, over as many records as they take. */
export function groupsOfOldSheet(depth: number): Uint8Array {
  const drawing = containers(0xf002, 1, containers(SHAPE_GROUP, depth));
  const records: number[] = [];
  for (let at = 0; at < drawing.length; at += MAX_BIFF_BYTES - 24)
    records.push(...record(OBJECT_DRAWING, Array.from(drawing.subarray(at, at + MAX_BIFF_BYTES - 24))));
  return oldWorkbook(records);
}

/** Charts in charts: nested streams of a sheet. */
export const sheetsWithinEachOther = (depth: number): Uint8Array =>
  oldWorkbook(Array.from({ length: depth }, () => record(0x0809, u16(0x0600, 0x20, 0, 0), u32(0, 0))).flat());

const oldWorkbook = (records: readonly number[]): Uint8Array =>
  container(workbookStream(PLAIN_GLOBALS, [{ name: "Old", records }]));

/** Tables in cells of tables, of an old document; it has one paragraph for each of them. */
export function tablesOfOldDocument(depth: number): Uint8Array {
  const levels = Math.min(depth, 3_000);
  const cell = (level: number, text: string): BuiltParagraph =>
    oldParagraph(text, [...sprm(IN_TABLE, 1), ...sprm(TABLE_DEPTH, ...long(level)), ...sprm(INNER_CELL, 1)]);
  return buildDoc({
    paragraphs: [
      ...Array.from({ length: levels }, (_, index) => cell(index + 1, "x")),
      ...Array.from({ length: levels }, (_, index) => cell(levels - index, "y")),
      oldParagraph("z"),
    ],
  });
}

/** Fields in the instructions of fields. */
export const fieldsOfOldDocument = (depth: number): Uint8Array =>
  buildDoc({ paragraphs: [oldParagraph(`${"\u0013 IF ".repeat(depth)}x${"\u0014y\u0015".repeat(depth)}`)] });

/** Styles that are based on each other, the last one on the first. */
export function stylesOfOldDocument(depth: number): Uint8Array {
  const count = Math.min(depth, 4_000);
  const styles = Array.from({ length: count }, (_, index) => ({
    ...{ name: `s${index}`, kind: 1 as const, base: (index + 1) % count },
  }));
  return buildDoc({ styles, paragraphs: [oldParagraph("x", [], count - 1)] });
}

const emfRecord = (type: number, data: readonly number[] = []) => [...u32(type, 8 + data.length), ...data];

/** A Word document with a picture of records; `records` stand between its header and its end. */
function wordWithMetafile(records: readonly number[]): Uint8Array {
  const header = [...u32(1, 108, 0, 0, 99, 99, 0, 0, 2_000, 2_000, 0x464d4520, 0x10000), ...u32(0, 3), ...u16(1, 0)];
  const rest = [...u32(0, 0, 0, 1_000, 1_000, 300, 300), ...new Array(108).fill(0)].slice(0, 108 - header.length);
  const emf = Uint8Array.from([...header, ...rest, ...records, ...emfRecord(14, u32(0, 16, 20))]);
  new DataView(emf.buffer).setUint32(48, emf.length, true);
  const shown = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:99pt;height:99pt"><v:imagedata xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId9"/></v:shape></w:pict></w:r></w:p>`;
  const parts = unzipSync(wordDocument(paragraph("x") + shown));
  const types = new TextDecoder().decode(parts["[Content_Types].xml"]);
  return zipSync(
    {
      ...parts,
      "[Content_Types].xml": strToU8(
        types.replace("<Default", '<Default Extension="emf" ContentType="image/x-emf"/><Default'),
      ),
      "word/_rels/document.xml.rels": strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/a.emf"/></Relationships>`,
      ),
      "word/media/a.emf": emf,
    },
    { level: 1 },
  );
}

/** Nested saved states of a drawing, each with a path that is begun and never ended. */
export const statesOfMetafile = (depth: number): Uint8Array =>
  wordWithMetafile(
    Array.from({ length: depth }, () => [
      ...emfRecord(33),
      ...emfRecord(59),
      ...emfRecord(67, u32(1)),
      ...emfRecord(54, u32(50, 50)),
    ]).flat(),
  );

/** Comments of a drawing that hold records of another kind, whose containers are nested. */
export function containersOfMetafile(depth: number): Uint8Array {
  const plus = Array.from({ length: depth }, () => [...u16(0x4027, 0), ...u32(16, 4), ...u32(0)]).flat();
  return wordWithMetafile(emfRecord(70, [...u32(4 + plus.length), ...u32(0x2b464d45), ...plus]));
}

/** Groups in groups of a format that is not read. */
export const groupsOfRichText = (depth: number): Uint8Array =>
  strToU8(`{\\rtf1${"{\\b ".repeat(depth)}x${"}".repeat(depth)}}`);

/** Sections in sections of another one. */
export const sectionsOfOpenDocument = (depth: number): Uint8Array =>
  zipSync(
    {
      mimetype: strToU8("application/vnd.oasis.opendocument.text"),
      "content.xml": strToU8(
        `<office:document-content><office:body><office:text>${"<text:section>".repeat(depth)}${"</text:section>".repeat(depth)}</office:text></office:body></office:document-content>`,
      ),
    },
    { level: 1 },
  );
