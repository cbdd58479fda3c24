import type { PdfDict } from "../objects.ts";
import type { Check } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import type { StructureElement } from "./structure-tree.ts";

/** A sequence of marked content (ISO 32000-1, 14.6), with what applies within it because of those around it. */
export interface MarkedContent {
  readonly tag: string;
  readonly properties: PdfDict | undefined;
  /** The element that its MCID belongs to. */
  readonly element: StructureElement | undefined;
  readonly language: string | undefined;
  readonly isTagged: boolean;
  readonly isArtifact: boolean;
  /** An ActualText stands for what is shown. */
  readonly hasReplacement: boolean;
}

/** What is drawn, within its innermost marked content. */
export const CONTENT_CHECKS: readonly Check<MarkedContent | undefined>[] = [
  {
    pdfUa: "7.1",
    check: (mark) =>
      mark?.isTagged || mark?.isArtifact ? undefined : "Content is neither tagged nor marked as an artifact.",
  },
];

interface Tagging {
  readonly inspected: InspectedDocument;
  readonly mark: MarkedContent;
  readonly outer: MarkedContent | undefined;
}

function undeterminedLanguage(key: string): Check<Tagging> {
  return {
    pdfUa: "7.2",
    check: ({ inspected, mark }) =>
      mark.tag === "Span" && mark.properties?.has(key) && mark.language === undefined && !inspected.hasLanguage
        ? `The natural language of ${key} in marked content cannot be determined.`
        : undefined,
  };
}

export const TAG_CHECKS: readonly Check<Tagging>[] = [
  {
    pdfUa: "7.1",
    check: ({ mark, outer }) =>
      mark.tag === "Artifact" && outer?.isTagged ? "An artifact is inside tagged content." : undefined,
  },
  {
    pdfUa: "7.1",
    check: ({ mark, outer }) =>
      mark.element && outer?.isArtifact ? "Tagged content is inside an artifact." : undefined,
  },
  undeterminedLanguage("ActualText"),
  undeterminedLanguage("Alt"),
  undeterminedLanguage("E"),
];

interface ShownText {
  readonly inspected: InspectedDocument;
  readonly mark: MarkedContent | undefined;
}

export const TEXT_CHECKS: readonly Check<ShownText>[] = [
  {
    pdfUa: "7.2",
    check: ({ inspected, mark }) =>
      inspected.hasLanguage || mark?.language !== undefined || mark?.isArtifact
        ? undefined
        : "The natural language of text cannot be determined.",
  },
];

/** How often a form with marked content of its own is drawn. */
export const SHARED_FORM_CHECKS: readonly Check<number>[] = [
  {
    pdfUa: "7.20",
    check: (count) => (count > 1 ? "A form with tagged content is drawn more than once." : undefined),
  },
];
