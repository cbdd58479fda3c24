import type { ConversionContext } from "../../convert/convert-to-pdf.ts";
import { convertWholly } from "../../convert/convert-wholly.ts";
import { beginsPdf } from "../../convert/identify.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import type { BufferedFiles } from "./buffered-files.ts";
import { type InputFile, openInput, wholeFile } from "./input-file.ts";

/** Files that are converted are in memory as a whole, and on their way to the browser once more. */
export const MAX_CONVERTED_BYTES = 28 * 1024 * 1024;

/** True when the tool's input is a PDF; of a large one only the beginning is read. */
export async function isPdfInput({ content }: InputFile): Promise<boolean> {
  return beginsPdf(content instanceof Uint8Array ? content : await content.read(0, 1_024));
}

/**
 * Opens a tool's input as a PDF, converted when it is something else.
 * @param wholeFileBytes see `openInput`
 * @param held keeps what the conversion makes
 */
export async function openAsPdf(
  input: InputFile,
  context: ConversionContext,
  { wholeFileBytes, buffered }: { wholeFileBytes: number; buffered: BufferedFiles },
): Promise<{ document: PdfDocument; warnings: string[] }> {
  if (await isPdfInput(input)) return { document: await openInput(input, wholeFileBytes), warnings: [] };
  const { name, password } = input;
  const source = { name, bytes: await wholeFile(input, MAX_CONVERTED_BYTES), password };
  const { bytes, warnings } = await convertWholly(source, context);
  const content = await buffered.keep(bytes);

  return {
    document: await openInput({ name: input.name, content, password: undefined, meter: input.meter }, wholeFileBytes),
    warnings,
  };
}
