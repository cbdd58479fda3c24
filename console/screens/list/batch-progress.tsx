import { Alert, Anchor, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Pause, Play, RotateCcw, X } from "lucide-react";
import { useEffect } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { type ListedRun, type OneRun, runList, runQuery } from "../../api/runs.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { counted } from "../../parts/counted.ts";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import { notifyFailed } from "../../parts/notify.ts";
import { saveFile } from "../../parts/save-file.ts";
import { shownSize } from "../../parts/shown-size.ts";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { When } from "../../parts/when.tsx";
import classes from "./list.module.css";
import { failedRows } from "./list-calls.ts";

interface BatchProgressProps {
  /** The run of the whole list. */
  id: string;
  /** The run of the records that are merged again. */
  onAgain: (run: string) => void;
  /** It is shown on the screen of the run itself. */
  isOnRun?: boolean;
}

/** How far a list is, what can be done about it, and what became of each record. */
export function BatchProgress({ id, onAgain, isOnRun = false }: BatchProgressProps) {
  const run = useQuery(runQuery(id));
  if (run.isPending) return <Busy />;
  if (run.error)
    return <Failed error={run.error} onRetry={() => void run.refetch()} title="The run could not be loaded" />;
  const { records, status, paused, run_at, problem, warnings, files } = run.data;
  const { total, done, failed } = records ?? { total: 0, done: 0, failed: 0 };
  const isOpen = status === "accepted" || status === "running";
  const share = total === 0 ? 0 : ((done + failed) / total) * 100;

  return (
    <Paper withBorder p="lg" component="section" aria-label="Progress">
      <Group justify="space-between" mb="sm">
        <Title order={2}>{title(run.data)}</Title>
        {!isOnRun && (
          <TextLink to="/runs/$id" params={{ id }}>
            View run
          </TextLink>
        )}
      </Group>
      <Stack gap="sm">
        {isOpen && run_at && status === "accepted" && (
          <Text size="sm">
            It begins <When at={run_at} />.
          </Text>
        )}
        <Progress value={share} size="lg" animated={isOpen && !paused} aria-label="Records that are merged" />
        <Text size="sm" role="status" className="numbers">
          {done.toLocaleString("en")} of {counted(total, "record")} done
          {failed > 0 ? `, ${failed.toLocaleString("en")} failed` : ""}
        </Text>
        {records && <Deliveries counts={records.deliveries} />}
        <Actions run={run.data} isOpen={isOpen} failed={failed} onAgain={onAgain} />
        {problem && !isOnRun && (
          <Alert color="red" variant="light" title="The list was not merged" role="alert">
            <Text size="sm">{problem.message}</Text>
          </Alert>
        )}
        {warnings.length > 0 && !isOnRun && (
          <Alert color="yellow" variant="light" title={counted(warnings.length, "warning")}>
            {warnings.map((warning) => (
              <Text key={warning} size="sm">
                {warning}
              </Text>
            ))}
          </Alert>
        )}
        {files.length > 0 && !isOnRun && (
          <ul className={classes.files}>
            {files.map(({ name, size, url }) => (
              <li key={url || name}>
                <Anchor href={URL.canParse(url) ? new URL(url).pathname : url} download={name}>
                  Download {name}
                </Anchor>{" "}
                <span className="quiet numbers">{shownSize(size)}</span>
              </li>
            ))}
          </ul>
        )}
        <Results run={run.data} isOpen={isOpen} />
      </Stack>
    </Paper>
  );
}

/** What became of the mails and other deliveries of all records; nothing if there are none. */
function Deliveries({ counts }: { counts: NonNullable<OneRun["records"]>["deliveries"] }) {
  const { pending, sending, done, partial, dead, held } = counts;
  const said = [
    [done, "delivered"],
    [partial, "delivered in part"],
    [pending + sending, "under way"],
    [held, "held as a test"],
    [dead, "given up"],
  ] as const;
  const some = said.filter(([number]) => number > 0);
  if (some.length === 0) return null;

  return (
    <Text size="sm" role="status" className="numbers">
      Mails and other deliveries: {some.map(([number, what]) => `${number.toLocaleString("en")} ${what}`).join(", ")}.{" "}
      {dead > 0 && (
        <TextLink to="/deliveries" search={{ status: "dead" }}>
          See why
        </TextLink>
      )}
    </Text>
  );
}

