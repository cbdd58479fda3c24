import { Failure } from "../domain/failure.ts";
import { failureOf } from "../domain/failure-message.ts";
import type { BrowserPool } from "./browser-pool.ts";
import { checkHtmlWeight } from "./html-weight.ts";
import type { DrawnPages, DrawPagesCall } from "./page-images-protocol.ts";
import type { PoolAnswer, PrintRequest, PrintResult } from "./print-protocol.ts";

/** What printing needs of the Worker's environment. */
export interface PrintEnv {
  BROWSER_POOL: DurableObjectNamespace<BrowserPool>;
  FILES: R2Bucket;
  /** How many objects share the work, each with a browser of its own; 1 when absent. */
  BROWSER_POOL_SIZE?: string;
}

/**
 * Prints HTML in the sealed page.
 *
 * @param spreadKey decides which of the pool's browsers prints, e.g. the run's id
 * @throws Failure `render_timeout`, `too_many_pages`, `too_complex`, `file_too_large`, `browser_unavailable`
 */
export async function printHtml(
  env: PrintEnv,
  request: PrintRequest,
  spreadKey = request.blobKey ?? "",
): Promise<PrintResult> {
  checkHtmlWeight(request.html);
  return resultOf(await poolObject(env, spreadKey).print(request));
}

/**
 * Draws pages of a PDF as pictures, as many as fit into the budget.
 *
 * @throws Failure `file_not_readable`, `file_too_large`, `render_timeout`, `browser_unavailable`
 */
export async function drawPageImages(env: PrintEnv, call: DrawPagesCall): Promise<DrawnPages> {
  return resultOf(await poolObject(env, crypto.randomUUID()).drawPages(call));
}

/** The bytes of a printed PDF, from the answer or from where the object put them. */
export async function printedBytes(env: PrintEnv, result: PrintResult): Promise<Uint8Array> {
  if (result.bytes) return result.bytes;
  const blob = await env.FILES.get(result.key);
  if (!blob) throw new Failure("internal_error", "The printed PDF is no longer stored.");

  return new Uint8Array(await blob.arrayBuffer());
}

function poolObject(env: PrintEnv, spreadKey: string): DurableObjectStub<BrowserPool> {
  const size = Math.max(1, Number.parseInt(env.BROWSER_POOL_SIZE ?? "1", 10) || 1);

  return env.BROWSER_POOL.getByName(`pool-${hash(spreadKey) % size}`);
}

function resultOf<Result>(answer: PoolAnswer<Result>): Result {
  if ("result" in answer) return answer.result;
  throw failureOf(answer.failure);
}

/** FNV-1a, 32 bits: spreads ids evenly. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}
