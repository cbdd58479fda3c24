import { Alert, Button, Group, Menu, Modal, SegmentedControl, Stack, Table, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronDown, FilePlus2, History, Pencil, Save, Trash2 } from "lucide-react";
import { useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { dataSchemaQuery, documentQuery } from "../../api/documents.ts";
import { asProblem } from "../../api/problem.ts";
import type { ListedRun } from "../../api/runs.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { ChangedMeanwhile, isConflict } from "../../parts/changed-meanwhile.tsx";
import { DataEditor } from "../../parts/data-form/data-editor.tsx";
import { asMembers } from "../../parts/data-form/members.ts";
import { keptAt, useKept } from "../../parts/data-form/use-kept.ts";
import { Failed } from "../../parts/failed.tsx";
import { DropData } from "../../parts/files/drop-data.tsx";
import { LeaveGuard, LossQuestion } from "../../parts/leave-guard.tsx";
import { notifyDone, notifyFailed } from "../../parts/notify.ts";
import { PreviewPane } from "../../parts/preview/preview-pane.tsx";
import { SampleSelect } from "../../parts/preview/sample-select.tsx";
import { type Sample, useSampleData } from "../../parts/preview/use-sample.ts";
import { deleteWithUndo } from "../../parts/undo.tsx";
import { useRevision } from "../../parts/use-revision.ts";
import { When } from "../../parts/when.tsx";
import classes from "../editor/editor.module.css";
import { SOURCES } from "../runs/run-columns.tsx";
import { Explanation } from "./explanation.tsx";

const route = getRouteApi("/inside/documents/$id/data");

type Question = "keep" | "rename" | "run";

/** Data to try out the document, kept under names, and what a merge makes of them. */
export function Samples() {
  const { id } = route.useParams();
  const { sample: chosen, view = "form" } = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const schema = useQuery(dataSchemaQuery(id));
  const { data: document } = useQuery(documentQuery(id));
  const mayWrite = useMay()("document:write", document?.folder);
  const stored = useSampleData(id, chosen);
  const place = `sample:${id}:${chosen ?? ""}`;
  const [typed, setTyped] = useState<unknown>(() => keptAt(place));
  useKept(place, typed);
  const [question, setQuestion] = useState<Question>();
  /** What is done once the loss of typed data is confirmed. */
  const [waiting, setWaiting] = useState<{ go: () => void }>();
  const value = typed ?? stored.data;
  const current = stored.samples.find((sample) => sample.id === stored.sampleId);
  const revision = useRevision(stored.etag, stored.data, typed === undefined);
  const ofCurrent = { params: { path: { id, sample: current?.id ?? "" } } };

  const setSearch = (change: { sample?: string; view?: "form" | "json" }) =>
    void navigate({ search: { sample: chosen, view, ...change }, replace: true });
  const readSamples = () => queries.invalidateQueries({ queryKey: ["documents", id, "samples"] });
  const show = async (sample: string) => {
    await readSamples();
    setTyped(undefined);
    setSearch({ sample });
  };
  const save = useMutation({
    mutationFn: () =>
      api.PUT("/api/documents/{id}/samples/{sample}", {
        params: { ...ofCurrent.params, header: revision.header() },
        body: { data: asMembers(value) },
      }),
    async onSuccess() {
      notifyDone("The sample is saved.");
      await show(current?.id ?? "");
    },
    onError: (error) => isConflict(error) || notifyFailed("The sample was not saved", error),
  });

  /** Does something that replaces the data in view; asks first if they are not saved. */
  function replace(go: () => void) {
    if (typed === undefined) go();
    else setWaiting({ go });
  }

  function remove() {
    if (!current) return;
    deleteWithUndo({
      key: `sample:${current.id}`,
      message: `The sample "${current.name}" is deleted.`,
      remove: () => api.DELETE("/api/documents/{id}/samples/{sample}", { ...ofCurrent, keepalive: true }),
      onDone: () => void show("example"),
    });
  }

  return (
    <div className={classes.editor}>
      <LeaveGuard active={typed !== undefined} isKept />
      <DropData onData={setTyped} />
      <section className={classes.side} aria-label="Sample data">
        <Group className={classes.bar} gap="xs">
          <SampleSelect
            samples={stored.samples}
            value={stored.sampleId}
            onChange={(sample) =>
              replace(() => {
                setTyped(undefined);
                setSearch({ sample });
              })
            }
          />
          <SegmentedControl
            size="xs"
            value={view}
            onChange={(next) => setSearch({ view: next === "json" ? "json" : "form" })}
            data={[
              { value: "form", label: "Form" },
              { value: "json", label: "JSON" },
            ]}
          />
          {mayWrite && (
            <Group gap="xs" ml="auto">
              <Button.Group>
                <Button
                  size="xs"
                  leftSection={<Save size={14} />}
                  loading={save.isPending}
                  disabled={current ? typed === undefined : false}
                  onClick={() => (current ? save.mutate() : setQuestion("keep"))}
                >
                  {current ? "Save" : "Save as a sample"}
                </Button>
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button size="xs" px={7} aria-label="More actions">
                      <ChevronDown size={14} />
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item leftSection={<FilePlus2 size={14} />} onClick={() => setQuestion("keep")}>
                      Save as a new sample
                    </Menu.Item>
                    <Menu.Item leftSection={<History size={14} />} onClick={() => replace(() => setQuestion("run"))}>
                      Use data from a run
                    </Menu.Item>
                    {current && (
                      <>
                        <Menu.Item leftSection={<Pencil size={14} />} onClick={() => setQuestion("rename")}>
                          Rename the sample
                        </Menu.Item>
                        <Menu.Item color="red" leftSection={<Trash2 size={14} />} onClick={remove}>
                          Delete the sample
                        </Menu.Item>
                      </>
                    )}
                  </Menu.Dropdown>
                </Menu>
              </Button.Group>
            </Group>
          )}
        </Group>
        <div className={classes.work}>
          <div className={classes.padded}>
            {isConflict(save.error) && typed !== undefined && (
              <ChangedMeanwhile
                error={save.error}
                onOverwrite={() => {
                  revision.overwrite();
                  save.mutate();
                }}
                onDiscard={() => void show(current?.id ?? "")}
              />
            )}
            {stored.error ? (
              <Failed error={stored.error} title="The samples could not be loaded" />
            ) : value === undefined ? (
              <Busy />
            ) : (
              <DataEditor schema={schema.data} value={value} onChange={setTyped} view={view} />
            )}
            <Explanation documentId={id} data={value} />
          </div>
        </div>
      </section>
      <PreviewPane documentId={id} input={value === undefined ? undefined : { data: value }} />
      <LossQuestion
        opened={waiting !== undefined}
        action="Continue without saving"
        onGo={() => {
          setWaiting(undefined);
          waiting?.go();
        }}
        onStay={() => setWaiting(undefined)}
      >
        {`They will be lost when other data is loaded. ${current ? "Save them" : "Save them as a sample"} first to keep them.`}
      </LossQuestion>
      <Modal
        opened={question === "keep" || question === "rename"}
        onClose={() => setQuestion(undefined)}
        title={question === "rename" ? "Rename the sample" : "Save as a sample"}
      >
        {question && (
          <NameForm
            initial={question === "rename" ? (current?.name ?? "") : ""}
            submit={(name) =>
              dataOf(
                question === "rename"
                  ? api.PUT("/api/documents/{id}/samples/{sample}", { ...ofCurrent, body: { name } })
                  : api.POST("/api/documents/{id}/samples", {
                      params: { path: { id } },
                      body: { name, data: asMembers(value) },
                    }),
              )
            }
            onDone={(sample) => {
              setQuestion(undefined);
              // A new name leaves what was typed as it is.
              void (question === "rename" ? readSamples() : show(sample.id));
            }}
          />
        )}
      </Modal>
      <Modal opened={question === "run"} onClose={() => setQuestion(undefined)} title="Use data from a run" size="lg">
        {question === "run" && (
          <FromRun
            documentId={id}
            onTaken={(sample) => {
              setQuestion(undefined);
              void show(sample.id);
            }}
          />
        )}
      </Modal>
    </div>
  );
}

function NameForm({
  initial,
  submit,
  onDone,
}: {
  initial: string;
  submit: (name: string) => Promise<Sample>;
  onDone: (sample: Sample) => void;
}) {
  const [name, setName] = useState(initial);
  const save = useMutation({ mutationFn: submit, onSuccess: onDone });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") save.mutate(name.trim());
      }}
    >
      <TextInput
        label="Name"
        placeholder="A customer with many items"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={save.error ? asProblem(save.error).message : undefined}
        data-autofocus
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ""}>
          Save
        </Button>
      </Group>
    </form>
  );
}

