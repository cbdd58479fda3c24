import { Alert, Button, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { type DeliveryOwner, deliveriesQuery } from "../../api/deliveries.ts";
import type { DataSchema } from "../../api/documents.ts";
import { mergeFiles } from "../../api/merge.ts";
import { Busy } from "../../parts/busy.tsx";
import column from "../../parts/column.module.css";
import { DataEditor } from "../../parts/data-form/data-editor.tsx";
import { MemberErrors } from "../../parts/data-form/data-form.tsx";
import { missingMembers } from "../../parts/data-form/missing-members.ts";
import { keptAt, useKept } from "../../parts/data-form/use-kept.ts";
import { Failed } from "../../parts/failed.tsx";
import { DropData } from "../../parts/files/drop-data.tsx";
import { showFirstError } from "../../parts/form/first-error.ts";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { DeliverySummary } from "./delivery-summary.tsx";
import { MergeResult } from "./merge-result.tsx";

interface MergeNowProps {
  owner: DeliveryOwner;
  schema: DataSchema | undefined;
  /** What the fields hold at first; undefined while it is being read. */
  start: unknown;
  /** Why the data could not be loaded. */
  failure: unknown;
  /** The choice of the data to start with, and what then happens to typed data. */
  choice?: ((forget: () => void) => ReactNode) | undefined;
  /** Set to test mode, so that every merge is a test. */
  isTest: boolean;
  /** Why there is nothing to merge. */
  missing?: string;
}

const NOTHING_MISSING: ReadonlyMap<string, string> = new Map();

/** A real merge by hand: the fields, what will happen, and then the files. */
export function MergeNow({ owner, schema, start, failure, choice, isTest, missing }: MergeNowProps) {
  const queries = useQueryClient();
  const deliveries = useQuery(deliveriesQuery(owner));
  const place = `merge:${owner.kind}:${owner.id}`;
  const [typed, setTyped] = useState<unknown>(() => keptAt(place));
  const [view, setView] = useState("form");
  /** Whether somebody has asked for the merge while something was missing: from then on it is marked. */
  const [isAsked, setAsked] = useState(false);
  const data = typed ?? start;
  const missingData = useMemo(() => missingMembers(schema ?? {}, data), [schema, data]);
  const mutationKey = [owner.kind, owner.id, "merge"];
  const merge = useMutation({
    mutationKey,
    mutationFn: (sent: unknown) => mergeFiles(owner, sent),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["runs"] }),
        queries.invalidateQueries({ queryKey: ["deliveries"] }),
        queries.invalidateQueries({ queryKey: ["account"] }),
      ]),
  });
  const isMerged = merge.isSuccess && merge.variables === data;
  useKept(place, isMerged ? undefined : typed);
  function mergeOnce(isComplete: boolean) {
    setAsked(!isComplete);
    if (!isComplete) return void showFirstError();
    // A second click can come before the button is drawn as busy, and would send everything twice.
    if (queries.isMutating({ mutationKey }) === 0) merge.mutate(data);
  }

  return (
    <div className={column.column}>
      <LeaveGuard active={typed !== undefined && !isMerged && !merge.isPending} isKept />
      <DropData onData={setTyped} />
      <Paper withBorder p="lg" component="section" aria-label="Merge now">
        <Group justify="space-between" mb="sm" gap="xs">
          <div>
            <Title order={2}>Merge now</Title>
            <Text size="sm" className="quiet">
              {isTest
                ? "Test mode is on: files are marked SAMPLE and counted separately."
                : "A real merge: it is counted and not marked as a sample."}
            </Text>
          </div>
          <Group gap="xs">
            {choice?.(() => setTyped(undefined))}
            <SegmentedControl
              size="xs"
              value={view}
              onChange={setView}
              data={[
                { value: "form", label: "Form" },
                { value: "json", label: "JSON" },
              ]}
            />
          </Group>
        </Group>
        {failure ? (
          <Failed error={failure} title="The data could not be loaded" />
        ) : data === undefined ? (
          <Busy />
        ) : (
          <MemberErrors value={isAsked ? missingData : NOTHING_MISSING}>
            <DataEditor
              schema={schema}
              value={data}
              onChange={setTyped}
              view={view === "json" ? "json" : "form"}
              empty={missing}
            />
          </MemberErrors>
        )}
        <Stack gap="sm" mt="lg">
          {isAsked && missingData.size > 0 && (
            <Alert color="red" variant="light" role="alert" title="Not merged yet: something is missing">
              {[...missingData.values()].map((message) => (
                <Text key={message} size="sm">
                  {message}
                </Text>
              ))}
              <Button mt="xs" size="compact-sm" variant="default" onClick={() => mergeOnce(true)}>
                Merge with these left empty
              </Button>
            </Alert>
          )}
          <DeliverySummary owner={owner} deliveries={deliveries} isTest={isTest} data={data} />
          {missing && (
            <Alert variant="light" color="gray">
              {missing}
            </Alert>
          )}
          <Group>
            <Button
              leftSection={<Play size={15} />}
              loading={merge.isPending}
              disabled={data === undefined || deliveries.isPending || missing !== undefined}
              onClick={() => mergeOnce(missingData.size === 0)}
            >
              {isMerged ? "Merge again" : "Merge"}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {merge.error && (
        <Stack mt="md">
          <Failed error={merge.error} title="The merge failed" />
        </Stack>
      )}
      {merge.data && <MergeResult key={merge.data.runId} merged={merge.data} />}
    </div>
  );
}
