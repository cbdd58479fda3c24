import { DurableObject } from "cloudflare:workers";
import { runTool } from "./api/tools/endpoints/run-tool.ts";
import { createApp } from "./app.ts";
import type { SentOfficeFile, SentPdf } from "./convert/office/placement.ts";
import { renderOfficeFile } from "./convert/office/render-office-file.ts";
import { Failure } from "./domain/failure.ts";
import { failureMessage } from "./domain/failure-message.ts";
import type { Log, LogFields } from "./domain/log.ts";
import { mergeDataOf } from "./domain/merge-data.ts";
import type { PoolAnswer } from "./domain/pool/free-worker.ts";
import { PoolRoom, type Room } from "./domain/pool/pool-room.ts";
import { receivedBytes, sentBytes } from "./domain/pool/sent-bytes.ts";
import type { Env } from "./env.ts";
import { unlessDeadly } from "./http/deadly-files.ts";
import { forwardedCaller } from "./http/run-elsewhere.ts";
import { type JobServices, jobServices } from "./jobs/job-services.ts";
import { storedData } from "./merge/accept/accept-run.ts";
import { customFonts } from "./merge/context.ts";
import { previewMerge, type SentMergePreview, type SentPreview } from "./merge/document/preview-merge.ts";
import { inspectTemplate, type SentTemplate } from "./merge/document/template-weight.ts";
import { executeQueued, type QueuedOutcome } from "./merge/execute-queued.ts";
import { openTask } from "./merge/place-merge.ts";
import { withLease } from "./merge/run/lease.ts";
import type { MergedFile } from "./merge/run/merged-file.ts";
import type { LeasedRun } from "./store/runs.ts";

/**
 * One of a pool of isolates that do what takes processor time and memory: file tools, for requests that wait and for
 * queued runs. It keeps nothing. When it dies, a request is made once more by another, unless
 * it is large or might then happen twice, and a run's lease ends and the cron sends it again.
 */
export class ToolWorker extends DurableObject<Env> {
  readonly #room = new PoolRoom();

  /** Whether there is a place for a call, which is then kept for it. */
  async reserve(room: Room, workspaceId: string | undefined): Promise<boolean> {
    return await this.#room.reserve(room, workspaceId);
  }

  /** Answers a request that was authenticated where it came in. */
  override async fetch(request: Request): Promise<Response> {
    const { workspaceId } = forwardedCaller(request);
    return await this.#work(workspaceId, async () => await service.fetch(request, this.env, this.#executionContext()));
  }

  /** Does a queued run of a tool. */
  async execute(workspaceId: string, runId: string): Promise<QueuedOutcome> {
    const services = jobServices(this.env);
    const withTools = { ...services, runTool: runTool(services) };
    return await this.#work(workspaceId, () => executeQueued(withTools, workspaceId, runId));
  }

  /** Does a merge for whoever holds its run. */
  async merge({ run, lease }: LeasedRun, takesSteps?: boolean): Promise<PoolAnswer<MergedFile[]>> {
    const { workspaceId, task } = run;
    const own = this.#services({ workspace_id: workspaceId, run_id: run.id, request_id: run.requestId });
    const services = { ...own, takesSteps };
    return await this.#answer(services, workspaceId, async () => {
      if (task.kind === "batch" || task.kind === "tool") throw new Error(`A ${task.kind} is no merge`);
      const data = await storedData(services, { run });
      const input = new TextEncoder().encode(JSON.stringify([task, data]));
      const merge = () => withLease(services, { run, lease }, openTask(services, workspaceId, task, data));
      return await this.#unlessDeadly(services, workspaceId, input, merge);
    });
  }

  /** Draws a file for an isolate that is busy, or where it would take too long. */
  async renderOfficeFile({ bytes: sent, options, fonts, workspaceId }: SentOfficeFile): Promise<PoolAnswer<SentPdf>> {
    const services = this.#services({ workspace_id: workspaceId });
    return await this.#answer(services, workspaceId, async () => {
      const bytes = await receivedBytes(sent);
      const sources = { assets: this.env.ASSETS, fonts: customFonts(services, { fonts }) };
      const draw = () => renderOfficeFile(bytes, options, sources);
      const drawn = await (workspaceId ? this.#unlessDeadly(services, workspaceId, bytes, draw) : draw());
      return { ...drawn, bytes: sentBytes(drawn.bytes) };
    });
  }

  /** Looks at a template that is to be saved. */
  async inspectTemplate({ bytes: sent, workspaceId, ...read }: SentTemplate) {
    const services = this.#services({ workspace_id: workspaceId });
    return await this.#answer(services, workspaceId, async () => {
      const bytes = await receivedBytes(sent);
      const inspect = () => inspectTemplate(services, workspaceId, { ...read, bytes });
      return await this.#unlessDeadly(services, workspaceId, bytes, inspect);
    });
  }

  /** Makes a preview for whoever shows it. */
  async preview(sent: SentPreview): Promise<PoolAnswer<SentMergePreview>> {
    const { workspaceId, document, versionKey, data } = sent;
    const services = this.#services({ workspace_id: workspaceId });
    return await this.#answer(services, workspaceId, async () => {
      const bytes = await receivedBytes(sent.template);
      const source = { versionKey, bytes: async () => bytes };
      const make = () => previewMerge(services, workspaceId, document, source, mergeDataOf(data));
      const input = [bytes, new TextEncoder().encode(data)];
      const { bytes: pdf, ...members } = await this.#unlessDeadly(services, workspaceId, input, make);
      return { bytes: sentBytes(pdf), members: JSON.stringify(members) };
    });
  }

  /** {@link unlessDeadly}, whose last note is made when the answer is on its way. */
  async #unlessDeadly<Result>(
    services: JobServices,
    workspaceId: string,
    input: unknown,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const noting = { ...services, goOn: (ending: Promise<unknown>) => this.ctx.waitUntil(ending) };
    return await unlessDeadly(noting, workspaceId, input, work);
  }

  /** What work in the pool may use. */
  #services(of: LogFields) {
    const jobs = jobServices(this.env);
    return { ...jobs, log: jobs.log.with(of), isPool: true };
  }

  async #answer<Result>(
    { log }: { log: Log },
    workspaceId: string | undefined,
    work: () => Promise<Result>,
  ): Promise<PoolAnswer<Result>> {
    return await this.#work(workspaceId, async () => {
      try {
        return { result: await work() };
      } catch (error) {
        if (error instanceof Failure) return { failure: failureMessage(error) };
        log.failure("pool.work_failed", error);
        return { failure: failureMessage(new Failure("internal_error", "Something went wrong on our side.")) };
      }
    });
  }

  async #work<Result>(workspaceId: string | undefined, work: () => Promise<Result>): Promise<Result> {
    const end = this.#room.begin(workspaceId);
    try {
      return await work();
    } finally {
      end();
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
