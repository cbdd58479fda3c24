/** Where an Office file is drawn: in this isolate if that is soon done, else in one of the pool. */

import type { CustomFont, CustomFonts } from "../../domain/custom-font.ts";
import { createLog } from "../../domain/log.ts";
import { askPool, type PoolAnswer } from "../../domain/pool/free-worker.ts";
import type { Room } from "../../domain/pool/pool-room.ts";
import { receivedBytes, type SentBytes, sentBytes } from "../../domain/pool/sent-bytes.ts";
import type { Aside } from "../../domain/scheduling/merge-slots.ts";
import { BUDGET_S, WorkMeter } from "../../domain/work-meter.ts";
import { isBusyFor, type RenderedOfficeFile, type RenderOptions, renderOfficeFile } from "./render-office-file.ts";

/** A file that is to be drawn elsewhere. */
export interface SentOfficeFile {
  bytes: SentBytes;
  options: Omit<RenderOptions, "meter">;
  /** Fonts of the workspace, which are read where they are needed. */
  fonts: readonly CustomFont[];
  workspaceId: string | undefined;
}

/** The PDF of such a file. */
export interface SentPdf extends Omit<RenderedOfficeFile, "bytes"> {
  bytes: SentBytes;
}

/** Objects that draw for others. */
export interface DrawingPool {
  getByName(name: string): {
    reserve(room: Room, workspaceId: string | undefined): Promise<boolean>;
    renderOfficeFile(file: SentOfficeFile): Promise<PoolAnswer<SentPdf>>;
  };
}

/** Who draws, and for whom. */
export interface Placement {
  /** This isolate is there for what takes long. */
  isPool?: boolean;
  /** It was accepted, and is done however much there is to do. */
  isQueued?: boolean;
  /** Whose file it is: a file that kills is refused in its workspace. */
  workspaceId?: string;
  /** Others have their turn while the pool draws. */
  aside?: Aside;
}

interface PlacementEnv {
  ASSETS: Fetcher;
  TOOL_WORKERS?: DrawingPool;
  POOL_PROCESS?: string;
}

/** What others wait for it at most. */
const SMALL_SECONDS = 0.3;
/** What a file of this size holds is read in that time. */
const SMALL_BYTES = 256 * 1024;

/**
 * {@link renderOfficeFile} where there is time and room for it. What the pool answers is the answer, a failure too.
 * @throws Failure those of renderOfficeFile, `work_interrupted` if objects of the pool died that drew it, `overloaded`
 */
export async function placeOfficeFile(
  bytes: Uint8Array,
  options: RenderOptions,
  fonts: CustomFonts,
  { ASSETS, TOOL_WORKERS, POOL_PROCESS }: PlacementEnv,
  { isPool = false, isQueued = false, workspaceId, aside = (wait) => wait() }: Placement = {},
): Promise<RenderedOfficeFile> {
  const sources = { assets: ASSETS, fonts };
  if (!TOOL_WORKERS) return await renderOfficeFile(bytes, options, sources);
  if (!isBusyFor(bytes)) {
    if (isPool) return await renderOfficeFile(bytes, options, sources);
    const drawn = bytes.length <= SMALL_BYTES ? await renderIfSmall(bytes, options, sources) : undefined;
    if (drawn) return drawn;
  }
  // Its class does not go through RPC: the pool counts anew.
  const { meter: _, ...sent } = options;
  const call = { workspaceId, isTaken: isPool || isQueued };
  const drawn = await aside(() =>
    askPool({ TOOL_WORKERS, POOL_PROCESS }, createLog(), call, (worker) =>
      worker.renderOfficeFile({ bytes: sentBytes(bytes), options: sent, fonts: fonts.fonts, workspaceId }),
    ),
  );
  return { ...drawn, bytes: await receivedBytes(drawn.bytes) };
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
