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
import { type ColumnedList, changedRows, type Found, foundAgain } from "./changed-rows.ts";
import { columnsAmong, type KeptColumns, keepColumns, keptColumns } from "./kept-columns.ts";
import classes from "./list.module.css";
import { type BatchOrder, type Place, readListFile, readListRows, startBatch } from "./list-calls.ts";
import { ListColumns } from "./list-columns.tsx";
import { ListOutcome } from "./list-outcome.tsx";
import { ListRows } from "./list-rows.tsx";
import { ListStart } from "./list-start.tsx";
import { correctedList, marksOf, type OpenList, openList, rowsOfRecord, wholeList } from "./open-list.ts";

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

interface Reading {
  file: File;
  place: Place;
  signal: AbortSignal;
}

function MergeList({ owner, run, onRun }: MergeListProps) {
  const [list, setList] = useState<OpenList>();
  const [columns, setColumns] = useState<KeptColumns>({ mapping: {}, groupBy: "" });
  const reading = useRef(new AbortController());
  const rest = useMutation({
    mutationFn: ({ file, ...how }: Reading & { first: OpenList }) => readListFile(owner, file, { ...how, rows: "all" }),
    onSuccess: (answer, { file, signal, first }) => {
      if (signal.aborted) return;
      const whole = openList(answer, file.name, file);
      setList((now) => now && wholeList(first, now, whole));
      setColumns((now) => {
        const { mapping, groupBy } = columnsAmong(whole.headings, now);
        return { mapping: { ...whole.suggested, ...mapping }, groupBy };
      });
    },
  });
  const read = useMutation({
    mutationFn: ({ file, ...how }: Reading) => readListFile(owner, file, { ...how, rows: "first" }),
    onSuccess: (answer, from) => {
      if (from.signal.aborted) return;
      const first = openList(answer, from.file.name, from.file);
      const kept = keptColumns(owner, first.headings);
      setList(first);
      setColumns({ mapping: { ...first.suggested, ...kept?.mapping }, groupBy: kept?.groupBy ?? "" });
      if (!first.isWhole) rest.mutate({ ...from, first });
    },
  });
  const close = () => {
    reading.current.abort();
    read.reset();
    rest.reset();
  };
  const open = (file: File, place: Place = { sheet: undefined, header_row: undefined }) => {
    close();
    reading.current = new AbortController();
    read.mutate({ file, place, signal: reading.current.signal });
  };

  if (run)
    return (
      <Stack gap="md" className={classes.screen}>
        <BatchProgress id={run} onAgain={onRun} />
        <Group>
          <Button variant="default" onClick={() => onRun(undefined)}>
            {list ? "Back to the list" : "Merge another list"}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="md" className={classes.screen}>
      {!list && <ListStart owner={owner} isBusy={read.isPending} onFile={open} />}
      {(read.error ?? rest.error) && <Failed error={read.error ?? rest.error} title="The list could not be read" />}
      {list && (
        <OpenListScreen
          owner={owner}
          list={list}
          setList={setList}
          isRestLost={rest.isError}
          {...columns}
          onColumns={(next) => {
            setColumns(next);
            keepColumns(owner, next);
          }}
          onClose={() => {
            close();
            setList(undefined);
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
  /** Of a long list the rows behind the first ones could not be read. */
  isRestLost: boolean;
  mapping: Record<string, string>;
  groupBy: string;
  onColumns: (columns: KeptColumns) => void;
  onClose: () => void;
  onPlace: (place: { sheet: string; header_row: number | undefined }) => void;
  onRun: (run: string) => void;
}

/** How long to wait for a pause in typing before the rows are read again. */
const PAUSE_MS = 400;

function OpenListScreen(props: OpenListScreenProps) {
  const { owner, list, setList, isRestLost, mapping, groupBy, onColumns, onClose, onPlace, onRun } = props;
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
  const now = { list, mapping, groupBy };
  const checked = useRef<(ColumnedList & { found: Found }) | undefined>(undefined);
  const check = useQuery({
    queryKey: ["list", owner.kind, owner.id, "check", version],
    enabled: list.isWhole,
    queryFn: async ({ signal }) => {
      await pause(PAUSE_MS, signal);
      checked.current = { ...now, found: await checkedList(owner, now, checked.current, signal) };
      return checked.current.found;
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
        <Button variant="default" size="xs" onClick={onClose}>
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
        state={isRestLost ? "lost" : !list.isWhole ? "reading" : check.isPending ? "checking" : "checked"}
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
        records={check.isPlaceholderData || !list.isWhole ? undefined : check.data?.record_count}
        isBusy={start.isPending}
        onStart={(outcome) => start.mutate(outcome)}
      />
      {start.error && <Failed error={start.error} title="The list could not be merged" />}
    </>
  );
}

/** What is wrong with a list: of one that was read before only what was corrected is sent. @throws Problem */
async function checkedList(
  owner: DeliveryOwner,
  now: ColumnedList,
  before: (ColumnedList & { found: Found }) | undefined,
  signal: AbortSignal,
): Promise<Found> {
  const { list, mapping, groupBy } = now;
  const places = before && changedRows(before, now);
  const rows = places ? places.map((place) => list.rows[place] ?? []) : list.rows;
  const sent = { rows: [[...list.headings], ...rows], mapping, group_by: groupBy || undefined };
  const found = await readListRows(owner, sent, { signal });
  return before && places ? foundAgain(before.found, places, found) : found;
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
