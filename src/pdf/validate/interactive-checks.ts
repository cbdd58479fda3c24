import { walkTree } from "../metered-walk.ts";
import { readNameTree } from "../name-tree.ts";
import type { PdfDict, PdfObject, PdfStream } from "../objects.ts";
import type { PdfPage } from "../page-tree.ts";
import { type Action, additionalActions, type Follow, inspectAction } from "./action-checks.ts";
import { ANNOTATION_CHECKS, annotationOf, appearancesOf } from "./annotation-checks.ts";
import type { Check, Place } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import { readRectangle } from "./rectangle.ts";
import { LANGUAGE_CHECKS } from "./structure-checks.ts";
import type { StructureTree } from "./structure-tree.ts";

interface PageSubject {
  readonly inspected: InspectedDocument;
  readonly page: PdfPage;
  readonly annotationCount: number;
}

const LARGEST_SIDE = 14_400;
const SMALLEST_SIDE = 3;

const PAGE_CHECKS: readonly Check<PageSubject>[] = [
  {
    pdfA: "6.1.13",
    check({ inspected, page }) {
      for (const key of ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]) {
        const box = readRectangle(inspected, page.dict.get(key) ?? page.inherited.get(key));
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

interface Field extends Action {
  readonly language: string | undefined;
}

const FIELD_CHECKS: readonly Check<Field>[] = [
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

/** Checks pages' entries, annotations, actions and form fields; returns the appearances that each page shows. */
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
    document.work.charge("object", 16 * annotations.length);
    inspected.check(PAGE_CHECKS, { inspected, page, annotationCount: annotations.length }, place);
    additionalActions(inspected, page.dict, place, action);
    return annotations.flatMap((object) => {
      const entries = inspected.dict(object);
      if (!entries) return [];
      const at = { page: index + 1, object: inspected.numberOf(object) ?? page.ref.number };
      inspected.check(ANNOTATION_CHECKS, annotationOf(inspected, structure, page, entries), at);
      const language = inspected.text(entries.get("Lang"));
      if (language !== undefined) inspected.check(LANGUAGE_CHECKS, language, at);
      action(entries.get("A"), at);
      action(entries.get("PA"), at);
      additionalActions(inspected, entries, at, action);
      return appearancesOf(inspected, entries);
    });
  });
}

interface Outline {
  readonly inspected: InspectedDocument;
}

const OUTLINE_CHECKS: readonly Check<Outline>[] = [
  {
    pdfUa: "7.2",
    check: ({ inspected }) =>
      inspected.hasLanguage ? undefined : "The natural language of the outline cannot be determined.",
  },
];

function inspectOutline(inspected: InspectedDocument, action: Follow): void {
  const root = inspected.dict(inspected.document.catalog.get("Outlines"));
  if (!root?.has("First")) return;
  inspected.check(OUTLINE_CHECKS, { inspected });
  const seen = new Set<PdfDict>();
  const pending = [root.get("First")];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    inspected.document.work.charge("object");
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
    inspected.check(FIELD_CHECKS, { inspected, entries, language }, place);
    additionalActions(inspected, entries, place, action);
    return { kids: inspected.array(entries.get("Kids")) ?? [], context };
  });
}
