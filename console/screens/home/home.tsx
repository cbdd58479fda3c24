import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, FilePlus2, LayoutTemplate } from "lucide-react";
import type { ReactNode } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { accountQuery } from "../../api/account.ts";
import { type AnswerOf, api } from "../../api/client.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { plural } from "../../parts/counted.ts";
import { Failed } from "../../parts/failed.tsx";
import { LinkButton, TextLink } from "../../parts/link.tsx";
import { NameOf } from "../../parts/name-of.tsx";
import { Page } from "../../parts/page.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { When } from "../../parts/when.tsx";
import { UploadArea } from "../documents/upload-area.tsx";
import { useUploads } from "../documents/use-uploads.ts";
import { targetOf } from "../runs/run-delivery-panel.tsx";
import { FirstSteps } from "./first-steps.tsx";
import classes from "./home.module.css";

const SHOWN = 6;

/** What needs attention, and what happened last. */
export function Home() {
  const account = useQuery(accountQuery);
  const uploads = useUploads(undefined);
  const may = useMay();

  return (
    <UploadArea uploads={uploads} isClosed={!may("document:write", "")}>
      {(openFiles) => <Overview account={account} openFiles={openFiles} />}
    </UploadArea>
  );
}

interface OverviewProps {
  account: UseQueryResult<AnswerOf<"/api/account">>;
  openFiles: () => void;
}

function Overview({ account, openFiles }: OverviewProps) {
  const may = useMay();
  const mayWrite = may("document:write");
  const isNew = account.data !== undefined && account.data.merges + account.data.test_merges === 0;

  return (
    <Page
      title="Home"
      actions={
        mayWrite && (
          <>
            <LinkButton to="/gallery" search={{}} variant="default" leftSection={<LayoutTemplate size={16} />}>
              Start from a template
            </LinkButton>
            <LinkButton to="/documents" search={{ create: "choose" }} leftSection={<FilePlus2 size={16} />}>
              New document
            </LinkButton>
          </>
        )
      }
    >
      {isNew && mayWrite && <FirstSteps openFiles={openFiles} />}
      {may("run:read") ? (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Stack gap="md">
            <Waiting />
            <Paper withBorder p="md" component="section" aria-label="This month">
              <Title order={2} mb="xs">
                This month
              </Title>
              {account.error ? (
                <Failed error={account.error} />
              ) : (
                <Group gap={36}>
                  <Figure value={account.data?.month.merges} label="merge" />
                  <Figure value={account.data?.month.test_merges} label="test" />
                  <TextLink to="/account" search={{ part: "usage" }} ml="auto">
                    By day and document
                  </TextLink>
                </Group>
              )}
            </Paper>
          </Stack>
          <LatestRuns mayWrite={mayWrite} />
        </SimpleGrid>
      ) : (
        <Text size="sm">Your role shows what stands in the menu. Ask an owner of the workspace if you need more.</Text>
      )}
    </Page>
  );
}

function Figure({ value, label }: { value: number | undefined; label: string }) {
  return (
    <div>
      <Text fz={28} fw={650} lh={1.1} className="numbers">
        {value === undefined ? "–" : value.toLocaleString("en")}
      </Text>
      <Text size="sm" className="quiet">
        {plural(value ?? 0, label)}
      </Text>
    </div>
  );
}

/** What failed and is not retried automatically. */
function Waiting() {
  const dead = useQuery({
    queryKey: ["deliveries", "home"],
    queryFn: async () => {
      const statuses = (["dead", "partial"] as const).map((status) =>
        dataOf(api.GET("/api/deliveries", { params: { query: { status, test: 0, limit: SHOWN } } })),
      );
      const deliveries = (await Promise.all(statuses)).flat();

      return deliveries.sort((one, other) => other.finished_at.localeCompare(one.finished_at)).slice(0, SHOWN);
    },
  });
  const failed = useQuery({
    queryKey: ["runs", "home", "failed"],
    queryFn: () => dataOf(api.GET("/api/runs", { params: { query: { status: "failed", test: 0, limit: SHOWN } } })),
  });
  const error = dead.error ?? failed.error;
  const count = (dead.data?.length ?? 0) + (failed.data?.length ?? 0);

  return (
    <Paper withBorder p="md" component="section" aria-label="Needs attention">
      <Title order={2} mb="xs">
        Needs attention
      </Title>
      {error ? (
        <Failed error={error} />
      ) : dead.isPending || failed.isPending ? (
        <Busy />
      ) : count === 0 ? (
        <Group gap="xs" wrap="nowrap">
          <CircleCheck size={18} className={classes.good} aria-hidden />
          <Text size="sm">Nothing. Every merge and delivery succeeded or will be retried automatically.</Text>
        </Group>
      ) : (
        <ul className={classes.list}>
          {dead.data?.map((delivery) => (
            <Entry
              key={delivery.id}
              id={delivery.run_id}
              status={delivery.status}
              title={`To ${targetOf(delivery) || delivery.name || delivery.type}`}
              at={delivery.finished_at}
            />
          ))}
          {failed.data?.map((run) => (
            <Entry
              key={run.id}
              id={run.id}
              status={run.status}
              title={<NameOf document={run.document_id} route={run.route_id} />}
              at={run.accepted_at}
            />
          ))}
        </ul>
      )}
    </Paper>
  );
}

function LatestRuns({ mayWrite }: { mayWrite: boolean }) {
  const runs = useQuery({
    queryKey: ["runs", "home"],
    queryFn: () => dataOf(api.GET("/api/runs", { params: { query: { limit: 10 } } })),
    refetchInterval: 15_000,
  });

  return (
    <Paper withBorder p="md" component="section" aria-label="Latest runs">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Latest runs</Title>
        <TextLink to="/runs" search={{}}>
          All runs
        </TextLink>
      </Group>
      {runs.error ? (
        <Failed error={runs.error} onRetry={() => void runs.refetch()} />
      ) : runs.isPending ? (
        <Busy />
      ) : runs.data.length === 0 ? (
        <Stack gap="xs" align="flex-start">
          <Text size="sm" className="quiet">
            No merges yet.{mayWrite && " A template from the gallery becomes a PDF with one click."}
          </Text>
          {mayWrite && (
            <Button component={Link} to="/gallery" size="xs" variant="default">
              Open the gallery
            </Button>
          )}
        </Stack>
      ) : (
        <ul className={classes.list}>
          {runs.data.map((run) => (
            <Entry
              key={run.id}
              id={run.id}
              status={run.status}
              title={<NameOf document={run.document_id} route={run.route_id} />}
              at={run.accepted_at}
            />
          ))}
        </ul>
      )}
    </Paper>
  );
}

/** A run, or what came of one. @param id of the run; empty for an alert that belongs to none */
function Entry({ id, status, title, at }: { id: string; status: string; title: ReactNode; at: string }) {
  return (
    <li className={classes.entry}>
      <StatusBadge status={status} />
      {id === "" ? (
        <Text size="sm" className={classes.title}>
          {title}
        </Text>
      ) : (
        <Link to="/runs/$id" params={{ id }} className={classes.title}>
          {title}
        </Link>
      )}
      <Text size="xs" className="quiet">
        <When at={at} never="" />
      </Text>
    </li>
  );
}
