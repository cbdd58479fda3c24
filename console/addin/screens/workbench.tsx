import { SegmentedControl, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { documentQuery, type OneDocument } from "../../api/documents.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import type { HostDocument } from "../office/host-document.ts";
import type { Access } from "../session/access.ts";
import { Check } from "./check.tsx";
import { Insert } from "./insert.tsx";
import classes from "./pane.module.css";
import { PaneBar } from "./pane-bar.tsx";
import { PreviewFile } from "./preview-file.tsx";
import { Publish } from "./publish.tsx";

interface WorkbenchProps {
  /** The document whose template is open. */
  id: string;
  file: HostDocument;
  access: Access;
  onLeave: () => void;
}

const SIDES = [
  { value: "insert", label: "Insert" },
  { value: "check", label: "Check" },
  { value: "preview", label: "Preview" },
] as const;

type Side = (typeof SIDES)[number]["value"];

/** What can be done with the open file for its document. */
export function Workbench({ id, file, access, onLeave }: WorkbenchProps) {
  const { data: document, error, refetch } = useQuery(documentQuery(id));

  return (
    <>
      <PaneBar
        title={document?.name ?? "Document"}
        access={access}
        onBack={onLeave}
        address={`/console/documents/${id}`}
      />
      {error ? (
        <Stack p="md">
          <Failed error={error} onRetry={() => void refetch()} title="The document could not be loaded" />
        </Stack>
      ) : !document ? (
        <Busy />
      ) : document.type !== file.type ? (
        <Stack p="md">
          <Failed
            error={new Error(`The templates of this document are of type ${document.type}. Choose another document.`)}
            title={`It takes no ${file.program} file`}
          />
        </Stack>
      ) : (
        <Sides document={document} file={file} />
      )}
    </>
  );
}

function Sides({ document, file }: { document: OneDocument; file: HostDocument }) {
  const [side, setSide] = useState<Side>("insert");
  const may = useMay();

  return (
    <>
      <Stack className={classes.bar}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="What to do"
          value={side}
          onChange={(next) => setSide(next as Side)}
          data={[...SIDES]}
        />
      </Stack>
      <div className={classes.content}>
        {side === "insert" && <Insert document={document} file={file} />}
        {side === "check" && <Check document={document} file={file} />}
        {side === "preview" && <PreviewFile document={document} file={file} />}
      </div>
      {may("document:write", document.folder) && (
        <div className={classes.foot}>
          <Publish document={document} file={file} />
        </div>
      )}
    </>
  );
}
