import type { PDFDocumentProxy } from "pdfjs-dist";

/** One of the things that a list of the form offers. */
interface Choice {
  /** As data write it. */
  value: string;
  /** As the form shows it. */
  label: string;
}

/** What a field is filled with. */
type FieldKind =
  | { kind: "text" }
  /** `on`: the text that says it is ticked. */
  | { kind: "check"; on: string }
  /** One button of a group; `on`: the group's text when this one is chosen. */
  | { kind: "radio"; on: string }
  | { kind: "choice"; choices: readonly Choice[]; isMultiple: boolean };

/** A field of the form that can be filled, and where it is on its page. */
export type FormField = FieldKind & {
  id: string;
  /** The key under which its text is kept: the buttons of a group share one. */
  key: string;
  name: string;
  /** What it holds in the template: one text, or several in a list that allows several choices. */
  texts: readonly string[];
  /** Left, top, width, height as shares of the page. */
  place: { left: number; top: number; width: number; height: number };
};

/** What was typed into fields, by their keys. */
export type FieldTexts = ReadonlyMap<string, readonly string[]>;

/** The state of a check box that is not ticked, and of buttons none of which is chosen (ISO 32000-2, 12.7.5.2). */
export const OFF = "Off";

/** The fields of all pages that can be filled, by page. */
export async function readFields(pdf: PDFDocumentProxy): Promise<Map<number, FormField[]>> {
  const byPage = new Map<number, FormField[]>();
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const annotations: Annotation[] = await page.getAnnotations();
    byPage.set(
      number,
      annotations.flatMap((annotation) => {
        const { id, fieldName, rect } = annotation;
        const kind = kindOf(annotation);
        if (!fieldName || !kind) return [];
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
        const [left = 0, bottom = 0] = viewport.convertToViewportPoint(x1, y1);
        const [right = 0, top = 0] = viewport.convertToViewportPoint(x2, y2);

        return {
          ...kind,
          id,
          key: kind.kind === "radio" ? `group ${fieldName}` : id,
          name: fieldName,
          texts: textsOf(kind, annotation),
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

function kindOf(annotation: Annotation): FieldKind | undefined {
  const { fieldType, checkBox, exportValue = "Yes", radioButton, buttonValue, options = [], multiSelect } = annotation;
  if (fieldType === "Tx") return { kind: "text" };
  if (fieldType === "Ch") {
    const labels = new Map(options.map((option) => [option.exportValue ?? "", option.displayValue ?? ""]));
    const choices = [...labels].map(([value, label]) => ({ value, label }));

    return { kind: "choice", choices, isMultiple: multiSelect === true };
  }
  if (checkBox) return { kind: "check", on: exportValue };
  // A button without a drawn state has no name that could be chosen.
  if (radioButton && buttonValue) return { kind: "radio", on: buttonValue };

  return undefined;
}

function textsOf({ kind }: FieldKind, { fieldValue }: Annotation): readonly string[] {
  const held: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const texts = held.filter((text) => typeof text === "string" && text !== "");
  if (texts.length > 0) return texts.map(String);

  return kind === "check" || kind === "radio" ? [OFF] : [];
}

/** The form as a file whose fields hold what was typed. */
export async function savedForm(
  pdf: PDFDocumentProxy,
  fields: readonly FormField[],
  typed: FieldTexts,
): Promise<Uint8Array> {
  for (const field of fields) {
    const texts = typed.get(field.key);
    if (texts) pdf.annotationStorage.setValue(field.id, { value: storedValue(field, texts) });
  }

  return await pdf.saveDocument();
}

/** What the PDF library is told that a field holds. */
function storedValue(field: FormField, texts: readonly string[]): string | boolean | string[] {
  if (field.kind === "check" || field.kind === "radio") return isOn(field, texts);
  if (field.kind === "text" || texts.length < 2) return texts[0] ?? "";
  // The library looks for the choices in the order of the list.
  const order = field.choices.map(({ value }) => value);

  return texts.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Whether a check box is ticked, or a button is the chosen one, if its field holds these texts. */
export function isOn({ on }: { on: string }, texts: readonly string[]): boolean {
  return texts[0] === on;
}

/** What the PDF library says about a form field. */
interface Annotation {
  id: string;
  fieldType?: string;
  fieldName?: string;
  fieldValue?: unknown;
  checkBox?: boolean;
  /** Of a check box: its state if it is ticked. */
  exportValue?: string;
  radioButton?: boolean;
  /** Of a radio button: the group's state if it is the chosen one. */
  buttonValue?: string | null;
  /** Of a list: what it offers. */
  options?: readonly { exportValue: string | null; displayValue: string | null }[];
  multiSelect?: boolean;
  rect: number[];
}
