import type { dayFiles } from "../schema/day-files.ts";
import type { FiledRun } from "./filed-rows.ts";

type DayFileRow = Omit<typeof dayFiles.$inferSelect, "blobKey" | "workspaceId">;

/** What the index says of a file with these runs. */
export function dayFileRow(filed: readonly FiledRun[]): DayFileRow {
  const entries = filed.flatMap((each) => each.entries);
  const attempts = filed.flatMap((each) => each.attempts);
  const [firstRun = "", lastRun = ""] = endsOf(filed.map(({ run }) => run.id));
  const [firstEntry = null, lastEntry = null] = endsOf(entries.map(({ id }) => id));
  const [firstAttempt = null, lastAttempt = null] = endsOf(attempts.map(({ id }) => id));
  const times = [
    ...filed.map(({ run }) => run.acceptedAt),
    ...entries.map(({ createdAt }) => createdAt),
    ...attempts.map(({ startedAt }) => startedAt),
  ];
  const present = <Value>(values: (Value | null)[]): Value[] => [
    ...new Set(values.filter((value): value is Value & {} => value !== null)),
  ];
  return {
    day: new Date(filed[0]?.run.acceptedAt ?? 0).toISOString().slice(0, 10),
    runs: filed.length,
    ...{ firstRun, lastRun, firstEntry, lastEntry, firstAttempt, lastAttempt },
    firstAt: times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY),
    lastAt: times.reduce((most, time) => Math.max(most, time), 0),
    documentIds: present(filed.map(({ run }) => run.documentId)),
    routeIds: present(filed.map(({ run }) => run.routeId)),
    parentIds: present(
      filed.map(({ run: { id, parentId } }) => (parentId && !id.startsWith(`${parentId}-`) ? parentId : null)),
    ),
  };
}

/** The first and the last id; nothing for none. */
const endsOf = (ids: string[]): [string, string] | [] => {
  const sorted = ids.sort();
  const [first] = sorted;
  const last = sorted.at(-1);
  return first === undefined || last === undefined ? [] : [first, last];
};
