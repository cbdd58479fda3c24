import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import type { DeliveryOwner } from "../../api/deliveries.ts";
import { counted } from "../../parts/counted.ts";
import { Failed } from "../../parts/failed.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { PreviewPane } from "../../parts/preview/preview-pane.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { keepColumns, keptColumns } from "./kept-columns.ts";
import classes from "./list.module.css";
import { type BatchOrder, type Place, readListFile, readListRows, startBatch } from "./list-calls.ts";
import { ListColumns } from "./list-columns.tsx";
import { ListOutcome } from "./list-outcome.tsx";
import { ListRows } from "./list-rows.tsx";
import { ListStart } from "./list-start.tsx";
import { correctedList, marksOf, type OpenList, openList, rowsOfRecord } from "./open-list.ts";

const documentRoute = getRouteApi("/inside/documents/$id/list");
const dataRoute = getRouteApi("/inside/routes/$id/list");

/** A list merged with a document. */
export function MergeDocumentList() {
  const { id } = documentRoute.useParams();
  const { run } = documentRoute.useSearch();
  const navigate = documentRoute.useNavigate();
  return (
    <MergeList
      key={id}
      owner={{ kind: "documents", id }}
      run={run}
      onRun={(next) => void navigate({ search: { run: next } })}
    />
  );
}

/** A list merged with a data route. */
export function MergeRouteList() {
  const { id } = dataRoute.useParams();
  const { run } = dataRoute.useSearch();
  const navigate = dataRoute.useNavigate();
  return (
    <MergeList
      key={id}
      owner={{ kind: "routes", id }}
      run={run}
      onRun={(next) => void navigate({ search: { run: next } })}
    />
  );
}

interface MergeListProps {
  owner: DeliveryOwner;
  /** The run of the list that is being merged, or was. */
  run: string | undefined;
  onRun: (run: string | undefined) => void;
}

function MergeList({ owner, run, onRun }: MergeListProps) {
  const [list, setList] = useState<OpenList>();
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [groupBy, setGroupBy] = useState("");
  const read = useMutation({
    mutationFn: ({ file, place }: { file: File; place: Place }) => readListFile(owner, file, place),
    onSuccess: (answer, { file }) => {
      const opened = openList(answer, file.name, file);
      const kept = keptColumns(owner, opened.headings);
      setList(opened);
      setMapping({ ...opened.suggested, ...kept?.mapping });
      setGroupBy(kept?.groupBy ?? "");
    },
  });
  const open = (file: File, place: Place = { sheet: undefined, header_row: undefined }) => read.mutate({ file, place });

  if (run)
    return (
      <Stack gap="md">
        <BatchProgress id={run} onAgain={onRun} />
        <Group>
          <Button variant="default" onClick={() => onRun(undefined)}>
            {list ? "Back to the list" : "Merge another list"}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="md">
      {!list && <ListStart owner={owner} isBusy={read.isPending} onFile={open} />}
      {read.error && <Failed error={read.error} title="The list could not be read" />}
      {list && (
        <OpenListScreen
          owner={owner}
          list={list}
          setList={setList}
          mapping={mapping}
          groupBy={groupBy}
          onColumns={(next) => {
            setMapping(next.mapping);
            setGroupBy(next.groupBy);
            keepColumns(owner, next);
          }}
          onPlace={({ sheet, header_row }) => list.file && open(list.file, { sheet, header_row })}
          onRun={onRun}
        />
      )}
    </Stack>
  );
}

interface OpenListScreenProps {
  owner: DeliveryOwner;
  list: OpenList;
  setList: React.Dispatch<React.SetStateAction<OpenList | undefined>>;
  mapping: Record<string, string>;
  groupBy: string;
  onColumns: (columns: { mapping: Record<string, string>; groupBy: string }) => void;
  onPlace: (place: { sheet: string; header_row: number | undefined }) => void;
  onRun: (run: string) => void;
}

/** How long to wait for a pause in typing before the rows are read again. */
const PAUSE_MS = 400;

