import { openPdf, type PdfDocument } from "../../../src/pdf/document.ts";
import { decodeWithin } from "../../../src/pdf/metered-walk.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "../../../src/pdf/objects.ts";
import { writePages } from "../../../src/pdf/page-tree.ts";
import { writePdf } from "../../../src/pdf/writer.ts";
import { Random } from "../../smarty/random.ts";
import { type Amplified, timesOf } from "./amplified.ts";

const SEEDS = 0x7fffffff;
const REFERENCE_BYTES = 8;

/** Changes an opened PDF. @returns what it did; undefined if there is nothing to be changed */
type Change = (document: PdfDocument, random: Random, times: number) => { what: string; bytes: number } | undefined;

/** A PDF in which operators, items of an array, entries of a dictionary, pages or objects are there many times. */
export function amplifyPdf(bytes: Uint8Array, random: Random): Amplified | undefined {
  const change = random.pick([content, content, content, array, array, entries, pages, number]);
  const seed = random.below(SEEDS);
  const changed = (times: number) => {
    const document = openPdf(bytes);
    return { document, done: change(document, new Random(seed), times) };
  };
  const { done } = changed(1);
  if (!done) return undefined;
  const make = (times: number) => writePdf(changed(times).document);
  return { what: done.what, times: change === number ? 1 : timesOf(done.bytes), make };
}

const content: Change = (document, random, times) => {
  const page = random.pick(document.pages);
  const first = document.array(page.dict.get("Contents"))?.[0] ?? page.dict.get("Contents");
  const stream = document.stream(first);
  if (!stream) return undefined;
  const text = Buffer.from(decodeWithin(document, stream).bytes).toString("latin1");
  const lines = text.split(/(?<=[\n\r])/);
  const at = random.below(lines.length);
  const piece = `${lines.slice(at, at + random.pick([1, 1, 5, 20])).join("")}\n`;
  const changed = lines.slice(0, at).join("") + piece.repeat(times) + lines.slice(at).join("");
  page.dict.set("Contents", document.add(new PdfStream(new PdfDict(), new Uint8Array(Buffer.from(changed, "latin1")))));
  return { what: `content ${piece.trim().slice(0, 60)}`, bytes: piece.length };
};

const array: Change = (document, random, times) => {
  const found = objectsOf(document).flatMap((object) => arraysIn(object, ""));
  if (found.length === 0) return undefined;
  const { list, path } = random.pick(found);
  const items = [...list];
  for (let count = 1; count < times; count++) list.push(...items);
  return { what: `array ${path} of ${items.length}`, bytes: REFERENCE_BYTES * items.length };
};

const entries: Change = (document, random, times) => {
  const found = objectsOf(document).flatMap((object) => (dictOf(object)?.size ? [dictOf(object)] : []));
  const dictionary = random.pick(found);
  if (!dictionary) return undefined;
  const key = random.pick([...dictionary.keys()].sort());
  const value = dictionary.get(key) ?? null;
  for (let count = 1; count < times; count++) dictionary.set(`${key}${count}`, value);
  return { what: `entry ${key}`, bytes: 2 * REFERENCE_BYTES + key.length };
};

const pages: Change = (document, random, times) => {
  const page = random.pick(document.pages);
  writePages(document, [...document.pages, ...Array.from({ length: times }, () => page)]);
  return { what: "pages", bytes: REFERENCE_BYTES };
};

const number: Change = (document, random) => {
  const found = objectsOf(document).flatMap((object) => {
    const dictionary = dictOf(object);
    return [...(dictionary?.keys() ?? [])]
      .filter((key) => typeof dictionary?.get(key) === "number" && key !== "Length")
      .map((key) => ({ dictionary, key }));
  });
  if (found.length === 0) return undefined;
  const { dictionary, key } = random.pick(found);
  const value = random.pick([2147483647, -1, 0, 1000000]);
  dictionary?.set(key, value);
  return { what: `${key} ${value}`, bytes: 1 };
};

function objectsOf(document: PdfDocument): PdfObject[] {
  return document.objects.numbers().map((each) => document.objects.get(each));
}

const dictOf = (object: PdfObject): PdfDict | undefined =>
  object instanceof PdfStream ? object.dict : object instanceof PdfDict ? object : undefined;

function arraysIn(object: PdfObject, path: string): { list: PdfObject[]; path: string }[] {
  if (object instanceof PdfRef) return [];
  if (Array.isArray(object))
    return [...(object.length > 0 ? [{ list: object, path }] : []), ...object.flatMap((item) => arraysIn(item, path))];
  const dictionary = dictOf(object);
  return [...(dictionary ?? [])].flatMap(([key, value]) => arraysIn(value, `${path}/${key}`));
}
