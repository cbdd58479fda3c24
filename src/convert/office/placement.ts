/** Where an Office file is drawn: in this isolate if that is soon done, else in one of the pool. */
import { Failure } from "../../domain/failure.ts";
import { type FailureMessage, failureOf } from "../../domain/failure-message.ts";
import { freeWorker, interrupted } from "../../domain/free-worker.ts";
import { createLog } from "../../domain/log.ts";
import type { BroughtFonts } from "../../domain/own-font.ts";
import { BUDGET_S, WorkMeter } from "../../domain/work-meter.ts";
import { isBusyFor, type RenderedOfficeFile, type RenderOptions, renderOfficeFile } from "./render-office-file.ts";

/** What an object of the pool answers: failures are values, because RPC would strip an error of its code. */
export type PoolAnswer = { file: RenderedOfficeFile } | { failure: FailureMessage };

/** Objects that draw for others. */
export interface DrawingPool {
  getByName(name: string): {
    reserve(): Promise<boolean>;
    renderOfficeFile(bytes: Uint8Array, options: RenderOptions, workspaceId: string | undefined): Promise<PoolAnswer>;
  };
}

/** Who draws, and for whom. */
export interface Placement {
  /** This isolate is there for what takes long. */
  isPool?: boolean;
  /** Whose file it is: a file that kills is refused in its workspace. */
  workspaceId?: string;
}

interface PlacementEnv {
  ASSETS: Fetcher;
  TOOL_WORKERS?: DrawingPool;
}

/** A message between isolates holds 32 MiB, and the PDF of a file this large may come near to it. */
const MAX_SENT_BYTES = 8 * 1024 * 1024;
/** What others wait for it at most. */
const SMALL_SECONDS = 0.3;
/** What a file of this size holds is read in that time. */
const SMALL_BYTES = 256 * 1024;
const TRIES = 2;

/**
 * {@link renderOfficeFile} where there is time and room for it. What the pool answers is the answer, a failure too. Fonts of a
 * workspace are not sent around.
 * @throws Failure those of renderOfficeFile, and `work_interrupted` if objects of the pool died that drew it
 */
export async function placeOfficeFile(
  bytes: Uint8Array,
  options: RenderOptions,
  fonts: BroughtFonts,
  { ASSETS, TOOL_WORKERS }: PlacementEnv,
  { isPool = false, workspaceId }: Placement = {},
): Promise<RenderedOfficeFile> {
  const sources = { assets: ASSETS, fonts };
  if (!TOOL_WORKERS || fonts.fonts.length > 0 || bytes.length > MAX_SENT_BYTES)
    return await renderOfficeFile(bytes, options, sources);
  if (!isBusyFor(bytes)) {
    if (isPool) return await renderOfficeFile(bytes, options, sources);
    const drawn = bytes.length <= SMALL_BYTES ? await renderIfSmall(bytes, options, sources) : undefined;
    if (drawn) return drawn;
  }
  // Its class does not go through RPC: the pool counts anew.
  const { meter: _, ...sent } = options;
  for (let attempt = 1; ; attempt++) {
    const worker = await freeWorker(TOOL_WORKERS);
    try {
      const answer = await worker.renderOfficeFile(bytes, sent, workspaceId);
      if ("failure" in answer) throw failureOf(answer.failure);
      return answer.file;
    } catch (error) {
      if (error instanceof Failure) throw error;
      createLog().failure("conversion.tool_worker_failed", error, { attempt });
      if (attempt === TRIES) throw interrupted(error);
    }
  }
}

/** Undefined if it is more than what others can wait for: it is begun anew elsewhere. */
async function renderIfSmall(
  ...[bytes, options, sources]: Parameters<typeof renderOfficeFile>
): Promise<RenderedOfficeFile | undefined> {
  // It does not grow with what comes out.
  const meter = new WorkMeter(BUDGET_S).share(SMALL_SECONDS / BUDGET_S);
  try {
    const drawn = await renderOfficeFile(bytes, { ...options, meter }, sources);
    // What the budget did not allow may have been left out.
    return meter.isExceeded ? undefined : drawn;
  } catch (error) {
    if (meter.isExceeded) return undefined;
    throw error;
  }
}
