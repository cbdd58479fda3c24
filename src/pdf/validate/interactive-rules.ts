import { readNameTree } from "../name-tree.ts";
import { PdfDict, type PdfObject, PdfStream } from "../objects.ts";
import { type PdfPage, pageEntry } from "../page-tree.ts";
import { walkTree } from "../work-budget.ts";
import type { Place, Rule } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import { LANGUAGE_RULES } from "./structure-rules.ts";
import type { StructureElement, StructureTree } from "./structure-tree.ts";

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

const isEmpty = (text: string | undefined) => text === undefined || text === "";
const descriptionOf = ({ inspected, entries }: Annotation) => inspected.text(entries.get("Contents"));
const alternativeOf = ({ inspected, element }: Annotation) => inspected.text(element?.entries.get("Alt"));

const ANNOTATION_RULES: readonly Rule<Annotation>[] = [
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
      const [left = 0, bottom = 0, right = 0, top = 0] = rectangle(inspected, entries.get("Rect")) ?? [];
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

interface PageSubject {
  readonly inspected: InspectedDocument;
  readonly page: PdfPage;
  readonly annotationCount: number;
}

const LARGEST_SIDE = 14_400;
const SMALLEST_SIDE = 3;

const PAGE_RULES: readonly Rule<PageSubject>[] = [
  {
    pdfA: "6.1.13",
    check({ inspected, page }) {
      for (const key of ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]) {
        const box = rectangle(inspected, page.dict.get(key) ?? page.inherited.get(key));
        if (!box) continue;
        const sides = [Math.abs(box[2] - box[0]), Math.abs(box[3] - box[1])];
        if (sides.some((side) => side < SMALLEST_SIDE || side > LARGEST_SIDE))
          return `The page's ${key} is ${sides.join(" by ")}; each side has to be from 3 to 14,400.`;
      }
      return undefined;
    },
  },
  {
    pdfA: "6.5.2",
    check: ({ page }) => (page.dict.has("AA") ? "A page has additional actions (AA)." : undefined),
  },
  {
    pdfA: "6.10",
    check: ({ page }) => (page.dict.has("PresSteps") ? "A page has presentation steps (PresSteps)." : undefined),
  },
  {
    pdfUa: "7.18.3",
    check: ({ inspected, page, annotationCount }) =>
      annotationCount === 0 || inspected.name(page.dict.get("Tabs")) === "S"
        ? undefined
        : "A page with annotations does not have the structure's tab order (Tabs S).",
  },
];

interface Action {
  readonly inspected: InspectedDocument;
  readonly entries: PdfDict;
}

const ACTION_RULES: readonly Rule<Action>[] = [
  {
    pdfA: "6.5.1",
    check({ inspected, entries }) {
      const kind = inspected.name(entries.get("S"));
      return kind !== undefined && /^(?:GoTo|GoToR|GoToE|Thread|URI|Named|SubmitForm)$/.test(kind)
        ? undefined
        : `Actions of the type ${kind ?? "none"} are not allowed.`;
    },
  },
  {
    pdfA: "6.5.1",
    check({ inspected, entries }) {
      if (inspected.name(entries.get("S")) !== "Named") return undefined;
      const name = inspected.name(entries.get("N"));
      return name !== undefined && /^(?:NextPage|PrevPage|FirstPage|LastPage)$/.test(name)
        ? undefined
        : `The named action ${name ?? "none"} is not allowed.`;
    },
  },
  {
    pdfUa: "7.18.6.2",
    check({ inspected, entries }) {
      const clip = inspected.dict(inspected.dict(entries.get("R"))?.get("C"));
      if (!clip || inspected.name(entries.get("S")) !== "Rendition") return undefined;
      if (!clip.has("CT")) return "A media clip does not state its type (CT).";
      const alternatives = inspected.array(clip.get("Alt"));
      const isRight =
        alternatives !== undefined &&
        alternatives.length > 0 &&
        alternatives.length % 2 === 0 &&
        alternatives.every((text, index) => index % 2 === 0 || !isEmpty(inspected.text(text)));
      return isRight ? undefined : "A media clip has no alternative text (Alt).";
    },
  },
];

interface Field extends Action {
  readonly language: string | undefined;
}

const FIELD_RULES: readonly Rule<Field>[] = [
  {
    pdfA: "6.4.1",
    check: ({ entries }) => (entries.has("AA") ? "A form field has additional actions (AA)." : undefined),
  },
  {
    pdfUa: "7.2",
    check: ({ inspected, entries, language }) =>
      entries.has("TU") && language === undefined && !inspected.hasLanguage
        ? "The natural language of a form field's description (TU) cannot be determined."
        : undefined,
  },
];

/** Checks pages' entries, annotations, actions and form fields; answers the appearances that each page shows. */
export function inspectInteractive(inspected: InspectedDocument, structure: StructureTree): PdfStream[][] {
  const { document } = inspected;
  const seen = new Set<PdfDict>();
  const action = (object: PdfObject | undefined, place: Place) => inspectAction(inspected, object, place, seen);
  const { catalog } = document;
  action(catalog.get("OpenAction"), {});
  additionalActions(inspected, catalog, {}, action);
  inspectOutline(inspected, action);
  for (const [, script] of readNameTree(document, inspected.dict(catalog.get("Names"))?.get("JavaScript"))) {
    action(script, {});
  }
  inspectFields(inspected, structure, action);
  return document.pages.map((page, index) => {
    const place = { page: index + 1, object: page.ref.number };
    const annotations = inspected.array(page.dict.get("Annots")) ?? [];
    document.work.spend(16 * annotations.length);
    inspected.check(PAGE_RULES, { inspected, page, annotationCount: annotations.length }, place);
    additionalActions(inspected, page.dict, place, action);
    return annotations.flatMap((object) => {
      const entries = inspected.dict(object);
      if (!entries) return [];
      const at = { page: index + 1, object: inspected.numberOf(object) ?? page.ref.number };
      inspected.check(ANNOTATION_RULES, annotationOf(inspected, structure, page, entries), at);
      const language = inspected.text(entries.get("Lang"));
      if (language !== undefined) inspected.check(LANGUAGE_RULES, language, at);
      action(entries.get("A"), at);
      action(entries.get("PA"), at);
      additionalActions(inspected, entries, at, action);
      return appearancesOf(inspected, entries);
    });
  });
}

