import { Failure } from "../domain/failure.ts";
import type { TagSite } from "./ast.ts";
import { parseDate, parseIsoDate } from "./dates/strtotime.ts";
import { writtenDate } from "./dates/written-date.ts";
import { matchingKey, NameIndex } from "./fold-name.ts";
import { readNumber } from "./numbers.ts";
import type { RenderContext, RenderLimits, RenderWarning, RenderWarningCode } from "./render-context.ts";
import type { Trace } from "./trace.ts";
import { readMember } from "./values.ts";

/** What a render needs while it runs; whether it is traced is a matter of how it was compiled. */
type RuntimeOptions = Omit<RenderContext, "trace">;

/** Defaults of what one render may use; see RenderLimits. */
const DEFAULT_LIMITS: Required<RenderLimits> = {
  steps: 10_000_000,
  outputCharacters: 16 * 1024 * 1024,
  milliseconds: 10_000,
};

/** Seconds from here on would be after the year 5138: JavaScript's milliseconds are meant. */
const LEAST_MILLISECONDS = 1e11;
const MAX_WARNINGS = 100;
const STEPS_PER_CLOCK_LOOK = 65_536;

/** Where a loop over a list is; its properties (`@index`, `$smarty.foreach.x.last`) are derived from it. */
export interface LoopState {
  index: number;
  total: number;
  key: string | number | null;
}

/** Where a section is. */
export interface SectionState {
  index: number;
  iteration: number;
  total: number;
  step: number;
  loop: number;
  start: number;
  show: boolean;
}

export interface CounterState {
  count: number;
  skip: number;
  down: boolean;
  assign?: string;
}

export interface CycleState {
  values: unknown;
  delimiter: string;
  index: number;
}

/** What tags change and read again. */
export type RuntimeState = Readonly<
  Pick<Runtime, "locals" | "loops" | "namedLoops" | "sections" | "captures" | "counters" | "cycles">
>;

/** Everything one render changes. One per render, so that compiled templates can be shared. */
export class Runtime {
  out = "";
  /** How values are printed: as they are, escaped for html, or by the format. */
  printing: "plain" | "escaped" | "written";
  readonly locals = new Map<string, unknown>();
  readonly loops = new Map<string, LoopState>();
  readonly namedLoops = new Map<string, LoopState>();
  readonly sections = new Map<string, SectionState>();
  readonly captures = new Map<string, unknown>();
  readonly counters = new Map<string, CounterState>();
  readonly cycles = new Map<string, CycleState>();
  readonly warnings: RenderWarning[] = [];
  /** The tag being rendered, for warnings. */
  site: TagSite | undefined;
  trace: Trace | undefined;
  readonly maxOutput: number;

  #dataNames: NameIndex | undefined;
  readonly #seenWarnings = new Set<string>();
  #steps = 0;
  #nextCheck: number;
  readonly #maxSteps: number;
  readonly #deadline: number;

  readonly data: Record<string, unknown>;
  readonly options: RuntimeOptions;

  constructor(data: Record<string, unknown>, options: RuntimeOptions) {
    this.data = data;
    this.options = options;
    this.printing = options.write ? "written" : options.autoescape ? "escaped" : "plain";
    this.#maxSteps = options.limits?.steps ?? DEFAULT_LIMITS.steps;
    this.maxOutput = options.limits?.outputCharacters ?? DEFAULT_LIMITS.outputCharacters;
    this.#deadline = Date.now() + (options.limits?.milliseconds ?? DEFAULT_LIMITS.milliseconds);
    this.#nextCheck = Math.min(this.#maxSteps + 1, STEPS_PER_CLOCK_LOOK);
  }

  /** A copy of everything that tags change and read again. */
  state(): RuntimeState {
    return {
      locals: new Map(this.locals),
      loops: new Map(this.loops),
      namedLoops: new Map(this.namedLoops),
      sections: new Map(this.sections),
      captures: new Map(this.captures),
      counters: copyOf(this.counters),
      cycles: copyOf(this.cycles),
    };
  }

  /** Goes back to a state, which may be gone back to again. */
  restore(state: RuntimeState): void {
    refill(this.locals, state.locals);
    refill(this.loops, state.loops);
    refill(this.namedLoops, state.namedLoops);
    refill(this.sections, state.sections);
    refill(this.captures, state.captures);
    refill(this.counters, copyOf(state.counters));
    refill(this.cycles, copyOf(state.cycles));
  }

  /** The value of a variable: the template's own names, own members of the data, then members with a similar name. */
  read(name: string): unknown {
    const local = this.locals.get(name);
    if (local !== undefined || this.locals.has(name)) return local;
    return Object.hasOwn(this.data, name) ? this.data[name] : this.#readAlike(name);
  }

  /** The value of a variable of exactly this name, as assignments change it. */
  readOwn(name: string): unknown {
    if (this.locals.has(name)) return this.locals.get(name);
    return Object.hasOwn(this.data, name) ? this.data[name] : undefined;
  }

  /** `$data["First Name"]`: a member of the data, whatever characters its name has. */
  readMemberOfData(name: string): unknown {
    const own = readMember(this.readOwn("data"), name);
    if (own !== undefined) return own;
    return Object.hasOwn(this.data, name) ? this.data[name] : this.#readAlike(name);
  }

