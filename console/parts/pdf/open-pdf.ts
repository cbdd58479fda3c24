import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerAddress;

/** A worker that reads several PDFs one after the other: starting one takes longer than reading most files. */
export function startPdfWorker(): PDFWorker {
  const worker = new PDFWorker();
  // One that is given up before it has started is no failure; what it should have opened says so where it is one.
  worker.promise.catch(() => undefined);

  return worker;
}

/**
 * Opens a PDF for drawing. Scripts in it never run; character maps, fonts and decoders come from this service.
 * @param worker what reads it; without one, a worker that ends with the document
 * @throws when the bytes are no PDF, or one that needs a password
 */
export async function openPdf(bytes: Uint8Array, worker?: PDFWorker): Promise<PDFDocumentProxy> {
  const task = getDocument({
    // The worker takes the bytes over: the caller keeps its own.
    data: bytes.slice(),
    cMapUrl: "/layout/pdf-cmaps/",
    cMapPacked: true,
    standardFontDataUrl: "/layout/pdf-fonts/",
    // The page's policy forbids WebAssembly, so the decoders written in JavaScript are used.
    useWasm: false,
    wasmUrl: "/console/pdf-decoders/",
    enableXfa: false,
    disableWorkerRendering: true,
    ...(worker ? { worker } : {}),
  });

  return await task.promise;
}
