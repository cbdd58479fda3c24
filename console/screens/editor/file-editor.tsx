import { Alert, Button, FileButton, Group, List, SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { OneDocument } from "../../api/documents.ts";
import { fieldsQuery } from "../../api/documents.ts";
import { asProblem } from "../../api/problem.ts";
import { useMay } from "../../app/rights.ts";
import { Busy } from "../../parts/busy.tsx";
import { counted } from "../../parts/counted.ts";
import { downloadTemplate } from "../../parts/download-template.ts";
import { OwnerFields } from "../../parts/fields/owner-fields.tsx";
import { useFileDrop } from "../../parts/files/file-drop.ts";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { Marked } from "../../parts/template/marked.tsx";
import { TemplateWarnings, WarningList } from "../../parts/template/template-warnings.tsx";
import { TemplateDownload } from "../../parts/template-download.tsx";
import { sentFields } from "../pdf-fields/placed.ts";
import { useDesign } from "../pdf-fields/use-design.ts";
import { Conflict, type ConflictProps } from "./conflict.tsx";
import { DataPanel } from "./data-panel.tsx";
import classes from "./editor.module.css";
import { FieldList } from "./field-list.tsx";
import type { FieldTexts } from "./form-fields.ts";
import { FormFiller } from "./form-filler.tsx";
import { Placeholders } from "./placeholders.tsx";
import { ReadyTags } from "./ready-tags.tsx";
import { SamplePreview } from "./sample-preview.tsx";
import { type EditorSide, useEditor } from "./use-editor.ts";
import { useSave } from "./use-save.ts";

const Designer = lazy(() => import("../pdf-fields/designer.tsx").then((module) => ({ default: module.Designer })));

/** How the names of files end that can replace a template of a type. */
const TEMPLATE_NAMES: Readonly<Record<string, readonly string[]>> = {
  docx: ["docx", "docm", "dotx", "dotm"],
  xlsx: ["xlsx", "xlsm", "xltx", "xltm"],
  pptx: ["pptx", "pptm", "potx", "potm", "ppsx"],
};

const PROGRAM_FILES: Readonly<Record<string, string>> = {
  docx: "Word file",
  xlsx: "Excel file",
  pptx: "PowerPoint file",
  pdf: "PDF",
};

const PROGRAMS: Readonly<Record<string, string>> = {
  docx: "Word",
  xlsx: "Excel",
  pptx: "PowerPoint",
  pdf: "a PDF editor",
};

/** A template that is a file: it is written in another program, and replaced, read and tried here. */
export function FileEditor({ document }: { document: OneDocument }) {
  const { id, type, folder } = document;
  const may = useMay();
  const mayWrite = may("document:write", folder);
  const hasForm = type === "pdf" && mayWrite;
  const editor = useEditor(id, hasForm ? "template" : "fields");
  const { side, data, setTyped } = editor;
  const save = useSave(document);
  const fields = useQuery(fieldsQuery(id));
  /** What was typed into fields of a form and not saved; it stays while another side is in view. */
  const [texts, setTexts] = useState<FieldTexts>(new Map());
  const design = useDesign(document, side === "design");

  // The version is part of what is previewed: a replaced file is merged anew.
  const input =
    data === undefined
      ? undefined
      : design.isDirty
        ? { data, pdf_fields: sentFields(design.fields) }
        : { data, version: Number(document.version) };

  const [share, setShare] = useState(0);
  useFileDrop(
    `Drop a changed ${PROGRAM_FILES[type] ?? "file"} to replace the template`,
    ([file]) => replace(file),
    !mayWrite,
  );

  function replace(file: File | null | undefined) {
    setShare(0);
    if (file) save.mutate({ file, onProgress: setShare }, { onSuccess: () => setTexts(new Map()) });
  }

  function show(next: string) {
    save.reset();
    editor.setSide(next as EditorSide);
  }

  return (
    <div className={classes.editor}>
      <LeaveGuard active={texts.size > 0 || design.isDirty} />
      <section className={classes.side} aria-label="Template">
        <Group className={classes.bar} gap="xs">
          <SegmentedControl
            size="xs"
            value={side}
            onChange={show}
            data={[
              ...(hasForm
                ? [
                    { value: "template", label: "Form" },
                    { value: "design", label: "Design" },
                  ]
                : []),
              { value: "fields", label: `Fields${fields.data ? ` (${fields.data.length})` : ""}` },
              ...(may("run:data", folder) ? [{ value: "data", label: "Data" }] : []),
            ]}
          />
          <Group gap="xs" ml="auto">
            <TemplateDownload download={() => downloadTemplate(document)} />
            {mayWrite && (
              <FileButton
                onChange={replace}
                accept={(TEMPLATE_NAMES[type] ?? [type]).map((ending) => `.${ending}`).join(",")}
              >
                {(props) => (
                  <Button size="xs" leftSection={<FileUp size={14} />} disabled={save.isPending} {...props}>
                    {!save.isPending
                      ? "Replace the file"
                      : share < 1
                        ? `Uploading ${Math.round(share * 100)} %`
                        : "Reading fields …"}
                  </Button>
                )}
              </FileButton>
            )}
          </Group>
        </Group>
        <TemplateErrors
          error={save.error}
          onOverwrite={() => save.mutate({ ...save.variables, force: true })}
          onAllTheSame={() =>
            save.mutate({ ...save.variables, allTheSame: true }, { onSuccess: () => setTexts(new Map()) })
          }
          discard="Keep theirs"
          onDiscard={() => void save.reload()}
        />
        <TemplateErrors
          error={design.save.error}
          onOverwrite={() => design.save.mutate({ ...design.save.variables, force: true })}
          onAllTheSame={() => design.save.mutate({ ...design.save.variables, allTheSame: true })}
          discard="Keep theirs"
          onDiscard={() => void design.discard()}
        />
        {!save.error && <TemplateWarnings warnings={document.warnings} />}
        {mayWrite && (type === "docx" || type === "pptx") && !save.error && (
          <Placeholders key={document.version} document={document} />
        )}
        <section className={classes.work} aria-label="Template and fields" tabIndex={side === "fields" ? 0 : undefined}>
          {side === "template" && hasForm && (
            <FormFiller
              document={document}
              texts={texts}
              onType={setTexts}
              onSave={(file) => save.mutateAsync({ file })}
            />
          )}
          {side === "design" && hasForm && (
            <OwnerFields owner={{ kind: "documents", id }}>
              <Suspense fallback={<Busy />}>
                <Designer document={document} design={design} />
              </Suspense>
            </OwnerFields>
          )}
          {side === "fields" && (
            <>
              <FieldList
                fields={fields}
                documentId={id}
                hint={`Fields are written {$Name}, with a dollar sign. Add them to the file in ${PROGRAMS[type] ?? "its program"}, then drop it here. Other placeholders, such as {{Name}}, are printed as is.`}
              />
              {type !== "pdf" && mayWrite && <ReadyTags fields={fields.data ?? []} type={type} />}
              {mayWrite && (
                <Text size="sm" className="quiet" p="md">
                  Change the template in {PROGRAMS[type] ?? "its program"}, then drop the file anywhere on this page.
                  Each file is a new version that you can undo.
                </Text>
              )}
            </>
          )}
          {side === "data" && <DataPanel documentId={id} value={data} onChange={setTyped} />}
        </section>
      </section>
      <SamplePreview documentId={id} input={input} editor={editor} />
    </div>
  );
}

function TemplateErrors(props: ConflictProps) {
  if (!props.error) return null;
  const problem = asProblem(props.error);
  if (problem.code !== "template_invalid") return <Conflict {...props} />;

  return (
    <Alert
      color="red"
      variant="light"
      radius={0}
      role="alert"
      title={`The file was not accepted: ${counted(problem.items.length, "tag")} with errors`}
    >
      <List size="sm" spacing={6}>
        {problem.items.map(({ part, place, tag, line, message }) => (
          <List.Item key={`${part}${line}${tag}${message}`}>
            {tag && <strong>{tag} </strong>}
            <Marked text={message} />
            {(place || line !== undefined) && (
              <Text span size="xs" className="quiet">
                {" "}
                ({[place, line !== undefined && !place && `line ${line}`].filter(Boolean).join(", ")})
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {problem.warnings.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="sm" mb={4}>
            Also look at
          </Text>
          <WarningList warnings={problem.warnings} shown={4} />
        </>
      )}
    </Alert>
  );
}
