import { Button, Group, Menu, Modal, Text, UnstyledButton } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, ScrollText, ShieldCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { type AuditEntry, type AuditFilters, auditList } from "../../api/audit.ts";
import { allOf, api } from "../../api/client.ts";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { DaysFilter } from "../../parts/days-filter.tsx";
import { Empty } from "../../parts/empty.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { Page } from "../../parts/page.tsx";
import rowLink from "../../parts/row-link.module.css";
import { When } from "../../parts/when.tsx";
import { EntryDetails } from "./entry-details.tsx";
import { actorWords, changeSentence, changesOf, deedWords, LOG_KINDS, viaWords } from "./entry-words.ts";
import { Proof } from "./proof.tsx";

const route = getRouteApi("/inside/log");

/** What was done, by whom, in sentences; and the proof that nothing is missing of it. */
export function Log() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<AuditEntry>();
  const [isProving, setProving] = useState(false);
  const filters = filtersOf(search);
  const list = useInfiniteQuery(auditList(filters));
  const keys = useQuery({
    queryKey: ["keys"],
    queryFn: () => allOf((cursor) => api.GET("/api/keys", { params: { query: { cursor } } })),
  });
  const setSearch = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...change }, replace: true });

  const columns = useMemo<readonly Column<AuditEntry>[]>(
    () => [
      {
        title: "What was done",
        width: "minmax(0, 1fr)",
        cell: (entry) => (
          <>
            <UnstyledButton className={rowLink.link} fz="sm" onClick={() => setShown(entry)}>
              {actorWords(entry.actor)} {deedWords(entry)} {entry.resource.name && <b>{entry.resource.name}</b>}
            </UnstyledButton>
            <Text size="xs" className="quiet" truncate>
              {changesOf(entry).map(changeSentence).join(" · ") || viaWords(entry.actor)}
            </Text>
          </>
        ),
      },
      { title: "When", width: "130px", from: 420, cell: ({ at }) => <When at={at} /> },
    ],
    [],
  );

  return (
    <Page
      title="Log"
      text="Who changed what, when, from what to what."
      wide
      actions={
        <>
          <Button variant="default" leftSection={<ShieldCheck size={15} />} onClick={() => setProving(true)}>
            Check
          </Button>
          <Menu>
            <Menu.Target>
              <Button variant="default" leftSection={<Download size={15} />}>
                Export
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component="a" href={exportAddress("csv", filters)} download="audit.csv">
                Table (CSV), as it is filtered
              </Menu.Item>
              <Menu.Item component="a" href={exportAddress("ndjson", {})} download="audit.ndjson">
                Everything, for an auditor (NDJSON)
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <Group mb="sm" gap="xs">
        <FilterSelect
          label="Done to"
          placeholder="Everything"
          data={LOG_KINDS}
          value={search.kind}
          onChange={(kind) => setSearch({ kind })}
          w={190}
        />
        <FilterSelect
          label="Done by"
          placeholder="Anybody"
          data={(keys.data ?? []).map(({ id, name }) => ({ value: id, label: name || id }))}
          value={search.actor}
          onChange={(actor) => setSearch({ actor })}
          searchable
          w={190}
        />
        <DaysFilter since={search.since} until={search.until} onChange={setSearch} />
      </Group>
      <DataList
        label="Log"
        columns={columns}
        query={list}
        rowKey={({ seq }) => String(seq)}
        empty={
          <Empty
            icon={<ScrollText size={26} />}
            title="No entries"
            text={
              Object.keys(search).length > 0
                ? "Nothing that was done matches these filters."
                : "Whatever is changed from now on is listed here."
            }
          >
            {Object.keys(search).length > 0 && (
              <Button variant="default" onClick={() => void navigate({ search: {} })}>
                Show everything
              </Button>
            )}
          </Empty>
        }
      />
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title="What was done" size="lg">
        {shown && <EntryDetails entry={shown} />}
      </Modal>
      <Modal opened={isProving} onClose={() => setProving(false)} title="Is the log whole?">
        <Proof />
      </Modal>
    </Page>
  );
}

/** Days of the address as moments: from the first moment of one to the last of the other, where one is. */
function filtersOf({ kind, actor, since, until }: ReturnType<typeof route.useSearch>): AuditFilters {
  return {
    ...(kind ? { resource: kind } : {}),
    ...(actor ? { actor } : {}),
    ...(since ? { from: new Date(`${since}T00:00:00`).toISOString() } : {}),
    ...(until ? { to: new Date(`${until}T23:59:59.999`).toISOString() } : {}),
  };
}

function exportAddress(format: "csv" | "ndjson", filters: AuditFilters): string {
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return `/api/audit/export?${query}`;
}
