/** Files for the benchmarks of the PDF room: made by formula, the same on every run. */
import { present } from "../src/domain/present.ts";
import { deflate } from "../src/image/compression/flate.ts";
import { JpegEncoder } from "../src/image/jpeg/jpeg-encode.ts";
import type { Plane } from "../src/image/plane.ts";
import { writeOutline } from "../src/pdf/assembly/outline.ts";
import { emptyDocument } from "../src/pdf/document.ts";
import { dict, name, PdfDict, PdfStream } from "../src/pdf/objects.ts";
import { writePages } from "../src/pdf/page-tree.ts";
import { standardFont } from "../src/pdf/text/standard-font.ts";
import { encodeText } from "../src/pdf/text-strings.ts";
import { writePdf } from "../src/pdf/writer.ts";

/** The same numbers of 32 bits for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
}

/** A report with text, an outline and a link on every page. */
export function report(pageCount: number, seed: number): Uint8Array {
  const document = emptyDocument();
  const font = document.add(standardFont("Helvetica").dict);
  const resources = document.add(dict({ Font: new PdfDict([["F", font]]) }));
  const next = generator(seed);
  const random = (below: number) => Math.floor((next() / 2 ** 32) * below);
  const pages = Array.from({ length: pageCount }, () => {
    let content = "BT /F 9 Tf 11 TL 50 780 Td\n";
    for (let line = 0; line < 60; line++) {
      const words = Array.from({ length: 12 }, () => random(1e6).toString(36));
      content += `(${words.join(" ")}) Tj T*\n`;
    }
    const stream = new PdfStream(dict({ Filter: name("FlateDecode") }), deflate(Buffer.from(`${content}ET`)));
    const entries = dict({ MediaBox: [0, 0, 595, 842], Resources: resources, Contents: document.add(stream) });
    return { ref: document.add(entries), dict: entries, inherited: new PdfDict() };
  });
  for (const page of pages) {
    const target = present(pages[random(pageCount)]).ref;
    const link = dict({
      Type: name("Annot"),
      Subtype: name("Link"),
      Rect: [50, 50, 100, 70],
      Dest: [target, name("Fit")],
    });
    page.dict.set("Annots", [document.add(link)]);
  }
  writePages(document, pages);
  const items = pages
    .filter((_, index) => index % 8 === 0)
    .map((page, index) => ({
      entries: dict({ Title: encodeText(`Chapter ${index + 1}`), Dest: [page.ref, name("Fit")] }),
      isOpen: false,
      target: undefined,
      children: [],
    }));
  document.catalog.set("Outlines", present(writeOutline(document, items)));
  return writePdf(document);
}

/** A4 at 300 dpi. */
const SCAN_WIDTH = 2480;
const SCAN_HEIGHT = 3508;
const DIFFERENT_SCANS = 3;
const TYPICAL_JPEG_QUALITY = 80;

/** Pages that are color JPEGs of 300 dpi, as scanners make them, until the file has about this size. */
export function scan(targetBytes: number): Uint8Array {
  const document = emptyDocument();
  const jpegs = Array.from({ length: DIFFERENT_SCANS }, (_, index) => scannedPage(index + 1));
  const pages = [];
  for (let bytes = 0, index = 0; bytes < targetBytes; index++) {
    const jpeg = withComment(present(jpegs[index % DIFFERENT_SCANS]), `page ${index}`);
    bytes += jpeg.length;
    const image = dict({
      Type: name("XObject"),
      Subtype: name("Image"),
      Width: SCAN_WIDTH,
      Height: SCAN_HEIGHT,
      BitsPerComponent: 8,
      ColorSpace: name("DeviceRGB"),
      Filter: name("DCTDecode"),
    });
    const xObjects = new PdfDict([["Im", document.add(new PdfStream(image, jpeg))]]);
    const entries = dict({
      MediaBox: [0, 0, 595, 842],
      Resources: dict({ XObject: xObjects }),
      Contents: document.add(new PdfStream(dict({}), Buffer.from("q 595 0 0 842 0 0 cm /Im Do Q"))),
    });
    pages.push({ ref: document.add(entries), dict: entries, inherited: new PdfDict() });
  }
  writePages(document, pages);
  return writePdf(document);
}

/** Lines of dark strokes on paper that is not quite white, with the noise of a scanner. */
function scannedPage(seed: number): Uint8Array {
  const next = generator(seed);
  const plane = (level: number, contrast: number, noise: number): Plane => {
    const samples = new Uint8ClampedArray(SCAN_WIDTH * SCAN_HEIGHT);
    for (let y = 0; y < SCAN_HEIGHT; y++) {
      for (let x = 0; x < SCAN_WIDTH; x++) {
        const isText = y % 60 < 34 && x > 200 && x < SCAN_WIDTH - 200 && (x * (7 + (y % 60)) + seed * y) % 53 < 16;
        samples[y * SCAN_WIDTH + x] = level - (isText ? contrast : 0) + ((next() >>> 24) / 256 - 0.5) * noise;
      }
    }
    return { width: SCAN_WIDTH, height: SCAN_HEIGHT, stride: SCAN_WIDTH, samples };
  };
  return new JpegEncoder([plane(238, 190, 14), plane(126, 6, 6), plane(130, 6, 6)], true).encode(
    TYPICAL_JPEG_QUALITY,
    undefined,
  );
}

/** The same picture as another file: with a comment after the start of the image. */
function withComment(jpeg: Uint8Array, comment: string): Uint8Array {
  const text = Buffer.from(comment);
  const segment = Buffer.concat([Uint8Array.of(0xff, 0xfe, 0, text.length + 2), text]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}
