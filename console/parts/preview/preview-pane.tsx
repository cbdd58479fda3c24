import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  List,
  Loader,
  Popover,
  Text,
  Tooltip,
  UnstyledButton,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Download, TriangleAlert, ZoomIn, ZoomOut } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { documentQuery } from "../../api/documents.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../busy.tsx";
import { counted } from "../counted.ts";
import { Failed } from "../failed.tsx";
import { IconAction } from "../icon-action.tsx";
import { saveFile } from "../save-file.ts";
import { Marked } from "../template/marked.tsx";
import classes from "./preview-pane.module.css";
import { type Preview, type PreviewInput, usePreview } from "./use-preview.ts";

const PdfView = lazy(() => import("../pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

interface PreviewPaneProps {
  documentId: string;
  /** Undefined as long as it is being read. */
  input: PreviewInput | undefined;
  /** More to choose, e.g. the data. */
  tools?: ReactNode;
}

/** What a merge makes of the template, as it is written. Each step of a merge draws this anew, and nothing beside it. */
export function PreviewPane(props: PreviewPaneProps) {
  const { data: document } = useQuery(documentQuery(props.documentId));
  if (useMay()("run:data", document?.folder)) return <Pane {...props} />;

  return (
    <section className={classes.pane} aria-label="Preview">
      <Text size="sm" className="quiet" p="md">
        Your role shows no merge data, so there is no preview.
      </Text>
    </section>
  );
}

function Pane({ documentId, input, tools }: PreviewPaneProps) {
  const [zoom, setZoom] = useState(1);
  const { bytes, name, problem, isBusy, warnings, fields } = usePreview(documentId, input);

  return (
    <section className={classes.pane} aria-label="Preview" aria-busy={isBusy}>
      <Group className={classes.bar} gap="xs" wrap="nowrap">
        {tools}
        <span className={classes.space} />
        {isBusy && <Loader size={14} role="status" aria-label="Merging" />}
        {!problem && <Findings warnings={warnings} fields={fields} />}
        <IconAction
          label="Make the preview smaller"
          icon={<ZoomOut size={16} />}
          disabled={zoom <= ZOOMS[0]}
          onClick={() => setZoom(ZOOMS.findLast((one) => one < zoom) ?? zoom)}
        />
        {zoom !== 1 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setZoom(1)}>
            {Math.round(zoom * 100)} %
          </Button>
        )}
        <IconAction
          label="Make the preview larger"
          icon={<ZoomIn size={16} />}
          disabled={zoom >= 4}
          onClick={() => setZoom(ZOOMS.find((one) => one > zoom) ?? zoom)}
        />
        <Tooltip label={name ? `Save ${name}` : "Save the PDF"}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Save the PDF"
            disabled={!bytes}
            onClick={() =>
              bytes &&
              saveFile(
                new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }),
                name.endsWith(".pdf") ? name : `${name || "preview"}.pdf`,
              )
            }
          >
            <Download size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {problem && (
        <div className={classes.problem}>
          {bytes ? (
            <Alert
              color="red"
              variant="light"
              icon={<TriangleAlert size={18} />}
              title="Showing the last version that worked"
              role="alert"
            >
              <Text size="sm">
                <Marked text={problem.items[0]?.message ?? problem.message} />
              </Text>
            </Alert>
          ) : (
            <Failed error={problem} title="The template cannot be merged yet" />
          )}
        </div>
      )}
      <div className={classes.pages} data-old={problem !== undefined}>
        {bytes ? (
          <Suspense fallback={<Busy />}>
            <PdfView bytes={bytes} label={`Preview of ${name}`} zoom={zoom} />
          </Suspense>
        ) : (
          !problem && <Busy />
        )}
      </div>
    </section>
  );
}

function Findings({ warnings, fields }: Pick<Preview, "warnings" | "fields">) {
  const count = warnings.length + fields.missing.length;
  if (count === 0) return null;

  return (
    <Popover width={320} position="bottom-end" withArrow>
      <Popover.Target>
        <UnstyledButton aria-label={`${counted(count, "hint")} about this merge`}>
          <Badge color="yellow" variant="light" className={classes.hints}>
            {counted(count, "hint")}
          </Badge>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {fields.missing.length > 0 && (
          <>
            <Text size="sm" fw={600}>
              Missing in the data
            </Text>
            <Text size="sm" mb="xs">
              {fields.missing.join(", ")}
            </Text>
          </>
        )}
        {warnings.length > 0 && (
          <List size="sm">
            {warnings.slice(0, 20).map((warning) => (
              <List.Item key={warning}>
                <Marked text={warning} />
              </List.Item>
            ))}
          </List>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
