import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Download, FileCheck2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Busy } from "../../parts/busy.tsx";
import { Empty } from "../../parts/empty.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { shownSize } from "../../parts/shown-size.ts";
import { isInvoice, type ReadInvoiceFacts } from "./invoice-facts.ts";
import { InvoiceView } from "./invoice-view.tsx";
import type { Result } from "./results.ts";
import classes from "./tools.module.css";

const PdfView = lazy(() => import("../../parts/pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

/** Results of a tool: looked at, compared in size, saved. */
export function ToolResults({ results }: { results: readonly Result[] | undefined }) {
  const [shown, setShown] = useState(0);
  const one = results?.[Math.min(shown, results.length - 1)];
  if (!results || !one)
    return (
      <section aria-label="Result">
        <Empty icon={<FileCheck2 size={26} />} title="The result appears here" text="Choose files first." />
      </section>
    );

  return (
    <section aria-label="Result" aria-live="polite">
      <Stack gap="sm">
        {results.map((file, index) => (
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
        {one.facts && isInvoice(one.facts) && <InvoiceView facts={one.facts as unknown as ReadInvoiceFacts} />}
        {one.facts && !isInvoice(one.facts) && (
          <dl className={classes.facts}>
            {Object.entries(one.facts).map(([name, value]) => (
              <div key={name}>
                <dt>{name.replaceAll("_", " ")}</dt>
                <dd>{shownFact(name, value)}</dd>
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

/** A fact in words; lists of longer sentences go one below the other. */
function shownFact(name: string, value: unknown) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name === "signatures" && Array.isArray(value)) {
    return value.map((signature: ShownSignature) => <div key={signature.field}>{signatureMessage(signature)}</div>);
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

interface ShownSignature {
  field: string;
  signer: string | null;
  status: "valid" | "broken" | "unknown";
  problems: string[];
  remarks: string[];
  signed_at: string | null;
  changes: string[];
}

const VERDICTS = { valid: "is valid.", broken: "is invalid.", unknown: "cannot be checked." } as const;

function signatureMessage({ field, signer, status, problems, remarks, signed_at, changes }: ShownSignature): string {
  const who = `${signer ?? field}${signed_at ? `, ${signed_at.slice(0, 16).replace("T", " ")} UTC` : ""}`;
  const since = changes.length > 0 ? [`Changed since: ${changes.join(", ")}.`] : [];
  return `${who}: ${[VERDICTS[status], ...problems, ...since, ...remarks].join(" ")}`;
}
