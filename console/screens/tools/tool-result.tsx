import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Download, FileCheck2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Busy } from "../../parts/busy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { shownSize } from "../../parts/shown-size.ts";
import type { Made } from "./made.ts";
import classes from "./tools.module.css";

const PdfView = lazy(() => import("../../parts/pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

/** What a tool made: looked at, compared in size, saved. */
export function ToolResult({ made }: { made: readonly Made[] | undefined }) {
  const [shown, setShown] = useState(0);
  const one = made?.[Math.min(shown, made.length - 1)];
  if (!made || !one)
    return (
      <section aria-label="Result">
        <Empty icon={<FileCheck2 size={26} />} title="The result stands here" text="Choose files on the left." />
      </section>
    );

  return (
    <section aria-label="Result" aria-live="polite">
      <Stack gap="sm">
        {made.map((file, index) => (
          <Group key={`${file.name}${file.bytes.byteLength}`} gap="xs" justify="space-between" wrap="nowrap">
            <Button
              size="compact-sm"
              variant={index === shown ? "light" : "subtle"}
              color="gray"
              onClick={() => setShown(index)}
              maw="60%"
            >
              {file.name}
            </Button>
            {!file.facts && (
              <Group gap="xs" wrap="nowrap">
                <Text size="sm" className="quiet numbers">
                  {shownSize(file.before)} → {shownSize(file.bytes.byteLength)}
                </Text>
                <Button
                  size="compact-sm"
                  leftSection={<Download size={14} />}
                  onClick={() => saveFile(new Blob([file.bytes], { type: file.mediaType }), file.name)}
                  aria-label={`Save ${file.name}`}
                >
                  Save
                </Button>
              </Group>
            )}
          </Group>
        ))}
        {one.warnings.map((warning) => (
          <Alert key={warning} color="yellow" variant="light">
            {warning}
          </Alert>
        ))}
        {one.facts && (
          <dl className={classes.facts}>
            {Object.entries(one.facts).map(([name, value]) => (
              <div key={name}>
                <dt>{name.replaceAll("_", " ")}</dt>
                <dd>
                  {typeof value === "boolean"
                    ? value
                      ? "yes"
                      : "no"
                    : typeof value === "object"
                      ? JSON.stringify(value)
                      : String(value)}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {one.mediaType.startsWith("application/pdf") && (
          <div className={classes.result}>
            <Suspense fallback={<Busy />}>
              <PdfView bytes={one.bytes} label={one.name} />
            </Suspense>
          </div>
        )}
      </Stack>
    </section>
  );
}
