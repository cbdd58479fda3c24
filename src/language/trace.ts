import type { TagSite } from "./ast.ts";
import { type FieldPath, pathToText } from "./field-paths.ts";

/** One value that was not what its place needed, and how it was read. */
export interface CoercedValue {
  code: string;
  tag?: string;
  from?: unknown;
  to?: unknown;
}

/** One block and how it ran: which branches of an {if} were taken how often, how often a loop's body ran. */
export interface BranchRun {
  tag: string;
  at: number;
  kind: "if" | "loop";
  /** Runs of the loop's body, or of each branch in order (with "none taken" last). */
  runs: number[];
}

/** Counts one run of a branch, by its place in `runs`. */
export function countRun(run: BranchRun, branch: number): void {
  run.runs[branch] = (run.runs[branch] ?? 0) + 1;
}

/** What explain says about a render (fields as paths: `Customer.name`, `Items[].price`). */
export interface TraceResult {
  found: string[];
  missing: string[];
  /** Top-level members of the data that no tag read. */
  unused: string[];
  /** Names of the template that the data spell differently. */
  matched: { field: string; data: string }[];
  coerced: CoercedValue[];
  branches: BranchRun[];
}

const MAX_COERCED = 200;
const MAX_MATCHED = 200;

/** Gathers a trace; it exists only when a render asks for one, and so do the closures that feed it. */
export class Trace {
  readonly #found = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #matches = new Map<string, string>();
  readonly #coercedValues: CoercedValue[] = [];
  readonly #branches = new Map<TagSite, BranchRun>();

  field(path: FieldPath, value: unknown): void {
    const text = pathToText(path);
    if (value === undefined) this.#missing.add(text);
    else this.#found.add(text);
  }

  /** A name that was found under another spelling. */
  matched(name: string, key: string): void {
    if (this.#matches.size < MAX_MATCHED) this.#matches.set(name, key);
  }

  coerced(code: string, site: TagSite | undefined, detail: { from?: unknown; to?: unknown }): void {
    if (this.#coercedValues.length < MAX_COERCED) this.#coercedValues.push({ code, tag: site?.source, ...detail });
  }

  branch(site: TagSite, taken: number, count: number): void {
    const run = this.#run(site, "if", count + 1);
    countRun(run, taken < 0 ? count : taken);
  }

  loop(site: TagSite): BranchRun {
    return this.#run(site, "loop", 1);
  }

  result(data: Record<string, unknown>): TraceResult {
    const used = new Set([...this.#found].map((path) => path.split(/[.[]/, 1)[0]));
    for (const key of this.#matches.values()) used.add(key);
    return {
      matched: [...this.#matches].map(([field, key]) => ({ field, data: key })),
      found: [...this.#found],
      missing: [...this.#missing].filter((path) => !this.#found.has(path)),
      unused: Object.keys(data).filter((name) => !used.has(name)),
      coerced: this.#coercedValues,
      branches: [...this.#branches.values()],
    };
  }

  #run(site: TagSite, kind: BranchRun["kind"], length: number): BranchRun {
    let run = this.#branches.get(site);
    if (!run) {
      run = { tag: site.source, at: site.at, kind, runs: new Array(length).fill(0) };
      this.#branches.set(site, run);
    }
    return run;
  }
}
