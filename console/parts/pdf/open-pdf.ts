import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerAddress;

/**
 * Opens a PDF for drawing. Scripts in it never run; character maps, fonts and decoders come from this service.
 * @throws when the bytes are no PDF, or one that needs a password
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
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
  });

  return await task.promise;
}
