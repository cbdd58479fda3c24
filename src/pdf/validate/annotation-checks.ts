import { PdfDict, type PdfObject, PdfStream } from "../objects.ts";
import { type PdfPage, pageEntry } from "../page-tree.ts";
import type { Check } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import { readRectangle } from "./rectangle.ts";
import type { StructureElement, StructureTree } from "./structure-tree.ts";

/** An annotation as its rules see it. */
interface Annotation {
  readonly inspected: InspectedDocument;
  readonly entries: PdfDict;
  readonly subtype: string;
  readonly flags: number | undefined;
  /** Of the field that a widget belongs to. */
  readonly fieldType: string | undefined;
  readonly toolTip: string | undefined;
  /** The element that it is tagged with. */
  readonly element: StructureElement | undefined;
  /** Hidden, or outside of the page's crop box. */
  readonly isOutOfSight: boolean;
}

const ALLOWED_ANNOTATIONS = new Set(
  `Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup
FileAttachment Widget PrinterMark TrapNet Watermark Redact`.split(/\s+/),
);

const INVISIBLE = 1;
const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const TOGGLE_NO_VIEW = 256;

const MAX_FIELD_DEPTH = 64;

const isEmpty = (text: string | undefined) => text === undefined || text === "";
const descriptionOf = ({ inspected, entries }: Annotation) => inspected.text(entries.get("Contents"));
const alternativeOf = ({ inspected, element }: Annotation) => inspected.text(element?.entries.get("Alt"));

export const ANNOTATION_CHECKS: readonly Check<Annotation>[] = [
  {
    pdfA: "6.3.1",
    check: ({ subtype }) =>
      ALLOWED_ANNOTATIONS.has(subtype) ? undefined : `Annotations of the type ${subtype || "none"} are not allowed.`,
  },
  {
    pdfA: "6.3.2",
    check: ({ subtype, flags }) =>
      subtype === "Popup" || flags !== undefined ? undefined : "An annotation has no flags (F).",
  },
  {
    pdfA: "6.3.2",
    check({ flags }) {
      if (flags === undefined) return undefined;
      const isShown = (flags & (INVISIBLE | HIDDEN | NO_VIEW | TOGGLE_NO_VIEW)) === 0 && (flags & PRINT) !== 0;
      return isShown ? undefined : `An annotation's flags (${flags}) hide it or keep it from being printed.`;
    },
  },
  {
    pdfA: "6.3.3",
    check({ inspected, entries, subtype }) {
      if (subtype === "Popup" || subtype === "Link" || entries.has("AP")) return undefined;
      const [left = 0, bottom = 0, right = 0, top = 0] = readRectangle(inspected, entries.get("Rect")) ?? [];
      return left === right && bottom === top ? undefined : "An annotation has no appearance (AP).";
    },
  },
  {
    pdfA: "6.3.3",
    check({ inspected, entries }) {
      const appearance = inspected.dict(entries.get("AP"));
      const other = [...(appearance?.keys() ?? [])].filter((key) => key !== "N");
      if (!appearance) return undefined;
      if (other.length > 0) return `An annotation has an appearance other than the normal one (${other.join(", ")}).`;
      return appearance.has("N") ? undefined : "An annotation has no normal appearance (AP, N).";
    },
  },
  {
    pdfA: "6.3.3",
    check({ inspected, entries, subtype, fieldType }) {
      const appearance = inspected.dict(entries.get("AP"));
      if (!appearance?.has("N")) return undefined;
      const normal = inspected.resolve(appearance.get("N"));
      if (subtype === "Widget" && fieldType === "Btn") {
        return normal instanceof PdfDict && normal.size > 0
          ? undefined
          : "The normal appearance of a button is not a dictionary of its states.";
      }
      return normal instanceof PdfStream ? undefined : "The normal appearance of an annotation is not a stream.";
    },
  },
  {
    pdfA: "6.4.1",
    check: ({ entries, subtype }) =>
      subtype === "Widget" && (entries.has("A") || entries.has("AA")) ? "A widget has an action (A or AA)." : undefined,
  },
  {
    pdfUa: "7.2",
    check(annotation) {
      const { inspected, element } = annotation;
      return descriptionOf(annotation) !== undefined && element?.language === undefined && !inspected.hasLanguage
        ? "The natural language of an annotation's Contents cannot be determined."
        : undefined;
    },
  },
  {
    pdfUa: "7.18.1",
    check({ subtype, isOutOfSight, element }) {
      if (/^(?:Widget|Popup|Link|PrinterMark|TrapNet)$/.test(subtype) || isOutOfSight) return undefined;
      return element?.standardType === "Annot"
        ? undefined
        : `An annotation (${subtype}) is within ${element?.standardType ?? "no element"} instead of Annot.`;
    },
  },
  {
    pdfUa: "7.18.1",
    check(annotation) {
      const { subtype, isOutOfSight } = annotation;
      if (/^(?:Widget|Popup|Link|PrinterMark|TrapNet)$/.test(subtype) || isOutOfSight) return undefined;
      return isEmpty(descriptionOf(annotation)) && isEmpty(alternativeOf(annotation))
        ? `An annotation (${subtype}) has neither Contents nor an alternative description.`
        : undefined;
    },
  },
  {
    pdfUa: "7.18.1",
    check(annotation) {
      const { subtype, isOutOfSight, toolTip } = annotation;
      if (subtype !== "Widget" || isOutOfSight) return undefined;
      return isEmpty(toolTip) && isEmpty(alternativeOf(annotation))
        ? "A form field has neither a description (TU) nor an alternative description of its widget."
        : undefined;
    },
  },
  {
    pdfUa: "7.18.2",
    check: ({ subtype, isOutOfSight }) =>
      subtype === "TrapNet" && !isOutOfSight ? "Annotations of the type TrapNet are not allowed." : undefined,
  },
  {
    pdfUa: "7.18.4",
    check: ({ subtype, isOutOfSight, element }) =>
      subtype === "Widget" && !isOutOfSight && element?.standardType !== "Form"
        ? `A widget is within ${element?.standardType ?? "no element"} instead of Form.`
        : undefined,
  },
  {
    pdfUa: "7.18.5",
    check: ({ subtype, isOutOfSight, element }) =>
      subtype === "Link" && !isOutOfSight && element?.standardType !== "Link"
        ? `A link annotation is within ${element?.standardType ?? "no element"} instead of Link.`
        : undefined,
  },
  {
    pdfUa: "7.18.5",
    check: (annotation) =>
      annotation.subtype === "Link" && !annotation.isOutOfSight && isEmpty(descriptionOf(annotation))
        ? "A link has no description (Contents)."
        : undefined,
  },
  {
    pdfUa: "7.18.8",
    check: ({ subtype, isOutOfSight, element }) =>
      subtype === "PrinterMark" && !isOutOfSight && element ? "A printer's mark is part of the structure." : undefined,
  },
];

