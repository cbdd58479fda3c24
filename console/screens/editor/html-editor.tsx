import { Alert, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Save } from "lucide-react";
import { useState } from "react";
import type { OneDocument } from "../../api/documents.ts";
import { fieldsQuery } from "../../api/documents.ts";
import { asProblem } from "../../api/problem.ts";
import { useMay } from "../../app/rights.ts";
import { CodeEditor } from "../../parts/code/code-editor.tsx";
import { useFileDrop } from "../../parts/files/file-drop.ts";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { notifyFailed } from "../../parts/notify.ts";
import { Conflict } from "./conflict.tsx";
import { DataPanel } from "./data-panel.tsx";
import classes from "./editor.module.css";
import { FieldList } from "./field-list.tsx";
import { lintHtml } from "./lint-html.ts";
import { SamplePreview } from "./sample-preview.tsx";
import { useDraft } from "./use-draft.ts";
import { type EditorSide, useEditor } from "./use-editor.ts";
import { useSave } from "./use-save.ts";

const savedText = ({ html = "", etag }: OneDocument) => ({ text: html, etag });

/** An html template, highlighted and checked as it is written, with its PDF beside it. */
export function HtmlEditor({ document }: { document: OneDocument }) {
  const { id, folder } = document;
  const may = useMay();
  const mayWrite = may("document:write", folder);
  const editor = useEditor(id, "template");
  const { side, data, setTyped } = editor;
  const draft = useDraft(id, savedText(document));
  const { text, setText, isChanged, isRestored } = draft;
  /** The user's own text while somebody else's version is in view. */
  const [aside, setAside] = useState<string>();
  const [showsRestored, setShowsRestored] = useState(isRestored);
  const save = useSave(document);
  const fields = useQuery(fieldsQuery(id));
  const saveText = (how: { force?: boolean; allTheSame?: boolean } = {}) =>
    save.mutate(
      { html: text, etag: draft.base.etag, ...how },
      {
        onSuccess({ etag }) {
          draft.setBase({ text, etag });
          setShowsRestored(false);
          setAside(undefined);
        },
      },
    );

  function write(html: string) {
    setText(html);
    if (save.error && asProblem(save.error).status !== 412) save.reset();
  }

  useFileDrop(
    "Drop an HTML file to put its text here",
    ([file]) => {
      if (file && /\.html?$/i.test(file.name)) void file.text().then(write);
      else notifyFailed("It was not taken", new Error("This document is written in HTML: drop an .html file."));
    },
    !mayWrite,
  );

  async function showTheirs() {
    draft.startFrom(savedText(await save.reload()));
    setAside(text);
  }

  return (
    <div className={classes.editor}>
      <LeaveGuard active={isChanged || aside !== undefined} isKept={aside === undefined} />
      <section className={classes.side} aria-label="Template">
        <Group className={classes.bar} gap="xs" wrap="nowrap">
          <SegmentedControl
            size="xs"
            value={side}
            onChange={(value) => editor.setSide(value as EditorSide)}
            data={[
              { value: "template", label: "HTML" },
              ...(may("run:data", folder) ? [{ value: "data", label: "Data" }] : []),
              { value: "fields", label: `Fields${fields.data ? ` (${fields.data.length})` : ""}` },
            ]}
          />
          {mayWrite && (
            <>
              <Text size="xs" className="quiet" ml="auto" truncate role="status">
                {save.isPending ? "Saving …" : isChanged ? "Unsaved changes" : "Saved"}
              </Text>
              <Button
                size="xs"
                leftSection={<Save size={14} />}
                disabled={!isChanged}
                loading={save.isPending}
                onClick={() => saveText()}
              >
                Save
              </Button>
            </>
          )}
        </Group>
        {showsRestored && (
          <Notice
            title="Your unsaved changes were restored"
            close="Close"
            onClose={() => setShowsRestored(false)}
            action="Revert to the saved version"
            onAction={() => {
              write(draft.base.text);
              setShowsRestored(false);
            }}
          />
        )}
        <Conflict
          error={save.error}
          onOverwrite={() => saveText({ allTheSame: save.variables?.allTheSame === true, force: true })}
          onAllTheSame={() => saveText({ allTheSame: true })}
          discard="Show theirs and keep mine"
          onDiscard={() =>
            void showTheirs().catch((error: unknown) => notifyFailed("Their version could not be loaded", error))
          }
        />
        {aside !== undefined && (
          <Notice
            title="This is their version; your text is kept until you leave or save"
            close="Discard my text"
            onClose={() => setAside(undefined)}
            action="Replace it with my text"
            onAction={() => {
              setText(aside);
              setAside(undefined);
            }}
          />
        )}
        <section className={classes.work} aria-label="Template and fields" tabIndex={side === "fields" ? 0 : undefined}>
          {side === "template" && (
            <CodeEditor
              value={text}
              onChange={write}
              language="html"
              label="HTML template"
              fields={fields.data ?? []}
              readOnly={!mayWrite}
              {...(mayWrite && {
                check: (html: string) => lintHtml(html, document.output, document.settings),
                onSave: () => isChanged && saveText(),
              })}
            />
          )}
          {side === "data" && <DataPanel documentId={id} value={data} onChange={setTyped} />}
          {side === "fields" && <FieldList fields={fields} documentId={id} />}
        </section>
      </section>
      <SamplePreview documentId={id} input={data === undefined ? undefined : { html: text, data }} editor={editor} />
    </div>
  );
}

interface NoticeProps {
  title: string;
  /** The label for closing it. */
  close: string;
  onClose: () => void;
  /** What else can be done. */
  action: string;
  onAction: () => void;
}

/** Which text is in the editor, if it is not the one that people expect. */
function Notice({ title, close, onClose, action, onAction }: NoticeProps) {
  return (
    <Alert color="blue" variant="light" withCloseButton closeButtonLabel={close} onClose={onClose} title={title}>
      <Button size="compact-xs" variant="default" onClick={onAction}>
        {action}
      </Button>
    </Alert>
  );
}
