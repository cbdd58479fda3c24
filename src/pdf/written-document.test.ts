import { expect, it } from "vitest";
import { allAtOnce } from "../domain/steps.ts";
import { openPdf, type PdfDocument } from "./document.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "./objects.ts";
import { encryptPdf } from "./operations/encrypt.ts";
import { stampSteps } from "./operations/stamp.ts";
import { buildPages } from "./testing/build-file.ts";
import { writeOpenSteps, writePdf } from "./writer.ts";

/** Every object as the file has it, by its number. */
const objectsOf = (document: PdfDocument): Map<number, unknown> =>
  new Map(document.objects.numbers().map((number) => [number, plain(document.objects.get(number))]));

function plain(object: PdfObject): unknown {
  if (object instanceof PdfRef) return `${object.number} R`;
  if (object instanceof PdfString) return Buffer.from(object.bytes).toString("hex");
  if (object instanceof PdfStream) return [plain(object.dict), Buffer.from(object.bytes()).toString("latin1")];
  if (object instanceof PdfDict) return new Map([...object].map(([key, value]) => [key, plain(value)]));
  return Array.isArray(object) ? object.map(plain) : object;
}

it.each([
  ["pages", buildPages(3, {})],
  ["an encrypted file, written without encryption", encryptPdf(buildPages(2, {}), { ownerPassword: "owner" })],
])("what goes on after writing is what reading the file would give: %s", (_, bytes) => {
  const document = openPdf(bytes);
  allAtOnce(stampSteps(document, { text: "SAMPLE" }));
  const written = allAtOnce(writeOpenSteps(document));
  const read = openPdf(written.bytes);
  expect(objectsOf(written.document)).toEqual(objectsOf(read));
  for (const key of ["Root", "Info", "ID", "Size"])
    expect(plain(written.document.trailer.get(key) ?? null)).toEqual(plain(read.trailer.get(key) ?? null));
  expect(written.document.pages.map(({ ref }) => ref.number)).toEqual(read.pages.map(({ ref }) => ref.number));
  expect(written.document.encryption).toBeUndefined();
  expect(writePdf(written.document)).toEqual(writePdf(read));
});
