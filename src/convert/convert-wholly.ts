import { Failure } from "../domain/failure.ts";
import type { Renderer } from "../domain/renderer.ts";
import { type ConversionContext, convertToPdf, type SourceFile } from "./convert-to-pdf.ts";
import type { FileFormat } from "./identify.ts";

/** A PDF in memory. */
export interface ConvertedBytes {
  format: FileFormat;
  bytes: Uint8Array;
  warnings: string[];
  renderer?: Renderer;
}

/** {@link convertToPdf} for callers that work on the bytes: a large PDF is read back from where it was put. */
export async function convertWholly(file: SourceFile, context: ConversionContext): Promise<ConvertedBytes> {
  const { format, warnings, renderer, bytes, key } = await convertToPdf(file, context);
  if (bytes) return { format, warnings, bytes, renderer };
  const blob = await context.env.FILES.get(key);
  if (!blob) throw new Failure("internal_error", "The converted file is no longer stored.");

  return { format, warnings, renderer, bytes: new Uint8Array(await blob.arrayBuffer()) };
}
