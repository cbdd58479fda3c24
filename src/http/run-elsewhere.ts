import { z } from "zod";
import type { Env } from "../env.ts";
import type { Caller, RequestContext } from "./context.ts";

/** Carries the caller from the isolate that took a request to the one that does the work. */
const CALLER_HEADER = "x-docloom-caller";

/** Objects that share the heavy work; each has an isolate's memory to itself as long as no more tools run at once. */
const POOL_SIZE = 32;
/** How many objects are asked for one that is free, before one that is busy takes more. */
const MAX_QUESTIONS_AT_ONCE = 4;

const callerSchema = z.object({ workspaceId: z.string(), keyId: z.string() });

/** An object of the pool that has nothing to do, or, when all that were asked are busy, any. */
export async function freeToolWorker({ TOOL_WORKERS }: Pick<Env, "TOOL_WORKERS">) {
  for (let asked = 1; ; asked++) {
    const place = Math.floor(Math.random() * POOL_SIZE);
    const worker = TOOL_WORKERS.get(TOOL_WORKERS.idFromName(`tools-${place}`));
    if (asked === MAX_QUESTIONS_AT_ONCE || (await worker.reserve())) return worker;
  }
}

/** Has a request answered by an object of the pool, so that its work makes no other request wait. */
export async function answerElsewhere(context: RequestContext, caller: Caller): Promise<Response> {
  const headers = new Headers(context.request.headers);
  headers.set(CALLER_HEADER, JSON.stringify(callerSchema.parse(caller)));
  headers.set("x-request-id", context.requestId);
  const worker = await freeToolWorker(context.env);
  const answer = await worker.fetch(new Request(context.request, { headers }));

  return new Response(answer.body, answer);
}

/** The caller of a request that another isolate has authenticated. Only objects of the pool may ask. */
export function forwardedCaller(request: Request): Caller {
  return callerSchema.parse(JSON.parse(request.headers.get(CALLER_HEADER) ?? "null"));
}
