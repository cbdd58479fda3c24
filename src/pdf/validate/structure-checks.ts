import { isUtf8 } from "./color-checks.ts";
import { attribute } from "./element-attributes.ts";
import type { Check } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import { isStandardType, type StructureElement, type StructureTree } from "./structure-tree.ts";
import { inspectTable } from "./table-checks.ts";

const LANGUAGE_TAG = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/;

/** For every Lang: of the catalog, of elements and of marked content. */
export const LANGUAGE_CHECKS: readonly Check<string>[] = [
  {
    pdfA: "6.7.4",
    level: "a",
    check: (language) =>
      language === "" || LANGUAGE_TAG.test(language) ? undefined : `The language ${language} is not a language tag.`,
  },
  {
    pdfUa: "7.2",
    check: (language) =>
      LANGUAGE_TAG.test(language) ? undefined : `${language || "An empty text"} is not a language tag.`,
  },
];

const DOCUMENT_CHECKS: readonly Check<InspectedDocument>[] = [
  {
    pdfA: "6.7.2.2",
    level: "a",
    check: (inspected) =>
      inspected.resolve(inspected.dict(inspected.document.catalog.get("MarkInfo"))?.get("Marked")) === true
        ? undefined
        : "The catalog does not say that the document is tagged (MarkInfo, Marked).",
  },
  {
    pdfUa: "7.1",
    check: (inspected) =>
      inspected.resolve(inspected.dict(inspected.document.catalog.get("MarkInfo"))?.get("Suspects")) === true
        ? "The catalog says that tags are suspect (MarkInfo, Suspects)."
        : undefined,
  },
  {
    pdfA: "6.7.3.3",
    pdfUa: "7.1",
    level: "a",
    check: (inspected) =>
      inspected.dict(inspected.document.catalog.get("StructTreeRoot"))
        ? undefined
        : "The document has no structure tree.",
  },
  {
    pdfUa: "7.1",
    check(inspected) {
      const preferences = inspected.dict(inspected.document.catalog.get("ViewerPreferences"));
      return inspected.resolve(preferences?.get("DisplayDocTitle")) === true
        ? undefined
        : "The document's title is not shown (ViewerPreferences, DisplayDocTitle).";
    },
  },
];

interface ElementSubject {
  readonly inspected: InspectedDocument;
  readonly tree: StructureTree;
  readonly element: StructureElement;
  readonly kinds: readonly (string | undefined)[];
}

/** A rule for elements of one standard type. */
function ofType(type: string, check: (subject: ElementSubject) => string | undefined): Check<ElementSubject> {
  return { pdfUa: "7.2", check: (subject) => (subject.element.standardType === type ? check(subject) : undefined) };
}

function within(type: string, ...parents: string[]): Check<ElementSubject> {
  return ofType(type, ({ element }) => {
    const parent = element.parent?.standardType;
    return parent !== undefined && parents.includes(parent)
      ? undefined
      : `${type} is within ${parent ?? "the root"} instead of ${parents.join(" or ")}.`;
  });
}

function holdsOnly(type: string, ...allowed: string[]): Check<ElementSubject> {
  return ofType(type, ({ kinds }) => {
    const other = kinds.find((kind) => kind === undefined || !allowed.includes(kind));
    return kinds.length === 0 || kinds.every((kind) => kind !== undefined && allowed.includes(kind))
      ? undefined
      : `${type} holds ${other ?? "a type without a standard meaning"}; it may hold ${allowed.join(", ")}.`;
  });
}

const countOf = (kinds: readonly (string | undefined)[], kind: string) => kinds.filter((one) => one === kind).length;

function undeterminedLanguage(key: string): Check<ElementSubject> {
  return {
    pdfUa: "7.2",
    check: ({ inspected, element }) =>
      element.entries.has(key) && element.language === undefined && !inspected.hasLanguage
        ? `The natural language of an element's ${key} cannot be determined.`
        : undefined,
  };
}

function hasAlternative({ inspected, element: { entries } }: ElementSubject): boolean {
  return (inspected.text(entries.get("Alt")) ?? "") !== "" || inspected.text(entries.get("ActualText")) !== undefined;
}

