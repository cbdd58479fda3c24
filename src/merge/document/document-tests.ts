import type { DocumentTest } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { openPdf } from "../../pdf/document.ts";
import { shownText, withoutBlanks } from "../../pdf/extract/shown-text.ts";
import type { MergeData, TemplateSource } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";
import { type MergePreview, previewMerge } from "./preview-merge.ts";

/** The outcome of one of a document's tests. */
export interface TestResult {
  name: string;
  /** What is not as the test says; empty if it passed. */
  problems: string[];
}

/** Runs a document's own tests on a template, one after the other; each is a merge that leaves nothing behind. */
export async function runDocumentTests(
  services: MergeServices,
  workspaceId: string,
  snapshot: DocumentSnapshot,
  source: TemplateSource,
): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const test of snapshot.settings.tests ?? []) {
    results.push({ name: test.name, problems: await problemsOf(services, workspaceId, snapshot, source, test) });
  }
  return results;
}

async function problemsOf(
  services: MergeServices,
  workspaceId: string,
  snapshot: DocumentSnapshot,
  source: TemplateSource,
  test: DocumentTest,
): Promise<string[]> {
  const data =
    test.sample === undefined ? (test.data ?? {}) : await sampleData(services, workspaceId, snapshot, test.sample);
  if (data === undefined) return [`The document has no sample "${test.sample}".`];

  try {
    return differences(await previewMerge(services, workspaceId, snapshot, source, withoutPrototype(data)), test);
  } catch (error) {
    if (error instanceof Failure && error.code !== "browser_unavailable") return [error.message];
    throw error;
  }
}

function differences({ bytes, trace, warnings }: MergePreview, test: DocumentTest): string[] {
  const problems: string[] = [];
  const pdf = openPdf(bytes);
  const pageCount = pdf.pages.length;
  if (test.pages !== undefined && pageCount !== test.pages) {
    problems.push(`The PDF has ${pageCount} pages instead of ${test.pages}.`);
  }
  const { text = [], no_text: noText = [] } = test;
  const shown = text.length + noText.length > 0 ? shownText(pdf) : "";
  for (const wanted of text) {
    if (!shown.includes(withoutBlanks(wanted))) problems.push(`The PDF does not show the text "${wanted}".`);
  }
  for (const unwanted of noText) {
    if (shown.includes(withoutBlanks(unwanted))) problems.push(`The PDF shows the text "${unwanted}".`);
  }
  const missing = (trace?.missing ?? []).filter((name) => test.missing && !test.missing.includes(name));
  for (const name of missing) problems.push(`The field ${name} has no data.`);
  if (test.warnings === false) problems.push(...warnings);

  return problems;
}

async function sampleData(
  { store }: MergeServices,
  workspaceId: string,
  { documentId }: DocumentSnapshot,
  name: string,
): Promise<Record<string, unknown> | undefined> {
  const sample = await store.samples.byName(workspaceId, documentId, name);

  return sample && (JSON.parse(sample.data) as Record<string, unknown>);
}

const withoutPrototype = (data: Record<string, unknown>): MergeData => Object.assign(Object.create(null), data);
