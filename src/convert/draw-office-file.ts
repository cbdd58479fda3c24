/** Where an Office file is drawn: in this isolate, or, if that is busy, in one of the pool. */
import type { BroughtFonts } from "../domain/own-font.ts";
import { type DrawnOfficeFile, isBusyFor, type OfficePagesOptions, officePagesPdf } from "./office-pages.ts";

/** Objects that draw for others. */
export interface DrawingPool {
  getByName(name: string): {
    drawOfficeFile(bytes: Uint8Array, options: OfficePagesOptions): Promise<DrawnOfficeFile>;
  };
}

interface DrawingEnv {
  ASSETS: Fetcher;
  TOOL_WORKERS?: DrawingPool;
}

const POOL_SIZE = 32;
/** A message between isolates holds 32 MiB, and the PDF of a file this large may come near to it. */
const MAX_SENT_BYTES = 8 * 1024 * 1024;

/**
 * {@link officePagesPdf} in the isolate that has room for it. If the other one fails or dies, the file is drawn here:
 * what is wrong with it is said in the same words, and nothing is lost. Fonts of a workspace are not sent around.
 */
export async function drawOfficeFile(
  bytes: Uint8Array,
  options: OfficePagesOptions,
  fonts: BroughtFonts,
  { ASSETS, TOOL_WORKERS }: DrawingEnv,
): Promise<DrawnOfficeFile> {
  if (TOOL_WORKERS && fonts.fonts.length === 0 && bytes.length <= MAX_SENT_BYTES && isBusyFor(bytes)) {
    const place = Math.floor(Math.random() * POOL_SIZE);
    try {
      return await TOOL_WORKERS.getByName(`tools-${place}`).drawOfficeFile(bytes, options);
    } catch {
      // Its isolate is gone, or the file is at fault, which shows here.
    }
  }
  return await officePagesPdf(bytes, options, { assets: ASSETS, fonts });
}
