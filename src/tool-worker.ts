import { DurableObject } from "cloudflare:workers";
import { runTool } from "./api/tools/run-tool.ts";
import { createApp } from "./app.ts";
import type { PoolAnswer } from "./convert/office/placement.ts";
import { type RenderOptions, renderOfficeFile } from "./convert/office/render-office-file.ts";
import { Failure } from "./domain/failure.ts";
import { failureMessage } from "./domain/failure-message.ts";
import type { Env } from "./env.ts";
import { unlessDeadly } from "./http/deadly-files.ts";
import { jobServices } from "./jobs/job-services.ts";
import { executeQueued, type QueuedOutcome } from "./merge/execute-queued.ts";
import { openTask } from "./merge/open-task.ts";
import type { PlacedAnswer } from "./merge/place-merge.ts";
import { storedData } from "./merge/run/stored-data.ts";
import { whileHeld } from "./merge/run/while-held.ts";
import type { LeasedRun } from "./store/runs.ts";

/**
 * One of a pool of isolates that do what takes processor time and memory: file tools, for requests that wait and for
 * queued runs. It keeps nothing. When it dies, a request is made once more by another, unless
 * it is large or might then happen twice, and a run's lease ends and the cron sends it again.
 */
export class ToolWorker extends DurableObject<Env> {
  #atWork = 0;

  /** Whether nothing else is at work here. */
  async reserve(): Promise<boolean> {
    return this.#atWork === 0;
  }

  /** Answers a request that was authenticated where it came in. */
  override async fetch(request: Request): Promise<Response> {
    return await this.#work(async () => await service.fetch(request, this.env, this.#executionContext()));
  }

  /** Does a queued run of a tool. */
  async execute(workspaceId: string, runId: string): Promise<QueuedOutcome> {
    const services = jobServices(this.env);
    const withTools = { ...services, runTool: runTool(services) };
    return await this.#work(() => executeQueued(withTools, workspaceId, runId));
  }

  /** Does a merge for whoever holds its run. */
  async merge({ run, lease }: LeasedRun): Promise<PlacedAnswer> {
    const { workspaceId, task } = run;
    const jobs = jobServices(this.env);
    const log = jobs.log.with({ workspace_id: workspaceId, run_id: run.id, request_id: run.requestId });
    const services = { ...jobs, log, isPool: true };
    return await this.#work(async () => {
      try {
        if (task.kind === "batch" || task.kind === "tool") throw new Error(`A ${task.kind} is no merge`);
        const data = await storedData(services, run);
        const input = new TextEncoder().encode(JSON.stringify([task, data]));
        const merge = () => whileHeld(services, { run, lease }, openTask(services, workspaceId, task, data));
        return { files: await unlessDeadly(services, workspaceId, input, merge) };
      } catch (error) {
        if (error instanceof Failure) return { failure: failureMessage(error) };
        log.failure("merge.failed", error);
        return { failure: failureMessage(new Failure("internal_error", "Something went wrong on our side.")) };
      }
    });
  }

  /** Draws a file for an isolate that is busy. */
  async renderOfficeFile(
    bytes: Uint8Array,
    options: RenderOptions,
    workspaceId: string | undefined,
  ): Promise<PoolAnswer> {
    const draw = () => renderOfficeFile(bytes, options, { assets: this.env.ASSETS });
    return await this.#work(async () => {
      try {
        return {
          file: workspaceId ? await unlessDeadly(jobServices(this.env), workspaceId, bytes, draw) : await draw(),
        };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return { failure: failureMessage(error) };
      }
    });
  }

  async #work<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#atWork++;
    try {
      return await work();
    } finally {
      this.#atWork--;
    }
  }

  #executionContext(): ExecutionContext {
    return {
      waitUntil: (promise) => this.ctx.waitUntil(promise),
      passThroughOnException: () => undefined,
      props: {},
    } as ExecutionContext;
  }
}

const service = createApp(undefined, undefined, { elsewhere: true });
