import { endsLikePdf, PDF_TAIL_BYTES, truncationWarning } from "../../convert/truncated-file.ts";
import { Failure } from "../../domain/failure.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { type InputFile, openInput, sizeOf } from "./input-file.ts";
import { isPdfInput } from "./open-as-pdf.ts";

/**
 * The warning about a tool's PDF that ends early. It is opened for this only if its end does not look like one.
 * @throws Failure `pdf_damaged` if nothing is left
 */
export async function truncatedInput(input: InputFile): Promise<string | undefined> {
  const tail = await tailOf(input);
  if (endsLikePdf(tail) || !(await isPdfInput(input))) return undefined;
  const document = await opened(input);
  return document && truncationWarning(document, tail, input.name);
}

async function tailOf(input: InputFile): Promise<Uint8Array> {
  const { content } = input;
  const from = Math.max(0, sizeOf(input) - PDF_TAIL_BYTES);
  return content instanceof Uint8Array ? content.subarray(from) : content.read(from, PDF_TAIL_BYTES);
}

/** The tool itself says why it cannot be opened. */
async function opened(input: InputFile): Promise<PdfDocument | undefined> {
  try {
    return await openInput(input);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