function annotationOf(
  inspected: InspectedDocument,
  structure: StructureTree,
  page: PdfPage,
  entries: PdfDict,
): Annotation {
  const flags = inspected.number(entries.get("F"));
  const isHidden = ((flags ?? 0) & HIDDEN) !== 0;
  const box = rectangle(inspected, pageEntry(inspected.document, page, "CropBox"));
  const crop = box ?? rectangle(inspected, pageEntry(inspected.document, page, "MediaBox"));
  const rect = rectangle(inspected, entries.get("Rect"));
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

const MAX_FIELD_DEPTH = 64;

function inheritedField(inspected: InspectedDocument, entries: PdfDict, key: string): PdfObject | undefined {
  let field: PdfDict | undefined = entries;
  for (let depth = 0; field && depth < MAX_FIELD_DEPTH; depth++) {
    inspected.document.work.spend(1);
    const value = field.get(key);
    if (value !== undefined) return value;
    field = inspected.dict(field.get("Parent"));
  }
  return undefined;
}

/** The field that a widget belongs to: itself when it has a name of its own, else the one above it. */
function fieldOf(inspected: InspectedDocument, widget: PdfDict): PdfDict {
  return widget.has("T") ? widget : (inspected.dict(widget.get("Parent")) ?? widget);
}

/** The normal appearances; of states all. */
function appearancesOf(inspected: InspectedDocument, entries: PdfDict): PdfStream[] {
  const normal = inspected.resolve(inspected.dict(entries.get("AP"))?.get("N"));
  if (normal instanceof PdfStream) return [normal];
  if (!(normal instanceof PdfDict)) return [];
  inspected.document.work.spend(normal.size);
  return [...normal.values()].flatMap((state) => inspected.stream(state) ?? []);
}

type Follow = (object: PdfObject | undefined, place: Place) => void;

function inspectAction(
  inspected: InspectedDocument,
  first: PdfObject | undefined,
  place: Place,
  seen: Set<PdfDict>,
): void {
  const pending = [first];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    inspected.document.work.spend(1);
    const entries = inspected.dict(object);
    if (!entries || seen.has(entries)) continue;
    seen.add(entries);
    inspected.check(
      ACTION_RULES,
      { inspected, entries },
      { ...place, object: inspected.numberOf(object) ?? place.object },
    );
    const next = entries.get("Next");
    pending.push(...(inspected.array(next) ?? (next === undefined ? [] : [next])));
  }
}

function additionalActions(inspected: InspectedDocument, owner: PdfDict, place: Place, action: Follow): void {
  for (const object of inspected.dict(owner.get("AA"))?.values() ?? []) action(object, place);
}

interface Outline {
  readonly inspected: InspectedDocument;
}

const OUTLINE_RULES: readonly Rule<Outline>[] = [
  {
    pdfUa: "7.2",
    check: ({ inspected }) =>
      inspected.hasLanguage ? undefined : "The natural language of the outline cannot be determined.",
  },
];

function inspectOutline(inspected: InspectedDocument, action: Follow): void {
  const root = inspected.dict(inspected.document.catalog.get("Outlines"));
  if (!root?.has("First")) return;
  inspected.check(OUTLINE_RULES, { inspected });
  const seen = new Set<PdfDict>();
  const pending = [root.get("First")];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    inspected.document.work.spend(1);
    const item = inspected.dict(object);
    if (!item || seen.has(item)) continue;
    seen.add(item);
    action(item.get("A"), { object: inspected.numberOf(object) });
    for (const key of ["Next", "First"]) {
      const next = item.get(key);
      if (next !== undefined) pending.push(next);
    }
  }
}

function inspectFields(inspected: InspectedDocument, structure: StructureTree, action: Follow): void {
  const { document } = inspected;
  const fields = inspected.array(inspected.dict(document.catalog.get("AcroForm"))?.get("Fields")) ?? [];
  walkTree(document, fields, undefined, ({ object, entries, context }) => {
    const place = { object: inspected.numberOf(object) };
    const element = structure.ofObject(inspected.number(entries.get("StructParent")));
    const language = inspected.text(entries.get("Lang")) ?? element?.language;
    inspected.check(FIELD_RULES, { inspected, entries, language }, place);
    additionalActions(inspected, entries, place, action);
    return { kids: inspected.array(entries.get("Kids")) ?? [], context };
  });
}

type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

function rectangle(inspected: InspectedDocument, object: PdfObject | undefined): Rectangle | undefined {
  const numbers = inspected.array(object)?.map((item) => inspected.number(item) ?? 0);
  if (!numbers || numbers.length < 4) return undefined;
  const [x = 0, y = 0, otherX = 0, otherY = 0] = numbers;
  return [Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)];
}
