// A process that does the pool's work, or waits until it is to do it.
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { lowerPriority } from "./lower-priority.ts";
import { PoolWatch } from "./pool-watch.ts";
import { isThere, processUsage, workerdListeningAt } from "./process-usage.ts";
import { JOINED_PATH } from "./worker-options.ts";

/** How long a start may take, of a machine with much other work. */
const STARTS_WITHIN_MS = 60_000;
const CALL_LIMIT_MS = 10_000;

/** A Worker's entry among those that find each other; more is in it than is used here. */
const entrySchema = z.looseObject({ userWorkerService: z.string() });

/** Runs until it is killed, and then again. */
export class PoolProcess {
  readonly #name: string;
  readonly #port: number;
  readonly #order: (start: number) => void;
  readonly #watch: PoolWatch;
  readonly #log: (line: string) => void;
  #starts = 0;
  /** The process of the last start. One that the platform has started anew in its place is another one, and of no use. */
  #process: number | undefined;
  /** The same, once it has found the database. */
  #pid: number | undefined;
  #startsSince = Date.now();
  #isAsking = false;
  readonly #joined = Promise.withResolvers<void>();

  /**
   * @param name its own, under which it is registered
   * @param port where it says that it is there
   * @param order starts it, or ends what is there of it and starts it anew, for the time that is given; `started` is told then
   */
  constructor(name: string, port: number, order: (start: number) => void, log: (line: string) => void) {
    this.#name = name;
    this.#port = port;
    this.#order = order;
    this.#log = log;
    this.#watch = new PoolWatch(
      {
        pid: () => this.#pid,
        usage: processUsage,
        answer: () => this.#call("/"),
        kill: (pid) => process.kill(pid, "SIGKILL"),
      },
      log,
    );
    this.#start();
  }

  #start(): void {
    this.#process = undefined;
    this.#pid = undefined;
    this.#startsSince = Date.now();
    this.#order(++this.#starts);
  }

  /** The start that was ordered has ended with a process. */
  started(start: number): void {
    if (start === this.#starts) this.#process = workerdListeningAt(this.#port, process.pid);
  }

  /** The process, when it can do the pool's work. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** Resolves when it can do the pool's work for the first time. */
  get joined(): Promise<void> {
    return this.#joined.promise;
  }

  /** To be called again and again. */
  look(): void {
    if (this.#process !== undefined && !isThere(this.#process)) this.#start();
    this.#watch.look();
    if (this.#pid !== undefined) return;
    if (Date.now() - this.#startsSince > STARTS_WITHIN_MS) {
      this.#log(`The process ${this.#name} has not come up: it is started anew.`);
      this.#start();
    }
    if (this.#process !== undefined) void this.#join(this.#process);
  }

  /** What is written of it where Workers find each other, for a Worker of another name in the same process. */
  entry(registry: string, worker: string): object {
    const own = entrySchema.parse(JSON.parse(fs.readFileSync(path.join(registry, this.#name), "utf8")));
    const service = own.userWorkerService.replace(this.#name, worker);
    return { ...own, userWorkerService: service, defaultEntrypointService: service, pid: this.#pid };
  }

  async #join(pid: number): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      await this.#call(JOINED_PATH);
      if (pid !== this.#process || !isThere(pid)) return;
      // What takes long leaves the processor to those who are answered at once.
      lowerPriority(pid);
      this.#pid = pid;
      this.#joined.resolve();
    } catch {
      // It starts: it is asked again at the next look.
    } finally {
      this.#isAsking = false;
    }
  }

  async #call(address: string): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}${address}`, {
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`It answered ${answer.status}`);
  }
}