/** The latest runs of the document whose data are still there. */
function FromRun({ documentId, onTaken }: { documentId: string; onTaken: (sample: Sample) => void }) {
  const runs = useQuery({
    queryKey: ["runs", "of", documentId],
    queryFn: () => dataOf(api.GET("/api/runs", { params: { query: { document_id: documentId, limit: 20 } } })),
  });
  const take = useMutation({
    mutationFn: (run: ListedRun) =>
      dataOf(
        api.POST("/api/documents/{id}/samples", {
          params: { path: { id: documentId } },
          body: { name: `Run of ${run.accepted_at.slice(0, 16).replace("T", " ")}`, run_id: run.id },
        }),
      ),
    onSuccess: onTaken,
  });
  if (runs.isPending) return <Busy />;
  if (runs.error) return <Failed error={runs.error} />;
  if (runs.data.length === 0) return <Text size="sm">The document has not been merged yet.</Text>;

  return (
    <Stack>
      {take.error && <Failed error={take.error} title="The data of this run cannot be used" />}
      <Alert variant="light" color="gray" p="xs">
        Run data is kept for the retention period of the document.
      </Alert>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Received</Table.Th>
            <Table.Th>Source</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Use its data</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.data.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td>
                <When at={run.accepted_at} />
              </Table.Td>
              <Table.Td>
                {SOURCES[run.source] ?? run.source}
                {run.test ? ", test" : ""}
              </Table.Td>
              <Table.Td ta="end">
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={take.isPending && take.variables?.id === run.id}
                  onClick={() => take.mutate(run)}
                >
                  Use its data
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
