import { openAsBlob } from "node:fs";
import path from "node:path";

/**
 * A file on disk, for everything that takes one; it is read while it is sent.
 * @example await docloom.tools.convertToPdf(await openFile("offer.docx"))
 */
export async function openFile(file: string): Promise<File> {
  return new File([await openAsBlob(file)], path.basename(file));
}