  /** The member of an object that a template writes `.name`: of this name, else of a similar one. */
  readMemberAlike(object: object, name: string): unknown {
    const keys = Object.keys(object);
    this.charge(1 + (keys.length >>> 2));
    const key = matchingKey(name, keys);
    if (key === undefined) return undefined;
    this.trace?.matched(name, key);
    return (object as Record<string, unknown>)[key];
  }

  #readAlike(name: string): unknown {
    if (name === "data") return this.data;
    this.#dataNames ??= new NameIndex(Object.keys(this.data));
    const key = this.#dataNames.find(name);
    if (key === undefined) return undefined;
    this.trace?.matched(name, key);
    return this.data[key];
  }

  /** Counts work; every loop turn, and modifiers by the length of what they are given. */
  charge(steps: number): void {
    this.#steps += steps;
    if (this.#steps >= this.#nextCheck) this.#checkLimits();
  }

  /** Refuses a text of this many characters before it is built. */
  reserve(characters: number): void {
    if (characters > this.maxOutput) this.refuseOutput();
    this.charge(characters >>> 4);
  }

  refuseOutput(): never {
    throw new Failure("language_output_limit", `The template makes more than ${this.maxOutput} characters of text.`);
  }

  #checkLimits(): void {
    if (this.#steps > this.#maxSteps) {
      throw new Failure("language_step_limit", `The template takes more than ${this.#maxSteps} steps to merge.`);
    }
    // Workers freeze the clock while code runs: there the step limit is the one that holds.
    if (Date.now() > this.#deadline) throw new Failure("language_time_limit", "The template takes too long to merge.");
    this.#nextCheck = Math.min(this.#maxSteps + 1, this.#steps + STEPS_PER_CLOCK_LOOK);
  }

  /** A number, read leniently; readings that are not plain are warnings. */
  number(value: unknown): number {
    if (typeof value === "number") return value;
    const reading = readNumber(value);
    if (reading.manner !== "exact") {
      const read = reading.manner === "none" ? "is not a number and counts as 0" : `was read as ${reading.value}`;
      this.warn(reading.manner === "none" ? "not_a_number" : "lenient_number", `${quote(value)} ${read}`, {
        from: value,
        to: reading.value,
      });
    }
    return reading.value;
  }

  /**
   * An amount as people write it, `1,500.00`, is text to comparisons: against a number it is ordered by its letters.
   */
  warnOfAmount(left: unknown, right: unknown): void {
    const text = typeof left === "number" ? right : typeof right === "number" ? left : undefined;
    if (typeof text !== "string") return;
    const { manner, value } = readNumber(text);
    if (manner !== "lenient") return;
    const remedy = `send the number ${value}, or write |floatval after the field`;
    this.warn("compared_as_text", `${quote(text)} is compared letter by letter: ${remedy}`, { from: text });
  }

  /** A whole number, toward zero. */
  integer(value: unknown): number {
    return Math.trunc(this.number(value));
  }

  /**
   * Milliseconds since the epoch of a date value: numbers and numeric texts are seconds or milliseconds, 8 or 14 digits
   * a compact date, the rest is read by strtotime. Undefined for nothing and, with a warning, for what cannot be read.
   */
  date(value: unknown, timeZone = this.options.timeZone): number | undefined {
    if (value === undefined || value === null || value === "" || value === false) return undefined;
    if (value instanceof Date) return value.getTime();
    const text = String(value).trim();
    // How databases write that there is no date.
    if (text.startsWith("0000-00-00")) return undefined;
    const iso = parseIsoDate(text, timeZone);
    if (iso !== undefined) return iso;
    const written = writtenDate(text, this.options.now);
    const read =
      written !== undefined && /^[-+]?\d+(?:\.\d+)?$/.test(written)
        ? epochMilliseconds(Number(written))
        : written && parseDate(written, { now: this.options.now, timeZone });
    if (typeof read !== "number" || Number.isNaN(read) || Math.abs(read) > 8.64e15) {
      this.warn("unreadable_date", `${quote(value)} cannot be read as a date`, { from: value });
      return undefined;
    }
    return read;
  }

  warn(code: RenderWarningCode, message: string, detail: { from?: unknown; to?: unknown } = {}): void {
    const site = this.site;
    this.trace?.coerced(code, site, detail);
    const key = `${code} ${site?.at ?? -1} ${message}`;
    if (this.warnings.length >= MAX_WARNINGS || this.#seenWarnings.has(key)) return;
    this.#seenWarnings.add(key);
    this.warnings.push({ code, message, tag: site?.source, at: site?.at });
  }
}

/** Counters and cycles are changed in place. */
function copyOf<State extends object>(states: ReadonlyMap<string, State>): Map<string, State> {
  return new Map([...states].map(([name, state]) => [name, { ...state }]));
}

function refill<Value>(map: Map<string, Value>, values: ReadonlyMap<string, Value>): void {
  map.clear();
  for (const [name, value] of values) map.set(name, value);
}

function epochMilliseconds(number: number): number {
  return Math.abs(number) >= LEAST_MILLISECONDS ? Math.trunc(number) : Math.trunc(number) * 1000;
}

function quote(value: unknown): string {
  const text =
    typeof value === "object" && value !== null && !("html" in value) ? "A list or object" : `“${String(value)}”`;
  return text.length > 60 ? `${text.slice(0, 57)}…”` : text;
}
