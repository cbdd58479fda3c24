import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { lazy, Suspense, useEffect, useState } from "react";
import { fileQuery, type OneDocument } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import { FieldInput } from "./field-input.tsx";
import { type FieldTexts, type FormField, isOn, readFields, savedForm } from "./form-fields.ts";
import classes from "./form-filler.module.css";

const PdfView = lazy(() => import("../../parts/pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

interface FormFillerProps {
  document: OneDocument;
  texts: FieldTexts;
  onType: (texts: FieldTexts) => void;
  onSave: (file: Blob) => Promise<unknown>;
}

/** The form with its fields drawn over it: click one to say what fills it. */
export function FormFiller({ document, texts, onType: setTexts, onSave }: FormFillerProps) {
  const file = useQuery(fileQuery(document));
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [fields, setFields] = useState<ReadonlyMap<number, readonly FormField[]>>(new Map());
  const [chosen, setChosen] = useState<FormField>();
  const [isSaving, setSaving] = useState(false);
  const known = [...fields.values()].flat();

  useEffect(() => {
    if (!pdf) return;
    let isCurrent = true;
    void readFields(pdf).then((found) => isCurrent && setFields(found));

    return () => {
      isCurrent = false;
    };
  }, [pdf]);

  async function save() {
    if (!pdf) return;
    setSaving(true);
    try {
      const bytes = await savedForm(pdf, known, texts);
      await onSave(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }));
      setTexts(new Map());
      setChosen(undefined);
    } catch {
      // The editor shows why; what was typed stays here.
    } finally {
      setSaving(false);
    }
  }

  const textsOf = (field: FormField) => texts.get(field.key) ?? field.texts;

  if (file.isPending) return <Busy />;
  if (file.error) return <Failed error={file.error} onRetry={() => void file.refetch()} />;

  return (
    <Stack gap={0} h="100%">
      <div className={classes.panel}>
        {chosen ? (
          <FieldInput
            field={chosen}
            group={groupOf(chosen, known)}
            texts={textsOf(chosen)}
            onChange={(next) => setTexts(new Map(texts).set(chosen.key, next))}
          />
        ) : (
          <Text size="sm" className="quiet">
            {known.length === 0
              ? "This PDF has no form fields."
              : "Click a form field to set its value. Fields are filled automatically from data of the same name."}
          </Text>
        )}
        <Group gap="xs" mt="xs">
          <Button size="xs" disabled={texts.size === 0} loading={isSaving} onClick={() => void save()}>
            Save the form
          </Button>
          {texts.size > 0 && (
            <Button size="xs" variant="default" onClick={() => setTexts(new Map())}>
              Discard
            </Button>
          )}
        </Group>
      </div>
      <div className={classes.pages}>
        <Suspense fallback={<Busy />}>
          <PdfView
            bytes={file.data}
            label={`The form ${document.name}`}
            overlay={(pageNumber, opened) => {
              if (opened !== pdf) queueMicrotask(() => setPdf(opened));

              return fields.get(pageNumber)?.map((field) => (
                <button
                  key={field.id}
                  type="button"
                  className={classes.field}
                  data-chosen={field.id === chosen?.id}
                  data-filled={isFilled(field, textsOf(field))}
                  aria-label={`Field ${titleOf(field)}`}
                  title={titleOf(field)}
                  style={{
                    left: `${field.place.left * 100}%`,
                    top: `${field.place.top * 100}%`,
                    width: `${field.place.width * 100}%`,
                    height: `${field.place.height * 100}%`,
                  }}
                  onClick={() => setChosen(field)}
                >
                  {shownIn(field, textsOf(field), texts.has(field.key))}
                </button>
              ));
            }}
          />
        </Suspense>
      </div>
    </Stack>
  );
}

/** What a field is called; buttons of a group have one name, and are distinguished by what they stand for. */
const titleOf = (field: FormField): string => (field.kind === "radio" ? `${field.name}: ${field.on}` : field.name);

/** What can be chosen in the group of a button, in the order of the form. */
function groupOf({ key }: FormField, fields: readonly FormField[]): string[] {
  return [...new Set(fields.flatMap((field) => (field.kind === "radio" && field.key === key ? field.on : [])))];
}

function isFilled(field: FormField, texts: readonly string[]): boolean {
  return "on" in field ? isOn(field, texts) : texts.some((text) => text !== "");
}

/** The text in a field's box on the page. */
function shownIn(field: FormField, texts: readonly string[], isTyped: boolean): string {
  if ("on" in field) return isOn(field, texts) ? (field.kind === "radio" ? "●" : "✓") : "";

  return isFilled(field, texts) || isTyped ? texts.join(", ") : field.name;
}
