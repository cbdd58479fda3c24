/** A value that was not what its place needed, and what it was read as. */
export interface Coerced {
  tag?: string;
  from?: unknown;
  to?: unknown;
}

/** A block of the template, and how often each of its branches ran; for a condition, "none of them" is the last. */
export interface BranchRun {
  tag: string;
  kind: "if" | "loop";
  runs: readonly number[];
}

export const coercedWords = ({ from, to }: Coerced): string =>
  `${JSON.stringify(from)} was read as ${JSON.stringify(to)}`;

/** Which way a condition went, or how often a loop ran, as the continuation of a sentence after its tag. */
export function branchWords({ kind, runs }: BranchRun): string {
  const [first = 0] = runs;
  if (kind === "loop") return first === 0 ? "has no entry, so it printed nothing" : `ran ${times(first)}`;
  const [holds, ...others] = runs.map((count) => (count > 0 ? times(count) : ""));
  const none = others.pop();
  const total = runs.reduce((sum, count) => sum + count, 0);
  if (total === 1 && holds) return "holds";
  if (total === 1 && none) return others.length === 0 ? "does not hold" : "does not hold, nor does any {elseif}";

  return [
    holds && `holds ${holds}`,
    ...others.map(
      (count, index) => count && `${others.length > 1 ? `{else} ${index + 1}` : "{else}"} was taken ${count}`,
    ),
    none && `${others.length === 0 ? "does not hold" : "nothing was taken"} ${none}`,
  ]
    .filter(Boolean)
    .join(", ");
}

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);
