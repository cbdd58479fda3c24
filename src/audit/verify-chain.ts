import { type AuditEntry, type AuditHead, EXPIRED, sha256Of } from "../domain/audit/entry.ts";
import { largestOf } from "../domain/collections/long-lists.ts";
import { readEntry, type StoredEntry } from "../store/audit/audit-log.ts";

/** Something that is not as it was written. */
interface ChainProblem {
  /** The entry where it shows; 0: the log as a whole. */
  seq: number;
  code: "changed" | "removed" | "forked" | "tail_cut" | "rewritten" | "start_unknown";
  message: string;
}

export interface ChainReport {
  entries: number;
  first: number;
  last: AuditHead;
  headsCompared: number;
  problems: ChainProblem[];
}

/** More are not told of: one is enough to know. */
const MAX_PROBLEMS = 20;

/**
 * Follows a chain from its beginning, or from after an entry whose hash is known, and compares it with heads that were
 * kept elsewhere: entries that were changed, taken out or put elsewhere do not fit to their neighbors; a chain that was
 * cut at its end or written anew does not fit to the heads. A beginning that is missing has an entry that says so.
 * @param expired up to where an entry says that the workspace keeps them no longer, which may come after those that are followed
 */
export async function verifyChain(
  workspace: string,
  entries: AsyncIterable<StoredEntry>,
  heads: readonly AuditHead[],
  { after, expired = 0 }: { after?: AuditHead; expired?: number } = {},
): Promise<ChainReport> {
  const problems: ChainProblem[] = [];
  const bySeq = Map.groupBy(heads, ({ seq }) => seq);
  let last: AuditHead = after ?? { seq: 0, hash: "" };
  let first = 0;
  let count = 0;
  let headsCompared = 0;
  let expiredUpTo = expired;
  const report = (seq: number, code: ChainProblem["code"], message: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ seq, code, message });
  };
  const compare = (head: AuditHead) => {
    for (const kept of bySeq.get(head.seq) ?? []) {
      headsCompared++;
      if (kept.hash !== head.hash)
        report(head.seq, "rewritten", `Entry ${head.seq} is another one than the head that was kept of it says.`);
    }
  };

  for await (const stored of entries) {
    const { seq, hash } = stored;
    const said = saidBy(stored);
    if (
      !said ||
      (await sha256Of(stored.text)) !== hash ||
      said.seq !== seq ||
      said.workspace !== workspace ||
      !fits(stored)
    )
      report(seq, "changed", `Entry ${seq} was changed after it was written.`);
    if (first === 0 && !after) {
      first = seq;
      if (seq > 1) last = { seq: seq - 1, hash: said?.previous ?? "" };
      if (seq > 1 && !bySeq.has(seq - 1))
        report(seq, "start_unknown", `The log begins with entry ${seq}, and no kept head says what was before it.`);
      compare(last);
    } else if (first === 0) first = seq;
    if (seq > last.seq + 1) report(seq, "removed", `${named(last.seq + 1, seq - 1)} missing before entry ${seq}.`);
    else if (seq <= last.seq) report(seq, "forked", `Entry ${seq} comes twice, or out of its order.`);
    else if (said && said.previous !== last.hash)
      report(seq, "changed", `Entry ${seq} does not follow the entry before it: one of them was changed.`);
    if (said?.action === EXPIRED && typeof said.after?.up_to === "number") expiredUpTo = said.after.up_to;
    last = { seq, hash };
    count++;
    compare(last);
  }

  if (first > 1 && !after && expiredUpTo < first - 1)
    report(first, "removed", `${named(expiredUpTo + 1, first - 1)} missing before entry ${first}.`);
  const cut = heads.filter(({ seq }) => seq > last.seq).map(({ seq }) => seq);
  if (cut.length > 0)
    report(
      last.seq,
      "tail_cut",
      `The log ends with entry ${last.seq}, but a head of entry ${largestOf(cut)} was kept.`,
    );
  return { entries: count, first, last, headsCompared, problems };
}

const named = (from: number, to: number) => (from === to ? `Entry ${from} is` : `Entries ${from} to ${to} are`);

/** What an entry says; undefined where it is none. */
export function saidBy(stored: StoredEntry): AuditEntry | undefined {
  try {
    return readEntry(stored);
  } catch {
    // no JSON: nothing that was ever written
    return undefined;
  }
}

/** Whether what filters compare is what the entry says. */
function fits(stored: StoredEntry): boolean {
  const { at, actor, action, resource } = readEntry(stored);
  const { columns } = stored;
  return (
    new Date(at).getTime() === columns.at &&
    actor.id === columns.actor &&
    action === columns.action &&
    resource.type === columns.resourceType &&
    resource.id === columns.resourceId
  );
}
