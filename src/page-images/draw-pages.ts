import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import * as worker from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import type { DrawnPages, DrawPagesOptions } from "../browser/page-images-protocol.ts";
import { POINTS_PER_INCH } from "../geometry/units.ts";

/** A page larger than this is drawn with fewer dots. */
const MAX_PIXELS = 6_000_000;
const LARGE_PNG_BYTES = 1_000_000;
const JPEG_QUALITY = 0.85;

// Without it the library looks for a worker, which the page's policy forbids.
Object.assign(globalThis, { pdfjsWorker: worker });

/** Draws pages of a PDF, from one on, as many as fit into the budget. Throws a plain `Error` if it cannot be read. */
export async function drawPages(bytes: Uint8Array, options: DrawPagesOptions): Promise<DrawnPages> {
  const deadline = performance.now() + options.budgetMs;
  const pdf = await getDocument({
    data: bytes,
    isEvalSupported: false,
    useWasm: false,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
    standardFontDataUrl: assetFolder("fonts"),
    cMapUrl: assetFolder("cmaps"),
  } as Parameters<typeof getDocument>[0]).promise;
  const pages: DrawnPages["pages"] = [];
  let size = 0;
  for (let number = options.from; number <= pdf.numPages; number++) {
    if (pages.length > 0 && (performance.now() > deadline || size > options.budgetBytes)) break;
    const page = await drawPage(pdf, number, options);
    size += page.bytes.length;
    pages.push(page);
  }
  return { total: pdf.numPages, pages };
}

/** Files that the library asks for are beside the bundle. */
function assetFolder(name: string): string {
  return new URL(`/layout/pdf-${name}/`, document.baseURI).href;
}

async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  { resolution, transparent = false }: DrawPagesOptions,
): Promise<DrawnPages["pages"][number]> {
  const page: PDFPageProxy = await pdf.getPage(number);
  const points = page.getViewport({ scale: 1 });
  const wanted = resolution / POINTS_PER_INCH;
  const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (points.width * points.height)));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  await page.render({ ...backgroundOf(canvas, transparent), viewport, intent: "print" }).promise;
  page.cleanup();
  const drawn = transparent ? { bytes: await encoded(canvas, "image/png"), kind: "png" as const } : await image(canvas);
  canvas.width = 0;

  return { widthPoints: points.width, heightPoints: points.height, ...drawn };
}

/** The library's own contexts have no transparency. */
const backgroundOf = (canvas: HTMLCanvasElement, transparent: boolean) =>
  transparent
    ? { canvas: null, canvasContext: canvas.getContext("2d") ?? undefined, background: "rgba(0,0,0,0)" }
    : { canvas, background: "#ffffff" };

async function image(canvas: HTMLCanvasElement): Promise<{ bytes: Uint8Array; kind: "png" | "jpeg" }> {
  const png = await encoded(canvas, "image/png");
  if (png.length < LARGE_PNG_BYTES) return { bytes: png, kind: "png" };
  const jpeg = await encoded(canvas, "image/jpeg");
  return jpeg.length * 2 < png.length ? { bytes: jpeg, kind: "jpeg" } : { bytes: png, kind: "png" };
}

async function encoded(canvas: HTMLCanvasElement, type: string): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  if (!blob) throw new Error("the page could not be drawn");
  return new Uint8Array(await blob.arrayBuffer());
}
