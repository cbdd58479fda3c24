import type { HostileCase } from "./hostile-case.ts";

/** The outcome of a case that should not have happened. */
export interface Breach {
  kind: string;
  name: string;
  what: string;
}

export interface AttackOptions {
  base: string;
  /** Keys of the workspace; each has its own limit of requests. */
  authorizations: readonly string[];
  /** Processor time of the service so far, in seconds, if it can be determined. */
  cpuSeconds?: () => number;
  /** The same by process, for what is said of a breach. */
  costs?: () => ReadonlyMap<string, number>;
  /** What a case with a large answer may take of it, if not ten seconds like all others: the budget grows with what comes out. */
  maxCpuSecondsOfLarge?: number;
  /** Told after each case. */
  done?: (kind: string, status: number, code: string) => void;
  /** No further case begins after this time. */
  untilMs?: number;
}

const MAX_WALL_MS = 30_000;
const MAX_CPU_SECONDS = 10;
/** What a process computed between two cases is not worth its name in a breach below this. */
const NAMED_FROM_SECONDS = 0.3;
const LARGE_BYTES = 1024 * 1024;
const MAX_WAITS = 3;
const LONGEST_WAIT_SECONDS = 61;
/**
 * What happens to a connection that was kept open and is closed just when the next request takes it: for the client
 * itself, and for the proxy that the local platform has in front of the service.
 */
const BROKEN_CONNECTION = /other side closed|ECONNRESET|EPIPE|Network connection lost/;
/** It is rare. */
const MAX_BROKEN_CONNECTIONS = 2;

/**
 * Sends the cases one after the other; anything but a clear answer within the limits is a breach. A case whose
 * connection breaks is sent once more: what breaks the service breaks it twice, and ends it for whatever comes after.
 */
export async function attack(cases: readonly (() => HostileCase)[], options: AttackOptions): Promise<Breach[]> {
  const breaches: Breach[] = [];
  let broken = 0;
  for (const [index, make] of cases.entries()) {
    if (options.untilMs !== undefined && Date.now() > options.untilMs) break;
    const each = make();
    const before = options.cpuSeconds?.() ?? 0;
    const costs = options.costs?.();
    let answer = await answerOf(each, options, index);
    if (BROKEN_CONNECTION.test(answer.problem ?? "") && ++broken <= MAX_BROKEN_CONNECTIONS)
      answer = await answerOf(each, options, index);
    const { status, wallMs, problem, code = "", bytes = 0 } = answer;
    const seconds = (options.cpuSeconds?.() ?? 0) - before;
    const report = (what: string) => breaches.push({ kind: each.kind, name: each.name, what });
    if (problem) report(problem);
    if (!problem && isBreach(status)) report(`status ${status}`);
    const most = bytes > LARGE_BYTES ? (options.maxCpuSecondsOfLarge ?? MAX_CPU_SECONDS) : MAX_CPU_SECONDS;
    if (seconds > most) report(`${seconds.toFixed(1)} s of processor time${spread(costs, options.costs?.())}`);
    if (wallMs > MAX_WALL_MS) report(`${(wallMs / 1_000).toFixed(1)} s`);
    options.done?.(each.kind, status, code);
  }
  return breaches;
}

/** Which processes it was. */
function spread(before?: ReadonlyMap<string, number>, after?: ReadonlyMap<string, number>): string {
  const more = [...(after ?? [])].map(([name, seconds]) => ({ name, seconds: seconds - (before?.get(name) ?? 0) }));
  const most = more
    .filter(({ seconds }) => seconds > NAMED_FROM_SECONDS)
    .sort((one, other) => other.seconds - one.seconds);
  return most.map(({ name, seconds }) => `, ${name} ${seconds.toFixed(1)} s`).join("");
}

async function answerOf(
  each: HostileCase,
  { base, authorizations }: AttackOptions,
  index: number,
): Promise<{ status: number; wallMs: number; bytes?: number; problem?: string; code?: string }> {
  for (let wait = 0; ; wait++) {
    const authorization = authorizations[(index + wait) % authorizations.length] ?? "";
    const own = { ...each.headers };
    const headers = each.isAnonymous || own.authorization !== undefined ? own : { ...own, authorization };
    const start = Date.now();
    try {
      const { method, body } = each;
      const response = await fetch(base + each.path, {
        method,
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(2 * MAX_WALL_MS),
        ...(body === undefined ? {} : { body: body as BodyInit }),
      });
      const answer = await response.arrayBuffer();
      if (response.status === 429 && wait < MAX_WAITS) {
        if (wait > 0) await pause(Math.min(LONGEST_WAIT_SECONDS, Number(response.headers.get("retry-after") ?? 1)));
        continue;
      }
      const { status } = response;
      return { status, wallMs: Date.now() - start, bytes: answer.byteLength, ...refusalOf(response, answer) };
    } catch (error) {
      // Anything that the client itself refuses to send is not a case.
      const reason = error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error);
      if (/invalid header|Invalid URL|ByteString|must be a string/i.test(reason)) return { status: 0, wallMs: 0 };
      return { status: 0, wallMs: Date.now() - start, problem: `no answer: ${reason}` };
    }
  }
}

/** Busy is an answer, and so is late. */
const isBreach = (status: number): boolean => status >= 500 && status !== 503 && status !== 504;

/** A refusal says which one it is. */
function refusalOf(response: Response, answer: ArrayBuffer): { problem?: string; code?: string } {
  if (response.status < 400) return {};
  const text = new TextDecoder().decode(answer);
  if (!(response.headers.get("content-type") ?? "").includes("json"))
    return isBreach(response.status) ? { problem: `status ${response.status}: ${text.slice(0, 200)}` } : {};
  try {
    const { code } = JSON.parse(text) as { code?: string };
    if (code === undefined) return { problem: "a refusal without a code" };
    return code === "internal_error" ? { code, problem: code } : { code };
  } catch {
    return { problem: "a refusal that is not JSON" };
  }
}

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
