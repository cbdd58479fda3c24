// Two processes that can do the pool's work: one does it, and when it ends the other one takes over at once. A start would take
// the callers of the pool seconds.
import fs from "node:fs";
import path from "node:path";
import { POOL, registryFolder } from "./worker-options.ts";

/** A process of the pool as the pair sees it. */
export interface PoolMember {
  /** Undefined while it cannot do the pool's work. */
  readonly pid: number | undefined;
  look(): void;
  /** @throws Error if it has just ended */
  entry(registry: string, worker: string): object;
}

/** An entry that is older than 90 s leads nowhere for the local platform. */
const RENEWED_EVERY_MS = 10_000;

/** The process that does the pool's work now. @param state as of ServeSettings */
export function activePool(state: string): number | undefined {
  try {
    const entry = JSON.parse(fs.readFileSync(path.join(registryFolder(state), POOL), "utf8")) as { pid?: number };
    return entry.pid;
  } catch {
    // In between there is none.
    return undefined;
  }
}

export class PoolPair {
  readonly #members: PoolMember[];
  readonly #registry: string;
  readonly #worker: string;
  readonly #log: (line: string) => void;
  #active: { member: PoolMember; pid: number; renewedAt: number } | undefined;

  /** @param registry the folder where Workers find each other @param worker the name under which the pool is found there */
  constructor(first: PoolMember, registry: string, worker: string, log: (line: string) => void) {
    this.#members = [first];
    this.#registry = registry;
    this.#worker = worker;
    this.#log = log;
  }

  add(second: PoolMember): void {
    this.#members.push(second);
  }

  /** To be called again and again. */
  look(): void {
    for (const member of this.#members) member.look();
    const active = this.#active;
    if (active && active.member.pid === active.pid) this.#renew(active);
    else this.#takeOver();
  }

  get #entryFile(): string {
    return path.join(this.#registry, this.#worker);
  }

  #renew(active: { renewedAt: number }): void {
    const now = Date.now();
    if (now - active.renewedAt < RENEWED_EVERY_MS) return;
    active.renewedAt = now;
    fs.utimesSync(this.#entryFile, now / 1_000, now / 1_000);
  }

  #takeOver(): void {
    const next = this.#members.find(({ pid }) => pid !== undefined);
    if (next?.pid === undefined) {
      // What is sent to one that has ended fails later than what is sent to none.
      fs.rmSync(this.#entryFile, { force: true });
      return;
    }
    try {
      const entry = next.entry(this.#registry, this.#worker);
      // At once, for whoever reads it; and not in that folder before, where it would be taken for a Worker.
      const draft = `${this.#registry}.draft`;
      fs.writeFileSync(draft, JSON.stringify(entry));
      fs.renameSync(draft, this.#entryFile);
    } catch (error) {
      this.#log(`A process of the pool cannot take over: ${error}`);
      return;
    }
    if (this.#active) this.#log("The process of the pool has ended: another one has taken over.");
    this.#active = { member: next, pid: next.pid, renewedAt: Date.now() };
  }
}
