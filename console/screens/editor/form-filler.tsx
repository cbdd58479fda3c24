import { Button, Checkbox, Group, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { lazy, Suspense, useEffect, useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import type { OneDocument } from "../../api/documents.ts";
import { Busy } from "../../parts/busy.tsx";
import { Failed } from "../../parts/failed.tsx";
import classes from "./form-filler.module.css";

const PdfView = lazy(() => import("../../parts/pdf/pdf-view.tsx").then((module) => ({ default: module.PdfView })));

/** A text field or check box of the form, where it stands on its page. */
interface FormField {
  id: string;
  name: string;
  /** What it holds in the template: the text with tags that fills it. */
  text: string;
  /** Of a check box: the text that says it is ticked. */
  ticked?: string;
  /** Left, top, width, height as shares of the page. */
  place: { left: number; top: number; width: number; height: number };
}

/** What was typed into fields, by their ids. */
export type FieldTexts = ReadonlyMap<string, string>;

interface FormFillerProps {
  document: OneDocument;
  texts: FieldTexts;
  onType: (texts: FieldTexts) => void;
  onSave: (file: Blob) => Promise<unknown>;
}

/** The form with its fields drawn over it: click one to say what fills it. */
export function FormFiller({ document, texts, onType: setTexts, onSave }: FormFillerProps) {
  const { id, version } = document;
  const file = useQuery({
    queryKey: ["documents", id, "file", version],
    queryFn: async () =>
      Uint8Array.fromBase64(
        (await answerOf(api.GET("/api/documents/{id}/file", { params: { path: { id } } }))).contents,
      ),
  });
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [fields, setFields] = useState<ReadonlyMap<number, readonly FormField[]>>(new Map());
  const [chosen, setChosen] = useState<FormField>();
  const [isSaving, setSaving] = useState(false);
  const count = [...fields.values()].flat().length;

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
      const known = new Map([...fields.values()].flat().map((field) => [field.id, field]));
      for (const [fieldId, text] of texts) {
        const ticked = known.get(fieldId)?.ticked;
        pdf.annotationStorage.setValue(fieldId, { value: ticked === undefined ? text : text === ticked });
      }
      const bytes = await pdf.saveDocument();
      await onSave(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }));
      setTexts(new Map());
      setChosen(undefined);
    } catch {
      // The editor shows why; what was typed stays here.
    } finally {
      setSaving(false);
    }
  }

  const textOf = (field: FormField) => texts.get(field.id) ?? field.text;

  if (file.isPending) return <Busy />;
  if (file.error) return <Failed error={file.error} onRetry={() => void file.refetch()} />;

  return (
    <Stack gap={0} h="100%">
      <div className={classes.panel}>
        {chosen?.ticked !== undefined ? (
          <Checkbox
            label={`"${chosen.name}" is ticked without data`}
            description={`The data's own member of this name decides: true, 1 or ${JSON.stringify(chosen.ticked)} ticks the box, false or 0 clears it. Without one it stays as it is here.`}
            checked={textOf(chosen) === chosen.ticked}
            onChange={({ currentTarget }) =>
              setTexts(new Map(texts).set(chosen.id, currentTarget.checked ? (chosen.ticked ?? OFF) : OFF))
            }
          />
        ) : chosen ? (
          <Textarea
            label={`What fills "${chosen.name}"`}
            description={
              "Text with tags, for example {$Customer.Name|upper}. Empty: the data's own member of this name."
            }
            value={textOf(chosen)}
            onChange={({ currentTarget }) => setTexts(new Map(texts).set(chosen.id, currentTarget.value))}
            autosize
            minRows={1}
            maxRows={4}
            data-autofocus
          />
        ) : (
          <Text size="sm" className="quiet">
            {count === 0
              ? "This PDF has no text fields or check boxes to fill."
              : "Click a field of the form to say what fills it. Fields are filled from data of the same name by themselves."}
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
                  data-filled={field.ticked === undefined ? textOf(field) !== "" : textOf(field) === field.ticked}
                  aria-label={`Field ${field.name}`}
                  title={field.name}
                  style={{
                    left: `${field.place.left * 100}%`,
                    top: `${field.place.top * 100}%`,
                    width: `${field.place.width * 100}%`,
                    height: `${field.place.height * 100}%`,
                  }}
                  onClick={() => setChosen(field)}
                >
                  {shownIn(field, textOf(field), texts.has(field.id))}
                </button>
              ));
            }}
          />
        </Suspense>
      </div>
    </Stack>
  );
}

/** What stands in a field's box on the page. */
function shownIn({ ticked, name }: FormField, text: string, isTyped: boolean): string {
  if (ticked !== undefined) return text === ticked ? "✓" : "";

  return text === "" && !isTyped ? name : text;
}

/** The state of a check box that is not ticked (ISO 32000-2, 12.7.5.2.3). */
const OFF = "Off";

/** The text fields and check boxes of all pages, by page. */
async function readFields(pdf: PDFDocumentProxy): Promise<Map<number, FormField[]>> {
  const byPage = new Map<number, FormField[]>();
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const annotations: Annotation[] = await page.getAnnotations();
    const found = annotations.filter(
      ({ fieldType, fieldName, checkBox }) => fieldName && (fieldType === "Tx" || checkBox === true),
    );
    byPage.set(
      number,
      found.map(({ id, fieldName = "", fieldValue, rect, checkBox, exportValue = "Yes" }) => {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
        const [left = 0, bottom = 0] = viewport.convertToViewportPoint(x1, y1);
        const [right = 0, top = 0] = viewport.convertToViewportPoint(x2, y2);

        return {
          id,
          name: fieldName,
          text: typeof fieldValue === "string" ? fieldValue : checkBox ? OFF : "",
          ...(checkBox ? { ticked: exportValue } : {}),
          place: {
            left: Math.min(left, right) / viewport.width,
            top: Math.min(top, bottom) / viewport.height,
            width: Math.abs(right - left) / viewport.width,
            height: Math.abs(top - bottom) / viewport.height,
          },
        };
      }),
    );
  }

  return byPage;
}

/** What the PDF library says of a form field. */
interface Annotation {
  id: string;
  fieldType?: string;
  fieldName?: string;
  fieldValue?: unknown;
  checkBox?: boolean;
  /** Of a check box: its state when it is ticked. */
  exportValue?: string;
  rect: number[];
}
