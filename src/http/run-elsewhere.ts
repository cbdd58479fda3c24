import * as z from "zod";
import type { Env } from "../env.ts";
import type { Caller, RequestContext } from "./context.ts";
import { prefersAsync } from "./prefer.ts";

/** Carries the caller from the isolate that took a request to the one that does the work. */
const CALLER_HEADER = "x-docloom-caller";

/** Objects that share the heavy work; each has an isolate's memory to itself as long as no more tools run at once. */
const POOL_SIZE = 32;
/** How many objects are asked for one that is free, before one that is busy takes more. */
const MAX_QUESTIONS_AT_ONCE = 4;

const callerSchema = z.object({ workspaceId: z.string(), keyId: z.string(), storedBytes: z.number() });

/** An object of the pool that has nothing to do, or, when all that were asked are busy, any. */
export async function freeToolWorker({ TOOL_WORKERS }: Pick<Env, "TOOL_WORKERS">) {
  for (let asked = 1; ; asked++) {
    const place = Math.floor(Math.random() * POOL_SIZE);
    const worker = TOOL_WORKERS.get(TOOL_WORKERS.idFromName(`tools-${place}`));
    if (asked === MAX_QUESTIONS_AT_ONCE || (await worker.reserve())) return worker;
  }
}

/**
 * Has a request answered by an object of the pool, so that its work makes no other request wait. If the object dies,
 * which the work of another request may have caused, a second one is asked, once; work that fails there, too, would
 * kill any object.
 */
export async function answerElsewhere(context: RequestContext, caller: Caller): Promise<Response> {
  const headers = new Headers(context.request.headers);
  headers.set(CALLER_HEADER, JSON.stringify(callerSchema.parse(caller)));
  headers.set("x-request-id", context.requestId);
  const held = await heldBody(context.request);
  const ask = async () => {
    const worker = await freeToolWorker(context.env);
    return await worker.fetch(new Request(context.request, held ? { headers, body: held.bytes } : { headers }));
  };
  let answer: Response;
  try {
    answer = await ask();
  } catch (error) {
    if (!held?.isRepeatable) throw error;
    context.log.warn("request.tool_worker_failed", { error: String(error) });
    answer = await ask();
  }
  return new Response(answer.body, answer);
}

/** There is no room for many larger ones at once in the isolate that takes requests. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

/** The body of a request that may be made again, unless what it asks for might then happen twice. */
async function heldBody(request: Request): Promise<{ bytes: Uint8Array; isRepeatable: boolean } | undefined> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  const isOnce = prefersAsync(request) || request.headers.has("idempotency-key");
  if (isOnce || !(length <= MAX_HELD_BYTES)) return undefined;
  const bytes = new Uint8Array(await request.arrayBuffer());
  // A delivery may have been accepted before the object died. If the word is in a file, only the second try is lost.
  return { bytes, isRepeatable: !Buffer.from(bytes.buffer).includes("delivery") };
}

/** The caller of a request that another isolate has authenticated. Only objects of the pool may ask. */
export function forwardedCaller(request: Request): Caller {
  return callerSchema.parse(JSON.parse(request.headers.get(CALLER_HEADER) ?? "null"));
}