function OpenListScreen({ owner, list, setList, mapping, groupBy, onColumns, onPlace, onRun }: OpenListScreenProps) {
  const [shown, setShown] = useState<number>();
  const key = useRef({ order: "", key: "" });
  const sent = useMemo(
    () => ({
      rows: [[...list.headings], ...list.rows],
      mapping,
      group_by: groupBy || undefined,
    }),
    [list.headings, list.rows, mapping, groupBy],
  );
  const version = useVersion(sent);
  const check = useQuery({
    queryKey: ["list", owner.kind, owner.id, "check", version],
    queryFn: async ({ signal }) => {
      await pause(PAUSE_MS, signal);
      return await readListRows(owner, sent, { signal });
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const marks = useMemo(() => marksOf(list, check.data?.problems ?? []), [list, check.data]);
  const record = useQuery({
    queryKey: ["list", owner.kind, owner.id, "record", version, shown],
    enabled: shown !== undefined && owner.kind === "documents",
    queryFn: async ({ signal }) => {
      const rows = [[...list.headings], ...rowsOfRecord(list, shown ?? 0, groupBy)];
      const { records } = await readListRows(owner, { ...sent, rows }, { limit: 1, signal });
      return records[0] ?? {};
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: (outcome: Pick<BatchOrder, "output" | "deliver" | "test" | "run_at">) => {
      // The same order is carried out once, however often the button is clicked.
      const order = `${version} ${JSON.stringify(outcome)}`;
      if (key.current.order !== order) key.current = { order, key: crypto.randomUUID() };
      return startBatch(owner, { ...sent, ...outcome }, key.current.key);
    },
    onSuccess: onRun,
  });
  const wrong = Math.max((check.data?.problem_count ?? 0) + list.unknown.size, marks.size);

  return (
    <>
      <LeaveGuard active={!start.isPending && !start.isSuccess} />
      <Group justify="space-between">
        <Text fw={600}>{list.name}</Text>
        <Button variant="default" size="xs" onClick={() => setList(undefined)}>
          Choose another list
        </Button>
      </Group>
      {list.warnings.length > 0 && (
        <Alert color="yellow" variant="light" title={counted(list.warnings.length, "warning")}>
          {list.warnings.slice(0, 20).map((warning) => (
            <Text key={warning} size="sm">
              {warning}
            </Text>
          ))}
        </Alert>
      )}
      <ListColumns
        list={list}
        mapping={mapping}
        groupBy={groupBy}
        onMapping={(next) => onColumns({ mapping: next, groupBy })}
        onGroupBy={(next) => onColumns({ mapping, groupBy: next })}
        onPlace={onPlace}
      />
      {check.error && <Failed error={check.error} title="The rows could not be read" />}
      <ListRows
        list={list}
        marks={marks}
        wrong={wrong}
        shown={shown}
        onShow={setShown}
        onCorrect={(row, column, text) => setList((before) => before && correctedList(before, row, column, text))}
      />
      {shown !== undefined && owner.kind === "documents" && (
        <div className={classes.preview}>
          {record.error && <Failed error={record.error} title="The row could not be read" />}
          <PreviewPane
            documentId={owner.id}
            input={record.data === undefined ? undefined : { data: record.data }}
            tools={<Text size="sm">Row {list.numbers[shown]}</Text>}
          />
        </div>
      )}
      <ListOutcome
        owner={owner}
        records={check.isPlaceholderData ? undefined : check.data?.record_count}
        isBusy={start.isPending}
        onStart={(outcome) => start.mutate(outcome)}
      />
      {start.error && <Failed error={start.error} title="The list could not be merged" />}
    </>
  );
}

/** A number that is another for each other value. */
function useVersion(value: unknown): number {
  const last = useRef({ value, version: 0 });
  if (last.current.value !== value) last.current = { value, version: last.current.version + 1 };
  return last.current.version;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    reject(signal.reason as Error);
  });
  return promise;
}
