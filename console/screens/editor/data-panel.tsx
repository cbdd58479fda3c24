import { Alert, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dataSchemaQuery } from "../../api/documents.ts";
import { DataEditor } from "../../parts/data-form/data-editor.tsx";
import { TextLink } from "../../parts/link.tsx";
import classes from "./editor.module.css";

/** The data of the preview, to be tried out; data to be kept belong in a sample. */
export function DataPanel({
  documentId,
  value,
  onChange,
}: {
  documentId: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const schema = useQuery(dataSchemaQuery(documentId));
  const [view, setView] = useState<"form" | "json">("form");

  return (
    <div className={classes.padded}>
      <SegmentedControl
        size="xs"
        mb="sm"
        value={view}
        onChange={(next) => setView(next === "json" ? "json" : "form")}
        data={[
          { value: "form", label: "Form" },
          { value: "json", label: "JSON" },
        ]}
      />
      <Alert variant="light" color="gray" mb="md" p="xs">
        Changes here affect only the preview and are not saved.{" "}
        <TextLink to="/documents/$id/data" params={{ id: documentId }}>
          Save as a sample
        </TextLink>
      </Alert>
      <DataEditor schema={schema.data} value={value} onChange={onChange} view={view} />
    </div>
  );
}
