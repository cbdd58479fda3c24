/** Where an Office file is drawn: in this isolate, or, if that is busy, in one of the pool. */
import { type FailureMessage, failureOf } from "../../domain/failure-message.ts";
import { createLog } from "../../domain/log.ts";
import type { BroughtFonts } from "../../domain/own-font.ts";
import { isBusyFor, type RenderedOfficeFile, type RenderOptions, renderOfficeFile } from "./render-office-file.ts";

/** What an object of the pool answers: failures are values, because RPC would strip an error of its code. */
export type PoolAnswer = { file: RenderedOfficeFile } | { failure: FailureMessage };

/** Objects that draw for others. */
export interface DrawingPool {
  getByName(name: string): {
    renderOfficeFile(bytes: Uint8Array, options: RenderOptions): Promise<PoolAnswer>;
  };
}

interface PlacementEnv {
  ASSETS: Fetcher;
  TOOL_WORKERS?: DrawingPool;
}

const POOL_SIZE = 32;
/** A message between isolates holds 32 MiB, and the PDF of a file this large may come near to it. */
const MAX_SENT_BYTES = 8 * 1024 * 1024;

/**
 * {@link renderOfficeFile} in the isolate that has room for it. What another one answers is the answer, a failure too; if it
 * dies, the file is drawn here. Fonts of a workspace are not sent around.
 */
export async function placeOfficeFile(
  bytes: Uint8Array,
  options: RenderOptions,
  fonts: BroughtFonts,
  { ASSETS, TOOL_WORKERS }: PlacementEnv,
): Promise<RenderedOfficeFile> {
  if (TOOL_WORKERS && fonts.fonts.length === 0 && bytes.length <= MAX_SENT_BYTES && isBusyFor(bytes)) {
    const place = Math.floor(Math.random() * POOL_SIZE);
    const answer = await TOOL_WORKERS.getByName(`tools-${place}`)
      .renderOfficeFile(bytes, options)
      .catch((error: unknown) => createLog().failure("conversion.tool_worker_failed", error, { place }));
    if (answer && "failure" in answer) throw failureOf(answer.failure);
    if (answer) return answer.file;
  }
  return await renderOfficeFile(bytes, options, { assets: ASSETS, fonts });
}
