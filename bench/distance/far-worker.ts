/** The Worker with everything that it calls as far away as it may be from a Worker on another continent, and counted. */
import type { Env } from "../../src/env.ts";
import worker, {
  BrowserPool,
  DeliveryAttemptObject as NearAttempts,
  ToolWorker,
  WorkspaceObject,
} from "../../src/index.ts";
import { type Calls, countedBindings, noCalls } from "../../src/merge/testing/counted-bindings.ts";
import { CALLS_PATH } from "./calls-path.ts";

export { BrowserPool, ToolWorker, WorkspaceObject };

/** Milliseconds. */
const DISTANCE: Readonly<Record<keyof Calls, number>> = { d1: 80, r2Reads: 30, r2Writes: 30, queue: 20, objects: 40 };

const calls = noCalls();

const far = (env: Env): Env =>
  countedBindings(env, calls, (kind) => new Promise((resolve) => setTimeout(resolve, DISTANCE[kind]))).bindings;

export class DeliveryAttemptObject extends NearAttempts {
  constructor(state: DurableObjectState, env: Env) {
    super(state, far(env));
  }
}

export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname !== CALLS_PATH) return worker.fetch(request, far(env), context);
    const counted = { ...calls };
    Object.assign(calls, noCalls());
    return Response.json(counted);
  },
  queue: (batch, env) => worker.queue(batch, far(env)),
} satisfies ExportedHandler<Env>;
