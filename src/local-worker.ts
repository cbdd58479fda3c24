import { Failure } from "./domain/failure.ts";
import { FAILURE_CODES } from "./domain/failure-codes.ts";
import type { Env } from "./env.ts";
import { problemBody } from "./http/problems.ts";
import worker from "./index.ts";

export { BrowserPool, DeliveryAttemptObject, ToolWorker, WorkspaceObject } from "./index.ts";

/** What a service of one machine (scripts/serve) gives its Worker beside its settings. */
interface LocalEnv extends Env {
  /** Whoever sends it in `docloom-ending` ends the process that answers. */
  ENDING_SECRET?: string;
}

const RETRY_AFTER_SECONDS = 5;

/** Calls whose answer has not begun. */
let underWay = 0;
let isEnding = false;

/** The Worker on one machine, where somebody ends it: before that it answers what it has begun, and takes nothing new. */
export default {
  ...worker,

  async fetch(request, env, context) {
    if (env.ENDING_SECRET && request.headers.get("docloom-ending") === env.ENDING_SECRET) {
      isEnding = true;

      return Response.json({ underWay });
    }
    if (isEnding) return serviceEnds(request);
    underWay++;
    try {
      return await worker.fetch(request, env, context);
    } finally {
      underWay--;
    }
  },
} satisfies ExportedHandler<LocalEnv>;

function serviceEnds({ url }: Request): Response {
  const failure = new Failure("work_interrupted", "The service is being stopped. Send it again in a few seconds.");
  const [status] = FAILURE_CODES[failure.code];
  const body = problemBody(failure, new URL(url).origin, crypto.randomUUID());
  const headers = { "retry-after": `${RETRY_AFTER_SECONDS}`, connection: "close" };

  return Response.json(body, { status, headers });
}
