import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ListPage } from "../../api/client.ts";
import { type ListedRun, type RunFilters, runList } from "../../api/runs.ts";

/** Puts new and changed runs into the list as the service reports them. @returns whether it is listening */
export function useLiveRuns(filters: RunFilters, active: boolean): boolean {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const key = JSON.stringify(filters);

  useEffect(() => {
    if (!active) return;
    const { queryKey } = runList(JSON.parse(key) as RunFilters);
    const members = Object.entries(JSON.parse(key) as Record<string, string | undefined>).filter(([, value]) => value);
    const stream = new EventSource(`/api/runs/stream?${new URLSearchParams(members as [string, string][])}`);
    stream.addEventListener("open", () => {
      setOpen(true);
      // What came while nobody was listening.
      void queries.invalidateQueries({ queryKey });
    });
    stream.addEventListener("error", () => setOpen(false));
    stream.addEventListener("run", ({ data }: MessageEvent<string>) => {
      const run = JSON.parse(data) as ListedRun;
      queries.setQueryData<InfiniteData<ListPage<ListedRun>>>(queryKey, (before) => before && withRun(before, run));
      void queries.invalidateQueries({ queryKey: ["runs", run.id] });
    });

    return () => {
      stream.close();
      setOpen(false);
    };
  }, [active, key, queries]);

  return isOpen;
}

function withRun(list: InfiniteData<ListPage<ListedRun>>, run: ListedRun): InfiniteData<ListPage<ListedRun>> {
  const isKnown = list.pages.some(({ items }) => items.some(({ id }) => id === run.id));
  const pages = list.pages.map((page, index) => {
    const items = page.items.map((item) => (item.id === run.id ? run : item));

    return { ...page, items: isKnown || index > 0 ? items : [run, ...items] };
  });

  return { ...list, pages };
}
