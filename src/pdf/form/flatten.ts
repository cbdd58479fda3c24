import { allAtOnce, type Steps } from "../../domain/steps.ts";
import { extentOf, type Rectangle } from "../../geometry/box.ts";
import { IDENTITY, type Matrix, matrixOf } from "../../geometry/matrix.ts";
import type { PdfDocument } from "../document.ts";
import { name, PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { type OverlaidForm, Overlay } from "../overlay.ts";
import { readRectangle } from "../page-geometry.ts";
import { FlattenedStructure } from "./flattened-structure.ts";

/** Bits of an annotation's `F` (ISO 32000-2, table 167). */
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;

/** Annotations that are not pictures on the page: links work, pop-ups belong to their parents. */
const NEVER_FLATTENED = new Set(["Link", "Popup"]);

/** Turns form fields into content of their pages; the form is gone. */
export function flattenForm(document: PdfDocument): void {
  allAtOnce(flatten(document, (subtype) => subtype === "Widget"));
  document.catalog.delete("AcroForm");
}

/** Turns form fields and all annotations with an appearance into content, page by page; links stay. */
export function* flattenAnnotationSteps(document: PdfDocument): Steps<void> {
  yield* flatten(document, (subtype) => !NEVER_FLATTENED.has(subtype));
  document.catalog.delete("AcroForm");
}

interface Image {
  form: PdfRef;
  matrix: Matrix;
}

/** An annotation is drawn in the time in which so many bytes are coded. */
const BYTES_OF_AN_ANNOTATION = 3_072;

function* flatten(document: PdfDocument, isFlattened: (subtype: string) => boolean): Steps<void> {
  const overlay = new Overlay(document);
  const structure = FlattenedStructure.of(document);
  // an annotation may be on any number of pages
  const images = new Map<PdfDict, Image | undefined>();
  for (const [index, page] of document.pages.entries()) {
    document.work.at(`page ${index + 1}`);
    const annotations = document.array(page.dict.get("Annots"));
    if (!annotations) continue;
    const forms: OverlaidForm[] = [];
    const rest: PdfObject[] = [];
    document.work.charge("object", 16 * annotations.length);
    yield BYTES_OF_AN_ANNOTATION * annotations.length;
    for (const entry of annotations) {
      const annotation = document.dict(entry);
      const subtype = document.name(annotation?.get("Subtype")) ?? "";
      if (!annotation || !isFlattened(subtype)) {
        if (annotation) rest.push(entry);
        continue;
      }
      if (!images.has(annotation)) images.set(annotation, imageOf(document, annotation));
      const image = images.get(annotation);
      // a note or a file without a picture would be lost
      if (!image && subtype !== "Widget" && !annotation.has("AP")) {
        rest.push(entry);
        continue;
      }
      const mark = structure?.take(page, entry, annotation, image !== undefined);
      if (image) forms.push({ ...image, mark });
    }
    if (forms.length > 0) overlay.draw(page, forms);
    if (rest.length > 0) page.dict.set("Annots", rest);
    else page.dict.delete("Annots");
  }
  structure?.write();
}

/** The normal appearance and how it comes to lie in the annotation's rectangle (12.5.5, algorithm 8). */
function imageOf(document: PdfDocument, annotation: PdfDict): Image | undefined {
  const flags = document.number(annotation.get("F")) ?? 0;
  if (flags & (HIDDEN | NO_VIEW)) return undefined;
  const form = normalAppearance(document, annotation);
  const stream = form && document.stream(form);
  const rectangle = readRectangle(document, annotation.get("Rect"));
  const box = stream && readRectangle(document, stream.dict.get("BBox"));
  if (!form || !box || !rectangle || rectangle.right <= rectangle.left || rectangle.top <= rectangle.bottom)
    return undefined;
  const shown = transformed(box, readMatrix(document, stream.dict.get("Matrix")));
  const width = shown.right - shown.left;
  const height = shown.top - shown.bottom;
  if (!(width > 0 && height > 0)) return undefined;
  const scaleX = (rectangle.right - rectangle.left) / width;
  const scaleY = (rectangle.top - rectangle.bottom) / height;
  const matrix: Matrix = [
    scaleX,
    0,
    0,
    scaleY,
    rectangle.left - shown.left * scaleX,
    rectangle.bottom - shown.bottom * scaleY,
  ];
  return { form: withLayer(document, form, annotation.get("OC")), matrix };
}

function normalAppearance(document: PdfDocument, annotation: PdfDict): PdfRef | undefined {
  let entry = document.dict(annotation.get("AP"))?.get("N");
  const states = document.dict(entry);
  if (states) {
    const state = document.name(annotation.get("AS")) ?? document.name(annotation.get("V")) ?? "Off";
    entry = states.get(state);
  }
  return entry instanceof PdfRef && document.stream(entry) ? entry : undefined;
}

/** The annotation's layer decides whether its picture is seen. */
function withLayer(document: PdfDocument, form: PdfRef, layer: PdfObject | undefined): PdfRef {
  const stream = document.stream(form);
  const isForm = document.name(stream?.dict.get("Subtype")) === "Form";
  if (!stream || (layer === undefined && isForm)) return form;
  const entries = new PdfDict(stream.dict);
  entries.set("Subtype", name("Form"));
  if (layer !== undefined) entries.set("OC", layer);
  return document.add(new PdfStream(entries, stream.body));
}

function readMatrix(document: PdfDocument, object: PdfObject | undefined): Matrix {
  const items = document.array(object);
  return (items?.length === 6 && matrixOf(items.map((item) => document.number(item)))) || IDENTITY;
}

/** The upright rectangle around a transformed one. */
function transformed(box: Rectangle, matrix: Matrix): Rectangle {
  const { minX, minY, maxX, maxY } = extentOf(box, matrix);
  return { left: minX, bottom: minY, right: maxX, top: maxY };
}