const ELEMENT_CHECKS: readonly Check<ElementSubject>[] = [
  {
    pdfA: "6.7.3.4",
    pdfUa: "7.1",
    level: "a",
    check: ({ element: { type, standardType }, tree }) =>
      standardType === undefined && !tree.isCircular(type)
        ? `The structure type ${type} is not mapped to a standard type.`
        : undefined,
  },
  {
    pdfA: "6.7.3.4",
    pdfUa: "7.1",
    level: "a",
    check: ({ element: { type }, tree }) =>
      tree.isCircular(type) ? `The structure type ${type} is mapped in a circle.` : undefined,
  },
  {
    pdfUa: "7.1",
    check: ({ element: { type }, tree }) =>
      isStandardType(type) && tree.roleMap?.has(type) ? `The standard structure type ${type} is mapped.` : undefined,
  },
  {
    pdfA: "6.1.8",
    check: ({ element: { type } }) => (isUtf8(type) ? undefined : "The name of a structure type is not UTF-8."),
  },
  holdsOnly("Table", "TR", "THead", "TBody", "TFoot", "Caption"),
  within("TR", "Table", "THead", "TBody", "TFoot"),
  within("THead", "Table"),
  within("TBody", "Table"),
  within("TFoot", "Table"),
  within("TH", "TR"),
  within("TD", "TR"),
  holdsOnly("TR", "TH", "TD"),
  holdsOnly("THead", "TR"),
  holdsOnly("TBody", "TR"),
  holdsOnly("TFoot", "TR"),
  ofType("Table", ({ kinds }) =>
    ["THead", "TFoot", "Caption"]
      .filter((kind) => countOf(kinds, kind) > 1)
      .map((kind) => `A table has more than one ${kind}.`)
      .at(0),
  ),
  ofType("Table", ({ kinds }) =>
    (kinds.includes("THead") || kinds.includes("TFoot")) && !kinds.includes("TBody")
      ? "A table with a THead or TFoot has no TBody."
      : undefined,
  ),
  ofType("Table", ({ kinds }) =>
    kinds.slice(1, -1).includes("Caption") ? "A table's Caption is neither its first nor its last element." : undefined,
  ),
  within("LI", "L"),
  within("LBody", "LI"),
  holdsOnly("L", "L", "LI", "Caption"),
  holdsOnly("LI", "Lbl", "LBody"),
  within("TOCI", "TOC"),
  holdsOnly("TOC", "TOC", "TOCI", "Caption"),
  ofType("TOC", ({ kinds }) =>
    kinds.slice(1).includes("Caption") ? "The Caption of a TOC is not its first element." : undefined,
  ),
  ofType("L", ({ kinds }) =>
    kinds.slice(1).includes("Caption") ? "The Caption of a list is not its first element." : undefined,
  ),
  undeterminedLanguage("ActualText"),
  undeterminedLanguage("Alt"),
  undeterminedLanguage("E"),
  {
    pdfUa: "7.3",
    check: (subject) =>
      subject.element.standardType === "Figure" && !hasAlternative(subject)
        ? "A figure has neither an alternative description (Alt) nor a replacement text (ActualText)."
        : undefined,
  },
  {
    pdfUa: "7.7",
    check: (subject) =>
      subject.element.standardType === "Formula" && !hasAlternative(subject)
        ? "A formula has neither an alternative description (Alt) nor a replacement text (ActualText)."
        : undefined,
  },
  {
    pdfUa: "7.4.4",
    check: ({ kinds }) => (countOf(kinds, "H") > 1 ? "An element has more than one H." : undefined),
  },
  {
    pdfUa: "7.9",
    check: ({ inspected, element }) =>
      element.standardType === "Note" && (inspected.text(element.entries.get("ID")) ?? "") === ""
        ? "A note has no ID."
        : undefined,
  },
  {
    pdfUa: "7.18.4",
    check({ inspected, element }) {
      if (element.standardType !== "Form" || attribute(inspected, element, "Role") !== undefined) return undefined;
      const kids = element.entries.get("K");
      const list = inspected.array(kids) ?? (kids === undefined ? [] : [kids]);
      const isReference = inspected.name(inspected.dict(list[0])?.get("Type")) === "OBJR";
      return list.length === 1 && isReference ? undefined : "A Form without a Role does not hold exactly one widget.";
    },
  },
];

interface Heading {
  readonly level: number;
  readonly before: number;
}

const HEADING_CHECKS: readonly Check<Heading>[] = [
  {
    pdfUa: "7.4.2",
    check: ({ level, before }) =>
      level > before + 1 ? `The heading H${level} follows ${before === 0 ? "no heading" : `H${before}`}.` : undefined,
  },
];

const MIXED_HEADING_CHECKS: readonly Check<readonly StructureElement[]>[] = [
  {
    pdfUa: "7.4.4",
    check: (elements) =>
      elements.some(({ standardType }) => standardType === "H") &&
      elements.some(({ standardType }) => headingLevel(standardType) > 0)
        ? "The document uses both H and numbered headings."
        : undefined,
  },
];

const NOTE_CHECKS: readonly Check<string>[] = [
  { pdfUa: "7.9", check: (id) => `The ID ${id} belongs to more than one note.` },
];

function headingLevel(type: string | undefined): number {
  return Number(/^H([1-9]\d*)$/.exec(type ?? "")?.[1] ?? 0);
}

/** Checks the structure of the document (ISO 19005-2, 6.7; ISO 14289-1, 7.1 to 7.9). */
export function inspectStructure(inspected: InspectedDocument, tree: StructureTree): void {
  inspected.check(DOCUMENT_CHECKS, inspected);
  const language = inspected.text(inspected.document.catalog.get("Lang"));
  if (language !== undefined) inspected.check(LANGUAGE_CHECKS, language);
  inspected.check(MIXED_HEADING_CHECKS, tree.elements);
  let level = 0;
  const notes = new Set<string>();
  for (const element of tree.elements) {
    inspected.document.work.charge("object", 32);
    const place = { object: element.number };
    const own = inspected.text(element.entries.get("Lang"));
    if (own !== undefined) inspected.check(LANGUAGE_CHECKS, own, place);
    const kinds = element.kids.map((kid) => kid.standardType);
    inspected.check(ELEMENT_CHECKS, { inspected, tree, element, kinds }, place);
    const heading = headingLevel(element.standardType);
    if (heading > 0) {
      inspected.check(HEADING_CHECKS, { level: heading, before: level }, place);
      level = heading;
    }
    if (element.standardType === "Note") {
      const id = inspected.text(element.entries.get("ID")) ?? "";
      if (id !== "" && notes.has(id)) inspected.check(NOTE_CHECKS, id, place);
      notes.add(id);
    }
    if (element.standardType === "Table") inspectTable(inspected, element);
  }
}
