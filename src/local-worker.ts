import * as z from "zod";
import { Failure } from "./domain/failure.ts";
import { FAILURE_CODES } from "./domain/failure-codes.ts";
import { createLog } from "./domain/log.ts";
import type { Env } from "./env.ts";
import { workspaceOf } from "./http/note-workspace.ts";
import { problemBody } from "./http/problems.ts";
import worker from "./index.ts";

export { BrowserPool, DeliveryAttemptObject, ToolWorker, WorkspaceObject } from "./index.ts";

/** What a service of one machine (scripts/serve) gives its Worker beside its settings. */
interface LocalEnv extends Env {
  /** Whoever sends it in `docloom-ending` ends the process that answers. */
  ENDING_SECRET?: string;
  /**
   * Whoever sends it in `docloom-front` is the server in front (scripts/serve/front), which gives workspaces their turns, or the program that
   * runs both.
   */
  FRONT_SECRET?: string;
}

const RETRY_AFTER_SECONDS = 5;

const workspaceIds = z.array(z.string());

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
    const isFromFront = env.FRONT_SECRET && request.headers.get("docloom-front") === env.FRONT_SECRET;
    // It is read when there is nothing left to compute: what is under way waits for something else.
    if (isFromFront && new URL(request.url).pathname === "/local/pulse") return new Response(null, { status: 204 });
    if (isFromFront && new URL(request.url).pathname === "/local/wake") {
      await wake(workspaceIds.parse(await request.json()), env);
      return new Response(null, { status: 204 });
    }
    if (isEnding) return serviceEnds(request);
    underWay++;
    try {
      const answer = await worker.fetch(request, env, context);
      return isFromFront ? naming(workspaceOf(request), answer) : answer;
    } finally {
      underWay--;
    }
  },
} satisfies ExportedHandler<LocalEnv>;

/** Has objects do what is due. One that cannot be reached does it when its alarm comes. */
async function wake(ids: readonly string[], { WORKSPACES }: Env): Promise<void> {
  const log = createLog();
  await Promise.all(
    ids.map(async (id) => {
      try {
        await WORKSPACES.getByName(id).wakeSoon();
      } catch (error) {
        log.failure("workspace.not_woken", error, { workspace_id: id });
      }
    }),
  );
}

/** Says in its headers whose it is; the server in front takes that out again. */
function naming(workspaceId: string | undefined, answer: Response): Response {
  if (workspaceId === undefined) return answer;
  const named = new Response(answer.body, answer);
  named.headers.set("docloom-workspace", workspaceId);
  return named;
}

function serviceEnds({ url }: Request): Response {
  const failure = new Failure("work_interrupted", "The service is being stopped. Send it again in a few seconds.");
  const [status] = FAILURE_CODES[failure.code];
  const body = problemBody(failure, new URL(url).origin, crypto.randomUUID());
  const headers = { "retry-after": `${RETRY_AFTER_SECONDS}`, connection: "close" };

  return Response.json(body, { status, headers });
}
