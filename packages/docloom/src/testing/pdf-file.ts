import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { PNG } from "pngjs";

/** Default resolution of page pictures, in dots per inch. */
export const PICTURE_DPI = 96;

/** A PDF, for inspecting its content. */
export interface PdfFile {
  pageCount: number;
  /** The text of a page (from 1), or of all pages; lines as they are, runs of blanks as one. */
  text(page?: number): Promise<string>;
  /** Values of the form fields by their full names. */
  form(): Promise<Record<string, string>>;
  /** A page (from 1) as pixels. */
  picture(page: number, dpi?: number): Promise<PNG>;
  close(): Promise<void>;
}

/** @throws Error if the bytes are not a PDF */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  // In Node the library starts with warnings about canvases, which text does not need.
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const folder = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const asset = (name: string) => `${path.join(folder, name)}${path.sep}`;
  const document = await getDocument({
    // The library takes the buffer away from its owner.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: asset("standard_fonts"),
    cMapUrl: asset("cmaps"),
    wasmUrl: pathToFileURL(asset("wasm")).href,
    isEvalSupported: false,
  }).promise;

  return {
    pageCount: document.numPages,
    text: async (page) => {
      const pages = page === undefined ? Array.from({ length: document.numPages }, (_, index) => index + 1) : [page];
      return (await Promise.all(pages.map((number) => pageText(document, number)))).join("\n");
    },
    form: () => formValues(document),
    picture: (page, dpi = PICTURE_DPI) => pagePicture(document, page, dpi),
    close: () => document.destroy(),
  };
}

async function pageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent();
  const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");

  return text.replace(/[^\S\n]+/g, " ").replace(/ ?\n ?/g, "\n");
}

async function formValues(document: PDFDocumentProxy): Promise<Record<string, string>> {
  const fields: Record<string, { value?: unknown; type?: string }[]> = (await document.getFieldObjects()) ?? {};

  return Object.fromEntries(
    Object.entries(fields).map(([name, widgets]) => {
      const value = widgets.find((widget) => widget.value !== undefined && widget.value !== "Off")?.value ?? "";
      return [name, Array.isArray(value) ? value.join(", ") : String(value)];
    }),
  );
}

async function pagePicture(document: PDFDocumentProxy, number: number, dpi: number): Promise<PNG> {
  if (number < 1 || number > document.numPages)
    throw new RangeError(`There is no page ${number}: the PDF has ${document.numPages}.`);
  const { createCanvas } = await import("@napi-rs/canvas").catch((cause: unknown) => {
    throw new Error("Pictures of pages need the package @napi-rs/canvas: npm install @napi-rs/canvas", { cause });
  });
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: dpi / 72 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext("2d");
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport, background: "white" })
    .promise;

  const { width, height } = canvas;
  const picture = new PNG({ width, height });
  picture.data = Buffer.from(context.getImageData(0, 0, width, height).data.buffer);
  return picture;
}
