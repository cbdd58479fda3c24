import { Alert, Anchor, Badge, Button, Code, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, RotateCcw, TriangleAlert } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { dataOf, fileOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { type OneRun, runQuery } from "../../api/runs.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { counted } from "../../parts/counted.ts";
import { Failed } from "../../parts/failed.tsx";
import { TextLink } from "../../parts/link.tsx";
import { useName } from "../../parts/name-of.tsx";
import { notifyDone, notifyFailed } from "../../parts/notify.ts";
import { Page } from "../../parts/page.tsx";
import { shownSize } from "../../parts/shown-size.ts";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { When } from "../../parts/when.tsx";
import { BatchProgress } from "../list/batch-progress.tsx";
import classes from "./run.module.css";
import { duration, SOURCES, shownAsker, shownDuration } from "./run-columns.tsx";
import { RunDeliveryPanel } from "./run-delivery-panel.tsx";

const PdfView = lazy(() => import("../../parts/pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

const route = getRouteApi("/inside/runs/$id");

/** A short merge counts as one moment of the service's clock: then its stages say how long it took. */
function timeTaken({ accepted_at, finished_at, timings }: OneRun): number {
  const staged = Object.values(timings).reduce((sum, milliseconds) => sum + milliseconds, 0);

  return Math.max(duration(accepted_at, finished_at), Math.round(staged));
}

/** What drew the pages of a PDF. */
const RENDERERS: Readonly<Record<string, string>> = { pages: "Docloom", browser: "Browser" };

/** One merge: what came in, what became of it, and where it went. */
export function Run() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const run = useQuery(runQuery(id));
  const name = useName({ document: run.data?.document_id, route: run.data?.route_id });
  const may = useMay();
  const replay = useMutation({
    mutationFn: () => dataOf(api.POST("/api/runs/{id}/replay", { params: { path: { id } } })),
    async onSuccess({ run_id }) {
      notifyDone("Merging the same data again …");
      await queries.invalidateQueries({ queryKey: ["runs", "list"] });
      await navigate({ to: "/runs/$id", params: { id: run_id } });
    },
    onError: (error) => notifyFailed("It cannot be replay", error),
  });

  if (run.isPending) return <Busy />;
  if (run.error)
    return (
      <Page title="Run">
        <Failed error={run.error} onRetry={() => void run.refetch()} title="The run could not be loaded" />
        <TextLink to="/runs" search={{}} mt="md" display="inline-block">
          All runs
        </TextLink>
      </Page>
    );
  const {
    status,
    document_id,
    route_id,
    parent_id,
    problem,
    warnings,
    source,
    test,
    accepted_at,
    finished_at,
    request_id,
    records,
  } = run.data;

  const asker = shownAsker(run.data);

  return (
    <Page
      title={name}
      text={
        <Group gap="xs" component="span">
          <StatusBadge status={status} />
          {test && (
            <Badge variant="default" tt="none">
              Test
            </Badge>
          )}
          <span>
            <When at={accepted_at} />
            {finished_at ? `, took ${shownDuration(timeTaken(run.data))}` : ""}
          </span>
        </Group>
      }
      actions={
        <>
          {document_id && (
            <TextLink to="/documents/$id" params={{ id: document_id }}>
              Open the document
            </TextLink>
          )}
          {route_id && (
            <TextLink to="/routes/$id" params={{ id: route_id }}>
              Open the data route
            </TextLink>
          )}
          {parent_id && (
            <TextLink to="/runs/$id" params={{ id: parent_id }}>
              Part of another run
            </TextLink>
          )}
          {may("merge") && (
            <Button
              variant="default"
              leftSection={<RotateCcw size={15} />}
              loading={replay.isPending}
              onClick={() => replay.mutate()}
            >
              Merge again
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        {problem && (
          <Alert color="red" variant="light" icon={<TriangleAlert size={18} />} title="The merge failed" role="alert">
            <Text size="sm">{problem.message}</Text>
            <Anchor
              size="xs"
              href={`/docs/errors/${encodeURIComponent(problem.code)}`}
              target="_blank"
              rel="noreferrer"
            >
              More about this error
            </Anchor>
          </Alert>
        )}
        {warnings.length > 0 && (
          <Alert color="yellow" variant="light" title={counted(warnings.length, "warning")}>
            <ul className={classes.warnings}>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Alert>
        )}
        {records && (
          <BatchProgress id={id} isOnRun onAgain={(next) => void navigate({ to: "/runs/$id", params: { id: next } })} />
        )}
        <Deliveries run={run.data} />
        {may("run:data") && <Files run={run.data} />}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Fields run={run.data} />
          <Facts
            facts={[
              ["Source", SOURCES[source] ?? source],
              ...(asker ? [["Merged", asker] as const] : []),
              ["Received", <When key="at" at={accepted_at} />],
              ["Finished", <When key="until" at={finished_at} never="not yet" />],
              ...Object.entries(run.data.timings).map(([stage, milliseconds]): [string, string] => [
                `Time: ${stage}`,
                `${Math.round(milliseconds)} ms`,
              ]),
              ...(run.data.renderer
                ? [["Rendered by", RENDERERS[run.data.renderer] ?? run.data.renderer] as const]
                : []),
              ["Request", request_id],
              ["Run", id],
            ]}
          />
        </SimpleGrid>
        {may("run:data") && <GivenData key={id} id={id} />}
      </Stack>
    </Page>
  );
}

function Section({ title, children, action }: { title: string; children: React.ReactNode; action?: React.ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}

function Deliveries({ run }: { run: OneRun }) {
  return (
    <Section title="Deliveries">
      {run.deliveries.length === 0 ? (
        <Text size="sm" className="quiet">
          No deliveries{run.test ? " for this test" : ""}.
        </Text>
      ) : (
        <Stack gap="sm">
          {run.deliveries.map((delivery) => (
            <RunDeliveryPanel key={delivery.id} delivery={delivery} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Files({ run }: { run: OneRun }) {
  const [shown, setShown] = useState<number>();
  const file = shown === undefined ? undefined : run.files[shown];
  const bytes = useQuery({
    queryKey: ["runs", run.id, "file", shown],
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const path = { id: run.id, position: shown ?? 0 };

      return (await fileOf(api.GET("/api/runs/{id}/files/{position}", { params: { path }, parseAs: "stream" }))).bytes;
    },
  });

  return (
    <Section title="Files">
      {run.files.length === 0 ? (
        <Text size="sm" className="quiet">
          No file is stored
          {run.status === "done" ? ": it has expired, or was only delivered" : ""}.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={320}>
          <Table>
            <Table.Tbody>
              {run.files.map(({ name, size, url, media_type }, index) => (
                <Table.Tr key={url || name}>
                  <Table.Td className={classes.name}>{name}</Table.Td>
                  <Table.Td className="numbers quiet">{shownSize(size)}</Table.Td>
                  <Table.Td ta="end">
                    <Group gap="xs" justify="flex-end" wrap="nowrap">
                      {media_type === "application/pdf" && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setShown(shown === index ? undefined : index)}
                          aria-expanded={shown === index}
                        >
                          {shown === index ? "Hide" : "View"}
                        </Button>
                      )}
                      <Button
                        size="compact-sm"
                        variant="default"
                        component="a"
                        href={sameOrigin(url)}
                        download={name}
                        leftSection={<Download size={14} />}
                        aria-label={`Download ${name}`}
                      >
                        Download
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {bytes.error && <Failed error={bytes.error} title="The file could not be loaded" />}
      {file && bytes.data && (
        <div className={classes.pdf}>
          <Suspense fallback={<Busy />}>
            <PdfView bytes={bytes.data} label={file.name} />
          </Suspense>
        </div>
      )}
    </Section>
  );
}

/** The file's link by the address at which the console was opened: the public one may be another. */
function sameOrigin(url: string): string {
  return url && URL.canParse(url) ? new URL(url).pathname : url;
}

function Fields({ run }: { run: OneRun }) {
  const { found, missing, unused } = run.fields;
  const groups = [
    ["Found in the data", found],
    ["Missing: left blank", missing],
    [run.deliveries.length > 0 ? "Not used by the template; deliveries may use them" : "Sent but not used", unused],
  ] as const;

  return (
    <Section title="Fields">
      {found.length + missing.length + unused.length === 0 && (
        <Text size="sm" className="quiet">
          None.
        </Text>
      )}
      <Stack gap="sm">
        {groups
          .filter(([, names]) => names.length > 0)
          .map(([title, names]) => (
            <div key={title}>
              <Text size="xs" className="quiet" mb={4}>
                {title}
              </Text>
              <Group gap={6}>
                {names.map((name) => (
                  <Code key={name}>{name}</Code>
                ))}
              </Group>
            </div>
          ))}
      </Stack>
    </Section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, React.ReactNode])[] }) {
  return (
    <Section title="Details">
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function GivenData({ id }: { id: string }) {
  const [wanted, setWanted] = useState(false);
  const data = useQuery({
    queryKey: ["runs", id, "data"],
    queryFn: () => dataOf(api.GET("/api/runs/{id}/data", { params: { path: { id } } })),
    enabled: wanted,
    retry: false,
  });

  return (
    <Section
      title="Merge data"
      action={
        !wanted && (
          <Button size="compact-sm" variant="default" onClick={() => setWanted(true)}>
            Show
          </Button>
        )
      }
    >
      {wanted && data.isPending && <Busy />}
      {data.error && (
        <Text size="sm" className="quiet">
          {asProblem(data.error).message}
        </Text>
      )}
      {data.data !== undefined && <pre className={classes.data}>{JSON.stringify(data.data, null, 2)}</pre>}
    </Section>
  );
}
