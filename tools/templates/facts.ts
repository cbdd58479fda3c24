import { present } from "../../src/domain/present.ts";

// What expect.json of a template folder may state, and how each statement is checked against the merged file's text.

export interface Facts {
  must?: string[];
  mustNot?: string[];
  order?: string[];
  counts?: Record<string, number>;
  header?: string[];
  footer?: string[];
  footnotes?: string[];
  hyperlinkTargets?: string[];
  coreTitle?: string;
  images?: number;
  qrDecodesTo?: string[];
  pagesMin?: number;
  emptyParagraphsMax?: number;
  slideOrder?: string[];
  cells?: Record<string, unknown>;
  formulas?: Record<string, string>;
  mergedIncludes?: string[];
  conditionalFormatRange?: string;
  printArea?: string;
  definedName?: Record<string, string>;
  chartRanges?: string[];
  tableRef?: string;
  noTags?: boolean;
  fieldNames?: string[];
  mergeFields?: string[];
  filled?: Record<string, unknown>;
}

/** Members that explain or steer, and state nothing. */
export const NO_FACTS: ReadonlySet<string> = new Set(["note", "normalize", "comment", "description"]);

/** Collects what was checked and what failed. */
export class Verdict {
  checked = 0;
  readonly failures: string[] = [];

  expect(holds: boolean, fact: string): void {
    this.checked++;
    if (!holds) this.failures.push(fact);
  }

  includes(text: string, part: string, where: string): void {
    this.expect(text.includes(part), `${where} lacks ${JSON.stringify(part)}`);
  }
}

export const collapse = (text: string): string => text.replace(/\s+/g, " ").trim();

/** must, mustNot, order and the counts of texts. */
export function checkText(facts: Facts, text: string, verdict: Verdict, normalize = collapse): void {
  const visible = normalize(text);
  for (const part of facts.must ?? []) verdict.includes(visible, normalize(part), "the text");
  let rest = visible;
  for (const part of facts.must ?? []) rest = rest.replaceAll(normalize(part), " ");
  for (const part of facts.mustNot ?? [])
    verdict.expect(!rest.includes(normalize(part)), `the text holds ${JSON.stringify(part)}`);
  const positions = (facts.order ?? []).map((part) => visible.indexOf(normalize(part)));
  if (facts.order)
    verdict.expect(
      positions.every((at, index) => at >= 0 && (index === 0 || at > present(positions[index - 1]))),
      `the order is not ${facts.order.join(", ")}`,
    );
}

export const occurrences = (text: string, part: string): number => text.split(part).length - 1;
