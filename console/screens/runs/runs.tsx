import { Button, Group, Switch } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { History } from "lucide-react";
import { runList } from "../../api/runs.ts";
import { DataList } from "../../parts/data-list.tsx";
import { DaysFilter } from "../../parts/days-filter.tsx";
import { Empty } from "../../parts/empty.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { LinkButton } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { DocumentSelect, RouteSelect } from "../../parts/search-select.tsx";
import { StatusFilter } from "../../parts/status-filter.tsx";
import { RUN_COLUMNS } from "./run-columns.tsx";
import { useLiveRuns } from "./use-live-runs.ts";

const route = getRouteApi("/inside/runs");

const STATUSES = [
  { value: "failed", label: "Failed" },
  { value: "done", label: "Done" },
  { value: "running", label: "Running" },
  { value: "accepted", label: "Queued" },
] as const;

const SOURCES = [
  { value: "merge", label: "Merge address" },
  { value: "api", label: "API" },
  { value: "route", label: "Data route" },
  { value: "batch", label: "Batch" },
  { value: "session", label: "Session" },
  { value: "replay", label: "Replay" },
  { value: "fill_in", label: "Fill-in page" },
] as const;

/** Every merge, newest first, as it happens. */
export function Runs() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { document, route: dataRoute, live, ...rest } = search;
  const filters = { ...rest, document_id: document, route_id: dataRoute };
  const list = useInfiniteQuery(runList(filters));
  const isLive = useLiveRuns(filters, live === true);

  const setSearch = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const isFiltered = Object.keys(rest).length > 0 || document !== undefined || dataRoute !== undefined;

  return (
    <Page
      title="Runs"
      text="Every merge with its data, files and deliveries."
      wide
      actions={
        <Switch
          label={live && !isLive ? "Live (connecting …)" : "Live"}
          checked={live === true}
          onChange={({ currentTarget }) => setSearch({ live: currentTarget.checked || undefined })}
        />
      }
    >
      <Group mb="sm" gap="xs">
        <StatusFilter data={STATUSES} value={search.status} onChange={setSearch} w={140} />
        <DocumentSelect
          aria-label="Document"
          placeholder="Any document"
          value={document}
          onChange={(id) => setSearch({ document: id ?? undefined })}
          clearable
          flex="1 1 160px"
        />
        <RouteSelect
          aria-label="Data route"
          placeholder="Any data route"
          value={dataRoute}
          onChange={(id) => setSearch({ route: id ?? undefined })}
          clearable
          flex="1 1 140px"
        />
        <FilterSelect
          label="Source"
          placeholder="Any source"
          data={SOURCES}
          value={search.source}
          onChange={(source) => setSearch({ source })}
          w={140}
        />
        <FilterSelect
          label="Tests"
          placeholder="Including tests"
          data={[
            { value: "0", label: "Without tests" },
            { value: "1", label: "Only tests" },
          ]}
          value={search.test}
          onChange={(test) => setSearch({ test })}
          w={150}
        />
        <DaysFilter since={search.since} until={search.until} onChange={setSearch} />
      </Group>
      <DataList
        label="Runs"
        columns={RUN_COLUMNS}
        query={list}
        rowKey={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty icon={<History size={26} />} title="No matching runs" text="No merge matches these filters.">
              <Button variant="default" onClick={() => void navigate({ search: {} })}>
                Show all runs
              </Button>
            </Empty>
          ) : (
            <Empty
              icon={<History size={26} />}
              title="No merges yet"
              text="Open a document and send data to its merge address; each merge is listed here with its results."
            >
              <LinkButton to="/documents" search={{}} variant="default">
                Go to documents
              </LinkButton>
            </Empty>
          )
        }
      />
    </Page>
  );
}
