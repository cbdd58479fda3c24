import type { PdfDict } from "../objects.ts";
import type { Rule } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import type { StructureElement, StructureTree } from "./structure-tree.ts";

/** A sequence of marked content (ISO 32000-1, 14.6). */
export interface MarkedContent {
  readonly tag: string;
  readonly properties: PdfDict | undefined;
  /** The element that its MCID belongs to. */
  readonly element: StructureElement | undefined;
  /** Its own, that of its element, or of what is around it. */
  readonly language: string | undefined;
}

interface Drawn {
  readonly marks: readonly MarkedContent[];
  readonly structure: StructureTree;
}

const isReal = ({ element }: MarkedContent) => element !== undefined;
const isArtifact = ({ tag }: MarkedContent) => tag === "Artifact";

export const CONTENT_RULES: readonly Rule<Drawn>[] = [
  {
    pdfUa: "7.1",
    check: ({ marks }) =>
      marks.some((mark) => isReal(mark) || isArtifact(mark))
        ? undefined
        : "Content is neither tagged nor marked as an artifact.",
  },
];

interface Tagging {
  readonly inspected: InspectedDocument;
  readonly mark: MarkedContent;
  readonly outer: readonly MarkedContent[];
}

function undeterminedLanguage(key: string): Rule<Tagging> {
  return {
    pdfUa: "7.2",
    check: ({ inspected, mark }) =>
      mark.tag === "Span" && mark.properties?.has(key) && mark.language === undefined && !inspected.hasLanguage
        ? `The natural language of ${key} in marked content cannot be determined.`
        : undefined,
  };
}

export const TAG_RULES: readonly Rule<Tagging>[] = [
  {
    pdfUa: "7.1",
    check: ({ mark, outer }) =>
      isArtifact(mark) && outer.some(isReal) ? "An artifact is inside tagged content." : undefined,
  },
  {
    pdfUa: "7.1",
    check: ({ mark, outer }) =>
      isReal(mark) && outer.some(isArtifact) ? "Tagged content is inside an artifact." : undefined,
  },
  undeterminedLanguage("ActualText"),
  undeterminedLanguage("Alt"),
  undeterminedLanguage("E"),
];

interface ShownText {
  readonly inspected: InspectedDocument;
  readonly marks: readonly MarkedContent[];
}

export const TEXT_RULES: readonly Rule<ShownText>[] = [
  {
    pdfUa: "7.2",
    check: ({ inspected, marks }) =>
      inspected.hasLanguage || marks.at(-1)?.language !== undefined || marks.some(isArtifact)
        ? undefined
        : "The natural language of text cannot be determined.",
  },
];

/** How often a form with marked content of its own is drawn. */
export const SHARED_FORM_RULES: readonly Rule<number>[] = [
  {
    pdfUa: "7.20",
    check: (count) => (count > 1 ? "A form with tagged content is drawn more than once." : undefined),
  },
];