function title({ status, paused, records, run_at, started_at }: OneRun): string {
  if (status === "failed") return "The list was not merged";
  if (status === "done") return records && records.failed > 0 ? "Merged, but for some" : "The list is merged";
  if (paused) return "Paused";
  return run_at && !started_at ? "To be merged later" : "Merging …";
}

interface ActionsProps {
  run: OneRun;
  isOpen: boolean;
  failed: number;
  onAgain: (run: string) => void;
}

function Actions({ run: { id, paused, status }, isOpen, failed, onAgain }: ActionsProps) {
  const may = useMay();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["runs"] });
  const params = { path: { id } };
  const change = useMutation({
    mutationFn: async (what: "pause" | "resume" | "cancel") => {
      await dataOf(api.POST(`/api/runs/{id}/${what}`, { params }));
    },
    onSettled: refresh,
    onError: (error) => notifyFailed("That could not be done", error),
  });
  const save = useMutation({
    mutationFn: () => failedRows(id),
    onSuccess: ({ bytes, name }) => saveFile(new Blob([bytes]), name),
    onError: (error) => notifyFailed("The failed rows could not be read", error),
  });
  const again = useMutation({
    mutationFn: () => dataOf(api.POST("/api/runs/{id}/replay", { params: { ...params, query: { failed: 1 } } })),
    onSuccess: ({ run_id }) => onAgain(run_id),
    onError: (error) => notifyFailed("They could not be merged again", error),
  });

  return (
    <Group gap="xs">
      {isOpen && may("run:write") && (
        <>
          <Button
            variant="default"
            leftSection={paused ? <Play size={15} /> : <Pause size={15} />}
            loading={change.isPending && change.variables !== "cancel"}
            onClick={() => change.mutate(paused ? "resume" : "pause")}
          >
            {paused ? "Go on" : "Pause"}
          </Button>
          <Button
            variant="default"
            leftSection={<X size={15} />}
            loading={change.isPending && change.variables === "cancel"}
            onClick={() => change.mutate("cancel")}
          >
            Cancel
          </Button>
        </>
      )}
      {failed > 0 && status === "done" && (
        <>
          {may("run:data") && (
            <Button
              variant="default"
              leftSection={<Download size={15} />}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              Failed rows as Excel
            </Button>
          )}
          {may("merge") && (
            <Button
              variant="default"
              leftSection={<RotateCcw size={15} />}
              loading={again.isPending}
              onClick={() => again.mutate()}
            >
              Merge the failed rows again
            </Button>
          )}
        </>
      )}
    </Group>
  );
}

/** The number of a record is at the end of its run's id. */
const recordOf = ({ id, parent_id }: ListedRun): number => Number(id.slice(parent_id.length + 1));

function Results({ run, isOpen }: { run: OneRun; isOpen: boolean }) {
  const list = useInfiniteQuery({ ...runList({ parent_id: run.id }), refetchInterval: isOpen ? 3_000 : false });
  const { refetch } = list;
  // The last records may have ended after the list was last asked for: it is asked for once more when the run is over.
  useEffect(() => {
    if (!isOpen) void refetch();
  }, [isOpen, refetch]);
  const messages = new Map(run.records?.errors.map(({ run_id, message }) => [run_id, message]));
  const columns: Column<ListedRun>[] = [
    {
      title: "Record",
      width: "110px",
      cell: (each) => (
        <TextLink to="/runs/$id" params={{ id: each.id }}>
          Record {recordOf(each)}
        </TextLink>
      ),
    },
    { title: "Status", width: "120px", cell: ({ status }) => <StatusBadge status={status} /> },
    {
      title: "What happened",
      width: "minmax(0, 1fr)",
      from: 500,
      cell: ({ id }) => (
        <Text size="sm" truncate title={messages.get(id)}>
          {messages.get(id) ?? ""}
        </Text>
      ),
    },
  ];
  return (
    <DataList
      label="Results"
      columns={columns}
      query={list}
      rowKey={({ id }) => id}
      empty={
        <Text size="sm" className="quiet">
          No record is merged yet.
        </Text>
      }
    />
  );
}
