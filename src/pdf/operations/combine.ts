import { Failure } from "../../domain/failure.ts";
import { AssemblySource, assemble } from "../assembly/assemble.ts";
import { openPdf } from "../document.ts";
import { writePdf } from "../writer.ts";

/** One of the files to combine. */
export interface CombineInput {
  /** File name; without its extension it becomes the title of the file's outline. */
  name: string;
  bytes: Uint8Array;
  password?: string | undefined;
}

/**
 * Combines PDFs, in their order, with all of their outlines, destinations, fields, layers, labels, attachments and tags.
 * Metadata is that of the first; the result is not encrypted.
 * @throws Failure `pdf_no_files`, and those of {@link openPdf} with the file's name in front
 */
export function combinePdfs(inputs: readonly CombineInput[]): Uint8Array {
  if (inputs.length === 0) throw new Failure("pdf_no_files", "There are no files to combine.");
  const parts = inputs.map(({ name, bytes, password }, index) => {
    try {
      const document = openPdf(bytes, { password });
      const pages = Array.from(document.pages.keys());
      return { source: new AssemblySource(document), pages, title: name.replace(/\.pdf$/i, "") };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const message = `${name || `File ${index + 1}`}: ${error.message}`;
      throw new Failure(error.code, message, { cause: error, errors: [{ pointer: `/files/${index}`, message }] });
    }
  });
  return writePdf(assemble(parts));
}
