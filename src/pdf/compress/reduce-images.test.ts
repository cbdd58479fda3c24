import { expect, it } from "vitest";
import { allAtOnce } from "../../domain/steps.ts";
import { emptyDocument, openPdf } from "../document.ts";
import { dict, PdfStream } from "../objects.ts";
import { encryptPdf } from "../operations/encrypt.ts";
import { writePdf } from "../writer.ts";
import { reduceImages } from "./reduce-images.ts";
import { addImage, addPage } from "./testing/documents.ts";

/** Pages with a picture of 240 pixels square, and how large each is in points. */
function images(...sides: readonly number[]): Uint8Array {
  const document = emptyDocument();
  for (const side of sides) {
    const image = addImage(document, 240, 240, { Marker: side });
    addPage(document, `q ${side} 0 0 ${side} 0 0 cm /Im Do Q`, dict({ XObject: dict({ Im: image }) }));
  }
  return writePdf(document);
}

function reduced(bytes: Uint8Array, dpi: number): Uint8Array {
  const document = openPdf(bytes);
  return allAtOnce(reduceImages(document, dpi)) ? writePdf(document) : bytes;
}

function widths(bytes: Uint8Array): number[] {
  const document = openPdf(bytes);
  const streams = document.objects.numbers().map((number) => document.objects.get(number));
  return streams.flatMap((stream) =>
    stream instanceof PdfStream ? (document.number(stream.dict.get("Width")) ?? []) : [],
  );
}

it.each([
  ["of far more pixels than asked for are reduced to that", [72], 100, [100]],
  ["of a little more stay as they are", [144], 100, [240]],
  ["are judged one by one", [72, 144, 36], 72, [72, 144, 36]],
])("pictures %s", (_, sides, dpi, expected) => {
  const bytes = images(...sides);
  const result = reduced(bytes, dpi);
  expect(widths(result)).toEqual(expected);
  expect(result === bytes).toBe(expected.every((width) => width === 240));
});

it("an encrypted file stays as it is", () => {
  const bytes = encryptPdf(images(72), { ownerPassword: "a", userPassword: "", permissions: [] });
  expect(reduced(bytes, 72)).toBe(bytes);
});
