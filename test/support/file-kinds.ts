import { Buffer } from "node:buffer";
import { buildDoc, paragraph as oldParagraph } from "../../src/binary/doc/testing/doc-builder.ts";
import { shape, text as slideText, textBox } from "../../src/binary/ppt/testing/ppt-shapes.ts";
import { presentationFile } from "../../src/binary/ppt/testing/ppt-writer.ts";
import { longText, u16 } from "../../src/binary/xls/testing/biff-bytes.ts";
import { container, PLAIN_GLOBALS, record, workbookStream } from "../../src/binary/xls/testing/biff-writer.ts";
import { bmp, pagedTiff } from "../../src/image/testing/bitmaps.ts";
import { gif, jpeg, png } from "../../src/image/testing/image-files.ts";
import { WEBP_FILES } from "../../src/image/testing/webp-files.ts";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import { buildWorkbook } from "../../src/templates/xlsx/testing/workbook-builder.ts";
import { paragraph, presentation, wordDocument } from "./office-files.ts";

const LABEL_RECORD = 0x0204;
const WHOLE_SLIDE = [576, 576, 5_000, 1_500] as const;

function oldWorkbook(text: string): Uint8Array {
  const label = record(LABEL_RECORD, u16(0, 0, 0), longText(text));
  return container(workbookStream(PLAIN_GLOBALS, [{ name: "Old", records: label }]));
}

const html = (text: string) => new TextEncoder().encode(`<!doctype html><h1>${text}</h1><p>Hello`);

/** A small file of every kind that can be combined (interface 2.1), by name; those with text hold their own extension. */
export function fileOfEachKind(): Record<string, Uint8Array> {
  return {
    "letter.docx": wordDocument(paragraph("in docx")),
    "old.doc": buildDoc({ paragraphs: [oldParagraph("in doc")] }),
    "book.xlsx": buildWorkbook({ sheets: [{ name: "New", cells: { A1: "in xlsx", B1: 1.5 } }] }),
    "old.xls": oldWorkbook("in xls"),
    "talk.pptx": presentation([{ text: "in pptx" }]),
    "old.ppt": presentationFile({
      slides: [{ shapes: [shape(202, WHOLE_SLIDE, {}, textBox(slideText(4, "in ppt")))] }],
    }),
    "photo.jpeg": jpeg({ width: 96, height: 96 }),
    "photo.jpg": jpeg({ width: 96, height: 48 }),
    "logo.png": png({ width: 96, height: 48, rows: new Uint8Array(289 * 48) }),
    "dot.gif": gif,
    "shot.webp": new Uint8Array(Buffer.from(WEBP_FILES[0]?.base64 ?? "", "base64")),
    "paint.bmp": bmp(8, [[0, 1]]),
    "fax.tiff": pagedTiff([
      { width: 96, height: 48 },
      { width: 96, height: 48 },
    ]),
    "fax.tif": pagedTiff([{ width: 96, height: 48 }]),
    "page.htm": html("in htm"),
    "page.html": html("in html"),
    "scan.pdf": buildPages(2),
  };
}
