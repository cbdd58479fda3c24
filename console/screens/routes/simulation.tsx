import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FlaskConical, Play } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api } from "../../api/client.ts";
import { mergeFiles } from "../../api/merge.ts";
import { type Rule, routeSchemaQuery } from "../../api/routes.ts";
import { Busy } from "../../parts/busy.tsx";
import { DataEditor } from "../../parts/data-form/data-editor.tsx";
import { Failed } from "../../parts/failed.tsx";
import { NameOf } from "../../parts/name-of.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import classes from "./rules.module.css";

const PdfView = lazy(() => import("../../parts/pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

const EMPTY = "There are no fields: the documents of the saved rules have none, or there are no rules yet.";

/** Tries given data on the saved rules: which fire and why, and the resulting files. Nothing is delivered. */
export function Simulation({
  routeId,
  rules,
  isDirty,
}: {
  routeId: string;
  /** The saved rules; results of other rules are no longer shown. */
  rules: readonly Rule[];
  isDirty: boolean;
}) {
  const schema = useQuery(routeSchemaQuery(routeId));
  const [typed, setTyped] = useState<unknown>();
  const [shown, setShown] = useState(0);
  const data = typed ?? schema.data?.examples?.[0] ?? {};
  const explain = useMutation({
    mutationFn: (_tried: readonly Rule[]) =>
      dataOf(
        api.POST("/api/routes/{id}/merge", {
          params: { path: { id: routeId }, query: { explain: 1, test: 1 } },
          body: data as Record<string, unknown>,
        }),
      ) as Promise<AnswerOf<"/api/routes/{id}/merge", "post">>,
  });
  const merge = useMutation({
    mutationFn: (_tried: readonly Rule[]) => mergeFiles({ kind: "routes", id: routeId }, data, { isTest: true }),
  });
  const isExplained = explain.variables === rules;
  const isMerged = merge.variables === rules;
  const file = merge.data?.files[shown];

  return (
    <Paper withBorder p="md" className={classes.simulation} component="section" aria-label="Simulate">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2}>Simulate</Title>
          <Text size="sm" className="quiet">
            See which rules fire with this data and what they produce. Nothing is delivered.
          </Text>
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<FlaskConical size={15} />}
            loading={explain.isPending}
            onClick={() => explain.mutate(rules)}
          >
            Which rules fire?
          </Button>
          <Button
            leftSection={<Play size={15} />}
            loading={merge.isPending}
            disabled={rules.length === 0}
            onClick={() => {
              setShown(0);
              merge.mutate(rules);
            }}
          >
            Generate the files
          </Button>
        </Group>
      </Group>
      {isDirty && (
        <Text size="xs" className="quiet" mb="xs">
          The simulation uses the saved rules.
        </Text>
      )}
      {schema.error ? (
        <Failed error={schema.error} />
      ) : (
        <DataEditor schema={schema.data} value={data} onChange={setTyped} view="form" empty={EMPTY} />
      )}
      {isExplained && explain.error && <Failed error={explain.error} title="The rules could not be evaluated" />}
      {isExplained && explain.data && (
        <ul className={classes.results}>
          {explain.data.rules.map(({ id, document_id, file: address, fired, turns, conditions }, index) => (
            <li key={id}>
              <Group gap="xs">
                <StatusBadge status={fired ? "fires" : "silent"} />
                <Text size="sm" fw={600}>
                  {index + 1}. {document_id ? <NameOf document={document_id} /> : address}
                </Text>
                {fired && turns > 1 && <Text size="sm">{turns} times</Text>}
              </Group>
              <Stack gap={2} mt={4}>
                {conditions.map(({ field, exp, value, actual, holds }) => (
                  <Text key={`${field}${exp}${value}`} size="sm" className="quiet">
                    {field} {exp} {value}: {holds ? "holds" : "does not hold"}, the data has{" "}
                    {actual === null ? "nothing" : JSON.stringify(actual)}
                  </Text>
                ))}
              </Stack>
            </li>
          ))}
        </ul>
      )}
      {isMerged && merge.error && <Failed error={merge.error} title="The files could not be generated" />}
      {isMerged && merge.data && (
        <>
          <Group gap="xs" mt="md">
            {merge.data.files.map(({ name }, index) => (
              <Button
                key={name}
                size="compact-sm"
                variant={index === shown ? "filled" : "default"}
                onClick={() => setShown(index)}
              >
                {name}
              </Button>
            ))}
          </Group>
          {file?.isPdf && (
            <div className={classes.pdf}>
              <Suspense fallback={<Busy />}>
                <PdfView bytes={file.bytes} label={file.name} />
              </Suspense>
            </div>
          )}
        </>
      )}
    </Paper>
  );
}
