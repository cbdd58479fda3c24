import { Alert, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Merged } from "../../api/merge.ts";
import { runQuery } from "../../api/runs.ts";
import { Busy } from "../../parts/busy.tsx";
import { counted } from "../../parts/counted.ts";
import { TextLink } from "../../parts/link.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { shownSize } from "../../parts/shown-size.ts";
import { RunDeliveryPanel } from "../runs/run-delivery-panel.tsx";
import classes from "./merge-now.module.css";

const PdfView = lazy(() => import("../../parts/pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

/** The files of a merge, the warnings about them, and where they went. */
export function MergeResult({ merged: { runId, files } }: { merged: Merged }) {
  const run = useQuery(runQuery(runId));
  const [shown, setShown] = useState(() => files.findIndex(({ isPdf }) => isPdf));
  const file = files[shown];
  const warnings = run.data?.warnings ?? [];

  return (
    <Paper withBorder p="lg" mt="md" component="section" aria-label="Result">
      <Group justify="space-between" mb="xs">
        <Title order={2} role="status">
          {files.length === 1 ? "The file is ready" : `${counted(files.length, "file")} are ready`}
        </Title>
        <TextLink to="/runs/$id" params={{ id: runId }}>
          View run
        </TextLink>
      </Group>
      <Stack gap="sm">
        {warnings.length > 0 && (
          <Alert color="yellow" variant="light" title={counted(warnings.length, "warning")}>
            {warnings.map((warning) => (
              <Text key={warning} size="sm">
                {warning}
              </Text>
            ))}
          </Alert>
        )}
        <ul className={classes.files}>
          {files.map(({ name, bytes, isPdf }, index) => (
            <li key={name}>
              <Group gap="xs" justify="space-between">
                <Text size="sm">
                  {name} <span className="quiet numbers">{shownSize(bytes.length)}</span>
                </Text>
                <Group gap="xs">
                  {isPdf && files.length > 1 && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`View ${name}`}
                      aria-pressed={index === shown}
                      onClick={() => setShown(index)}
                    >
                      View
                    </Button>
                  )}
                  <Button
                    size="compact-sm"
                    leftSection={<Download size={14} />}
                    aria-label={`Download ${name}`}
                    onClick={() => saveFile(new Blob([bytes]), name)}
                  >
                    Download
                  </Button>
                </Group>
              </Group>
            </li>
          ))}
        </ul>
        {run.data?.deliveries.map((delivery) => (
          <RunDeliveryPanel key={delivery.id} delivery={delivery} />
        ))}
      </Stack>
      {file && (
        <div className={classes.pdf}>
          <Suspense fallback={<Busy />}>
            <PdfView bytes={file.bytes} label={file.name} />
          </Suspense>
        </div>
      )}
    </Paper>
  );
}
