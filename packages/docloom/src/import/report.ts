/** One thing of the source. */
export interface ImportedResource {
  kind: "document" | "route" | "delivery" | "folder";
  name: string;
  from_id: string;
  /** Empty while it does not exist. */
  to_id: string;
  /** `adopted`: the target had the same already; `kept`: an earlier import took it. */
  action: "created" | "adopted" | "kept" | "planned" | "failed";
  /** Merge addresses before and after, for clients that post to them. */
  from_url?: string;
  to_url?: string;
  /** The address before with the target's host, which leads to the same thing there. */
  kept_url?: string;
}

export interface ImportReport {
  from: string;
  to: string;
  dry_run: boolean;
  things: ImportedResource[];
  /** What the target refused, or what could not be read. */
  problems: { kind: string; name: string; from_id: string; reason: string }[];
  /** What no interface shows, such as secrets: somebody has to provide it. */
  by_hand: { kind: string; name: string; to_id: string; reason: string }[];
}

/** The report for people. */
export function reportLines({ things: resources, problems, by_hand, dry_run }: ImportReport): string[] {
  const counts = (["folder", "document", "route", "delivery"] as const).flatMap((kind) => {
    const byAction = new Map<string, number>();
    for (const resource of resources)
      if (resource.kind === kind) byAction.set(resource.action, (byAction.get(resource.action) ?? 0) + 1);
    if (byAction.size === 0) return [];
    const plural = kind === "delivery" ? "deliveries" : `${kind}s`;
    return [`${plural.padEnd(11)}${[...byAction].map(([action, count]) => `${count} ${action}`).join(", ")}`];
  });
  const section = (title: string, lines: string[]) =>
    lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line}`)] : [];

  const addressed = resources.filter(({ from_url }) => from_url !== undefined);
  const kept = addressed.filter(({ kept_url }) => kept_url !== undefined);
  const addresses =
    addressed.length > 0
      ? [`addresses  ${kept.length} of ${addressed.length}${dry_run ? " would" : ""} go on with a change of host only`]
      : [];

  return [
    ...(dry_run ? ["Dry run: nothing was changed.", ""] : []),
    ...counts,
    ...addresses,
    ...section(
      "Not taken over:",
      problems.map(({ kind, name, from_id, reason }) => `${kind} "${name}" (${from_id}): ${reason}`),
    ),
    ...section(
      "For you to do:",
      by_hand.map(({ kind, name, to_id, reason }) => `${kind} "${name}"${to_id && ` (${to_id})`}: ${reason}`),
    ),
  ];
}