export function annotationOf(
  inspected: InspectedDocument,
  structure: StructureTree,
  page: PdfPage,
  entries: PdfDict,
): Annotation {
  const flags = inspected.number(entries.get("F"));
  const isHidden = ((flags ?? 0) & HIDDEN) !== 0;
  const box = readRectangle(inspected, pageEntry(inspected.document, page, "CropBox"));
  const crop = box ?? readRectangle(inspected, pageEntry(inspected.document, page, "MediaBox"));
  const rect = readRectangle(inspected, entries.get("Rect"));
  const isOutside =
    crop !== undefined &&
    rect !== undefined &&
    (rect[2] <= crop[0] || rect[0] >= crop[2] || rect[3] <= crop[1] || rect[1] >= crop[3]);
  return {
    inspected,
    entries,
    subtype: inspected.name(entries.get("Subtype")) ?? "",
    flags,
    fieldType: inspected.name(inheritedField(inspected, entries, "FT")),
    toolTip: inspected.text(fieldOf(inspected, entries).get("TU")),
    element: structure.ofObject(inspected.number(entries.get("StructParent"))),
    isOutOfSight: isHidden || isOutside,
  };
}

function inheritedField(inspected: InspectedDocument, entries: PdfDict, key: string): PdfObject | undefined {
  let field: PdfDict | undefined = entries;
  for (let depth = 0; field && depth < MAX_FIELD_DEPTH; depth++) {
    inspected.document.work.charge("object");
    const value = field.get(key);
    if (value !== undefined) return value;
    field = inspected.dict(field.get("Parent"));
  }
  return undefined;
}

/** The field that a widget belongs to: itself if it has a name of its own, else the one above it. */
function fieldOf(inspected: InspectedDocument, widget: PdfDict): PdfDict {
  return widget.has("T") ? widget : (inspected.dict(widget.get("Parent")) ?? widget);
}

/** The normal appearances, including those of all states. */
export function appearancesOf(inspected: InspectedDocument, entries: PdfDict): PdfStream[] {
  const normal = inspected.resolve(inspected.dict(entries.get("AP"))?.get("N"));
  if (normal instanceof PdfStream) return [normal];
  if (!(normal instanceof PdfDict)) return [];
  inspected.document.work.charge("object", normal.size);
  return [...normal.values()].flatMap((state) => inspected.stream(state) ?? []);
}
