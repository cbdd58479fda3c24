import { Alert, Text } from "@mantine/core";
import { memo, useEffect, useState } from "react";
import type { DataSchema } from "../../api/documents.ts";
import { Busy } from "../busy.tsx";
import { CodeEditor } from "../code/code-editor.tsx";
import classes from "./data-form.module.css";
import { DataForm } from "./data-form.tsx";
import { asMembers } from "./members.ts";

interface DataEditorProps {
  schema: DataSchema | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
  view: "form" | "json";
  /** Shown if there are no fields. */
  empty?: string;
}

/** Merge data, as a form or as JSON: two views of the same value. */
export const DataEditor = memo(function DataEditor({
  schema,
  value,
  onChange,
  view,
  empty = "The template has no fields: every merge produces the same file.",
}: DataEditorProps) {
  if (view === "json") return <JsonText value={value} onChange={onChange} />;
  if (!schema) return <Busy />;
  const members = asMembers(value);
  const unknown = Object.keys(members).filter((name) => !(name in (schema.properties ?? {})));

  return (
    <>
      {Object.keys(schema.properties ?? {}).length === 0 && (
        <Alert variant="light" color="gray">
          {empty}
        </Alert>
      )}
      <DataForm schema={schema} value={members} onChange={onChange} />
      {unknown.length > 0 && (
        <Text size="xs" className="quiet" mt="md">
          Not fields of the template, shown under JSON: {unknown.join(", ")}
        </Text>
      )}
    </>
  );
});

/** JSON as it is typed; the value changes whenever the text is complete. */
function JsonText({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const [text, setText] = useState(() => shown(value));
  const [error, setError] = useState("");

  useEffect(() => {
    setText((before) => (isSame(before, value) ? before : shown(value)));
  }, [value]);

  function change(next: string) {
    setText(next);
    try {
      onChange(next.trim() === "" ? {} : JSON.parse(next));
      setError("");
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  }

  return (
    <>
      <div className={classes.json}>
        <CodeEditor value={text} onChange={change} language="json" label="Data as JSON" />
      </div>
      {error && (
        <Text size="xs" c="red" mt={6} role="alert">
          Not valid JSON yet: {error}
        </Text>
      )}
    </>
  );
}

const shown = (value: unknown): string => JSON.stringify(value ?? {}, null, 2);

function isSame(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value ?? {});
  } catch {
    // It is being typed: it is not replaced under the writer's hands.
    return true;
  }
}
