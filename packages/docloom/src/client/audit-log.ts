import type { components } from "../generated/openapi.ts";
import type { ReceiptKeys } from "./receipt.ts";
import { canonicalJson, isSignedBy, sha256, utf8 } from "./signed-statement.ts";

/** The end of a log at a moment, signed by its deployment. */
export type SignedAuditHead = components["schemas"]["SignedAuditHead"];

/** An entry's number and hash, as somebody has kept it. */
export interface AuditHead {
  seq: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** Something that is not as it was written. */
export interface AuditProblem {
  /** The entry where it shows; 0: the log as a whole. */
  seq: number;
  code:
    | "changed"
    | "removed"
    | "forked"
    | "tail_cut"
    | "rewritten"
    | "start_unknown"
    | "head_unsigned"
    | "foreign"
    | "unreadable";
  message: string;
}

export interface AuditVerdict {
  /** Whether nothing was found. */
  intact: boolean;
  entries: number;
  /** Number of the first entry; 0 for none. */
  first: number;
  /** The last entry: what to keep for the next time. */
  last: AuditHead;
  /** Heads that were compared with the entries that they name. */
  headsCompared: number;
  /** Signed heads whose signature was not looked at, for want of the deployment's keys. */
  headsUnchecked: number;
  problems: AuditProblem[];
}

interface AuditEvidence {
  /** Heads that were kept elsewhere; these are trusted. */
  heads?: readonly AuditHead[];
  /** The deployment's public keys, by which signed heads in the export are checked. */
  keys?: ReceiptKeys | undefined;
}

/** A line of an export, read. */
interface Line {
  entry?: Readonly<Record<string, unknown>>;
  hash?: string;
  head?: SignedAuditHead;
}

/**
 * Proves an export of the log (`GET /api/audit/export?format=ndjson`, without filters): each entry is as it was hashed, follows
 * the one before it, and fits to the heads. Without heads that were kept elsewhere nobody can tell a log that was written
 * anew, or cut at its end.
 * @param lines of the file
 */
export async function verifyAuditLog(
  lines: Iterable<string> | AsyncIterable<string>,
  { heads = [], keys }: AuditEvidence = {},
): Promise<AuditVerdict> {
  const problems: AuditProblem[] = [];
  const report = (seq: number, code: AuditProblem["code"], message: string) =>
    void problems.push({ seq, code, message });
  const hashes = new Map<number, string>();
  const signed: SignedAuditHead[] = [];
  let last: AuditHead = { seq: 0, hash: "" };
  let first = 0;
  let start = "";
  let entries = 0;
  let workspace: unknown;
  let number = 0;
  // Up to where an entry says that the workspace keeps them no longer.
  let expired = 0;

  for await (const text of lines) {
    number++;
    if (text.trim() === "") continue;
    const line = parsedLine(text);
    if (line?.head) {
      signed.push(line.head);
      continue;
    }
    const { entry, hash } = line ?? {};
    if (!entry || typeof hash !== "string" || typeof entry.seq !== "number") {
      report(last.seq, "unreadable", `Line ${number} is no entry of a log.`);
      continue;
    }
    const { seq, previous } = entry;
    workspace ??= entry.workspace;
    if ((await sha256(utf8(canonicalJson(entry)))) !== hash)
      report(seq, "changed", `Entry ${seq} was changed after it was written.`);
    if (entry.workspace !== workspace) report(seq, "foreign", `Entry ${seq} is from the log of another workspace.`);
    if (first === 0) {
      first = seq;
      start = String(previous);
      if (seq === 1 && previous !== "") report(seq, "changed", "The first entry names one before it.");
    } else if (seq > last.seq + 1) {
      const gap = seq === last.seq + 2 ? `Entry ${seq - 1} is` : `Entries ${last.seq + 1} to ${seq - 1} are`;
      report(seq, "removed", `${gap} missing before entry ${seq}.`);
    } else if (seq <= last.seq) report(seq, "forked", `Entry ${seq} comes twice, or out of its order.`);
    else if (previous !== last.hash)
      report(seq, "changed", `Entry ${seq} does not follow the entry before it: one of them was changed.`);
    if (entry.action === "audit.expired") expired = expiredUpTo(entry.after);
    last = { seq, hash };
    hashes.set(seq, hash);
    entries++;
  }
  if (first > 1) hashes.set(first - 1, start);

  if (expired < first - 1)
    report(first, "removed", `Entries ${expired + 1} to ${first - 1} are missing before entry ${first}.`);

  const trusted = [...heads];
  const unchecked: AuditHead[] = [];
  for (const head of signed) {
    if (!keys) {
      unchecked.push(head.statement);
      continue;
    }
    if (!(await isOf(head, keys)) || head.statement.workspace !== workspace) {
      report(
        head.statement.seq,
        "head_unsigned",
        "A head in the export was not signed by the deployment, or was changed.",
      );
      continue;
    }
    trusted.push(head.statement);
  }
  const { problems: found, compared } = compareHeads(trusted, hashes, last);
  // They prove nothing, but must fit.
  problems.push(...found, ...compareHeads(unchecked, hashes, last).problems);
  if (first > 1 && !trusted.some(({ seq }) => seq === first - 1))
    report(first, "start_unknown", `The log begins with entry ${first}, and no kept head says what was before it.`);

  return {
    intact: problems.length === 0,
    entries,
    first,
    last,
    headsCompared: compared,
    headsUnchecked: unchecked.length,
    problems,
  };
}

const expiredUpTo = (after: unknown): number =>
  typeof after === "object" && after !== null && "up_to" in after ? Number(after.up_to) : 0;

function compareHeads(heads: readonly AuditHead[], hashes: ReadonlyMap<number, string>, last: AuditHead) {
  const problems: AuditProblem[] = [];
  let compared = 0;
  for (const { seq, hash } of heads) {
    const here = hashes.get(seq);
    if (here !== undefined) compared++;
    if (here !== undefined && here !== hash)
      problems.push({
        seq,
        code: "rewritten",
        message: `Entry ${seq} is another one than the head that was kept of it says.`,
      });
  }
  const cut = Math.max(0, ...heads.map(({ seq }) => seq));
  if (cut > last.seq)
    problems.push({
      seq: last.seq,
      code: "tail_cut",
      message: `The log ends with entry ${last.seq}, but a head of entry ${cut} was kept.`,
    });
  return { problems, compared };
}

/**
 * Reads what an auditor has kept: signed heads, one a line or in an array, answers of `GET /api/audit/verify`, or an earlier
 * export of the log, all of whose entries are heads.
 */
export function readAuditHeads(text: string): AuditHead[] {
  const whole = parsed(text);
  const values =
    whole === undefined
      ? text
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map(parsed)
      : [whole].flat();
  return values.flatMap((value) => {
    const heads = headsIn(value);
    if (heads.length === 0) throw new SyntaxError("There is something in the heads that is no head of a log.");
    return heads;
  });
}

function headsIn(value: unknown): AuditHead[] {
  if (typeof value !== "object" || value === null) return [];
  const { statement, head, entry, seq, hash } = value as Record<string, unknown>;
  if (typeof entry === "object" && entry !== null && "seq" in entry) return headsIn({ seq: entry.seq, hash });
  if (statement !== undefined) return headsIn(statement);
  if (head !== undefined) return headsIn(head);
  return typeof seq === "number" && typeof hash === "string" ? [{ seq, hash }] : [];
}

async function isOf({ statement, kid, signature }: SignedAuditHead, { keys }: ReceiptKeys): Promise<boolean> {
  const key = keys.find((each) => each.kid === kid);
  return key !== undefined && (await isSignedBy(key.x, signature, canonicalJson(statement)));
}

function parsedLine(text: string): Line | undefined {
  const line = parsed(text);
  return typeof line === "object" && line !== null ? line : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // whoever asks says what it is not
    return undefined;
  }
}
