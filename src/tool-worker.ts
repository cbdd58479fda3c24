import { DurableObject } from "cloudflare:workers";
import { runTool } from "./api/tools/run-tool.ts";
import { createApp } from "./app.ts";
import type { PoolAnswer } from "./convert/office/placement.ts";
import { type RenderOptions, renderOfficeFile } from "./convert/office/render-office-file.ts";
import { Failure } from "./domain/failure.ts";
import { failureMessage } from "./domain/failure-message.ts";
import type { Env } from "./env.ts";
import { jobServices } from "./jobs/job-services.ts";
import { executeQueued, type QueuedOutcome } from "./merge/execute-queued.ts";

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

  /** Draws a file for an isolate that is busy. */
  async renderOfficeFile(bytes: Uint8Array, options: RenderOptions): Promise<PoolAnswer> {
    return await this.#work(async () => {
      try {
        return { file: await renderOfficeFile(bytes, options, { assets: this.env.ASSETS }) };
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
