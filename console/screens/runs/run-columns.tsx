import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ListedRun } from "../../api/runs.ts";
import type { Column } from "../../parts/data-list.tsx";
import { NameOf } from "../../parts/name-of.tsx";
import rowLink from "../../parts/row-link.module.css";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { When } from "../../parts/when.tsx";

/** How a merge came, in words. */
export const SOURCES: Readonly<Record<string, string>> = {
  merge: "merge address",
  api: "API or console",
  route: "data route",
  batch: "batch",
  session: "session",
  replay: "replay",
  tool: "tool",
  fill_in: "fill-in page",
};

/** Where a request came from that was not made in the console. */
const PROGRAMS: Readonly<Record<string, string>> = {
  command_line: ", command line",
  agent: ", an agent",
  application: ", an application",
};

/** Who asked for a merge, in words; empty where that was not kept. */
export function shownAsker({ asked_by }: Pick<ListedRun, "asked_by">): string {
  if (!asked_by) return "";
  const { type, id, name, via } = asked_by;
  const program = PROGRAMS[via] ?? "";
  if (type === "address") return `by its merge address${program}`;
  if (type === "fill_in") return "by its fill-in page";
  if (type === "key") return `by key ${name || id}${program}`;
  if (type === "link") return `by a sign-in link${program}`;

  return `by ${name || "somebody"}${program}`;
}

/** How a merge came and by whom; what came by an address or page is not said twice. */
function shownOrigin(run: ListedRun): string {
  const asker = shownAsker(run);
  if (run.source === "merge" && run.asked_by?.type === "address") return asker;
  if (run.source === "fill_in") return asker;

  return [SOURCES[run.source] ?? run.source, asker].filter(Boolean).join(", ");
}

/** The columns of a list of runs. */
export const RUN_COLUMNS: readonly Column<ListedRun>[] = [
  { title: "Status", width: "92px", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: "Merged",
    width: "minmax(0, 2fr)",
    cell: (run) => (
      <>
        <Link to="/runs/$id" params={{ id: run.id }} className={rowLink.link}>
          <NameOf document={run.document_id} route={run.route_id} />
        </Link>
        <Text size="xs" className="quiet" truncate>
          {shownOrigin(run)}
          {run.test ? ", test" : ""}
        </Text>
      </>
    ),
  },
  { title: "Received", width: "112px", cell: ({ accepted_at }) => <When at={accepted_at} /> },
  {
    title: "Duration",
    width: "80px",
    from: 560,
    align: "end",
    cell: ({ accepted_at, finished_at }) => (
      <span className="numbers">{finished_at && shownDuration(duration(accepted_at, finished_at))}</span>
    ),
  },
  {
    title: "Run",
    width: "minmax(0, 1fr)",
    from: 900,
    cell: ({ id }) => (
      <Text size="xs" className="quiet" truncate>
        {id}
      </Text>
    ),
  },
];

/** Milliseconds between two moments. */
export const duration = (from: string, until: string): number => Date.parse(until) - Date.parse(from);

/** A duration, as people read it. */
export const shownDuration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
