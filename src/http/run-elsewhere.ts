import * as z from "zod";
import { RIGHT_NAMES } from "../domain/access/rights.ts";
import { freeWorker, interrupted } from "../domain/pool/free-worker.ts";
import type { Caller, RequestContext } from "./context.ts";
import { prefersAsync } from "./prefer.ts";

/** Carries the caller from the isolate that took a request to the one that does the work. */
const CALLER_HEADER = "x-docloom-caller";

const rightsSchema = z.array(z.enum(RIGHT_NAMES));

const callerSchema = z.object({
  workspaceId: z.string(),
  keyId: z.string(),
  storedBytes: z.number(),
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }).optional(),
  rights: z.object({
    base: rightsSchema,
    folders: z.array(z.object({ path: z.string(), rights: rightsSchema })),
  }),
});

/** Second tries of this isolate, one after the other: the request that killed its object kills no other one's again. */
let secondTries: Promise<unknown> = Promise.resolve();

function oneAfterTheOther<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = secondTries.then(work);
  secondTries = result.catch(() => undefined);
  return result;
}

/**
 * Has a request answered by an object of the pool, so that its work makes no other request wait. If the object dies,
 * which the work of another request may have caused, a second one is asked, once; work that fails there, too, would
 * kill any object.
 * @throws Failure `work_interrupted` if the object died, and nobody knows whether the request may be made again; `overloaded`
 *   if the pool has too much to do, which no second try changes
 */
export async function answerElsewhere(context: RequestContext, caller: Caller): Promise<Response> {
  const headers = new Headers(context.request.headers);
  // A header has ASCII only.
  headers.set(CALLER_HEADER, encodeURIComponent(JSON.stringify(callerSchema.parse(caller))));
  headers.set("x-request-id", context.requestId);
  const buffered = await bufferedBody(context.request);
  let died: unknown;
  const ask = async (): Promise<Response | undefined> => {
    const worker = await freeWorker(context.env, { workspaceId: caller.workspaceId });
    try {
      return await bufferedAnswer(
        await worker.fetch(
          new Request(context.request, buffered?.bytes ? { headers, body: buffered.bytes } : { headers }),
        ),
      );
    } catch (error) {
      died = error;
      return undefined;
    }
  };
  let answer = await ask();
  if (!answer && buffered?.isRepeatable) {
    context.log.warn("request.tool_worker_failed", { error: String(died) });
    answer = await oneAfterTheOther(ask);
  }
  if (!answer) throw interrupted(died);
  return new Response(answer.body, answer);
}

/** An answer that is there to its end, unless it is large: what dies in the middle of it has not answered. */
async function bufferedAnswer(answer: Response): Promise<Response> {
  if (!answer.body) return answer;
  const reader = answer.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= MAX_BUFFERED_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return new Response(new Blob(chunks as Uint8Array<ArrayBuffer>[]), answer);
    chunks.push(value);
    length += value.length;
  }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => chunks.forEach((chunk) => void controller.enqueue(chunk)),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, answer);
}

/** There is no room for many larger ones at once in the isolate that takes requests. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

/** The body of a request that may be made again, unless what it asks for might then happen twice. */
async function bufferedBody(
  request: Request,
): Promise<{ bytes: Uint8Array | undefined; isRepeatable: boolean } | undefined> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (request.method === "GET" || request.method === "HEAD") return { bytes: undefined, isRepeatable: true };
  const isOnce = prefersAsync(request) || request.headers.has("idempotency-key");
  if (isOnce || !(length <= MAX_BUFFERED_BYTES)) return undefined;
  const bytes = new Uint8Array(await request.arrayBuffer());
  // A delivery may have been accepted before the object died. If the word is in a file, only the second try is lost.
  return { bytes, isRepeatable: !Buffer.from(bytes.buffer).includes("delivery") };
}

/** The caller of a request that another isolate has authenticated. Only objects of the pool may ask. */
export function forwardedCaller(request: Request): Caller {
  return callerSchema.parse(JSON.parse(decodeURIComponent(request.headers.get(CALLER_HEADER) ?? "null")));
}
