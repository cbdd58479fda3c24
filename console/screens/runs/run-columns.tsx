import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { getPage } from "../../api/client.ts";
import type { ListedDocument } from "../../api/documents.ts";
import { routesQuery } from "../../api/routes.ts";
import type { ListedRun } from "../../api/runs.ts";
import type { Column } from "../../parts/data-list.tsx";
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
  replay: "merged again",
  tool: "tool",
};

/** Names of documents and data routes by their ids, as far as they are known. */
export function useNames(): (run: Pick<ListedRun, "document_id" | "route_id">) => string {
  const documents = useQuery({
    queryKey: ["documents", "menu"],
    queryFn: () => getPage<ListedDocument>("/api/documents", { limit: 1_000, order: "name" }),
    staleTime: 60_000,
  });
  const routes = useQuery(routesQuery);

  return useMemo(() => {
    const names = new Map((documents.data?.items ?? []).map(({ id, name }) => [id, name]));
    const routeNames = new Map((routes.data ?? []).map(({ id, name }) => [id, name]));

    return ({ document_id, route_id }) => {
      if (document_id) return names.get(document_id) ?? `Document ${document_id}`;
      if (route_id) return routeNames.get(route_id) ?? `Data route ${route_id}`;

      return "Batch";
    };
  }, [documents.data, routes.data]);
}

/** The columns of a list of runs. */
export function useRunColumns(): readonly Column<ListedRun>[] {
  const nameOf = useNames();

  return useMemo(
    () => [
      { title: "Status", width: "92px", cell: ({ status }) => <StatusBadge status={status} /> },
      {
        title: "Merged",
        width: "minmax(0, 2fr)",
        cell: (run) => (
          <>
            <Link to="/runs/$id" params={{ id: run.id }} className={rowLink.link}>
              {nameOf(run)}
            </Link>
            <Text size="xs" className="quiet" truncate>
              {SOURCES[run.source] ?? run.source}
              {run.test ? ", test" : ""}
            </Text>
          </>
        ),
      },
      { title: "Came", width: "112px", cell: ({ accepted_at }) => <When at={accepted_at} /> },
      {
        title: "Took",
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
    ],
    [nameOf],
  );
}

/** Milliseconds between two moments. */
export const duration = (from: string, until: string): number => Date.parse(until) - Date.parse(from);

/** A duration, as people read it. */
export const shownDuration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
