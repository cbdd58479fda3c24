import { beginsPdf } from "../../convert/identify.ts";
import type { InputFile } from "./input-file.ts";

/** A PDF says within this many bytes that it is one. */
const HEAD_BYTES = 1_024;

/** Extensions that say a file is something other than a PDF. */
const OTHERS =
  /\.(docx?|docm|dot[xm]?|xlsx?|xlsm|xlt[xm]?|pptx?|pptm|pot[xm]?|jpe?g|png|gif|webp|bmp|tiff?|html?)\s*$/i;

/**
 * The warning about a PDF under the name of something else: what counts is the content. Files of other kinds are
 * converted, and the conversion says the same about them.
 */
export async function nameWarning({ name, content }: InputFile): Promise<string | undefined> {
  if (!OTHERS.test(name)) return undefined;
  const head = content instanceof Uint8Array ? content : await content.read(0, HEAD_BYTES);
  return beginsPdf(head) ? `"${name}" is a PDF, whatever its name says.` : undefined;
}
