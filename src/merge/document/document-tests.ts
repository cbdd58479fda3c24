import { appendAll } from "../../domain/collections/long-lists.ts";
import type { DocumentTest } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { type MergeData, mergeDataOf, withoutPrototype } from "../../domain/merge-data.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { openPdf } from "../../pdf/document.ts";
import { shownText, withoutBlanks } from "../../pdf/extract/shown-text.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateSource } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";
import { snapshotOf } from "../merge-target.ts";
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
  if (test.warnings === false) appendAll(problems, warnings);

  return problems;
}

async function sampleData(
  { store }: MergeServices,
  workspaceId: string,
  { documentId }: DocumentSnapshot,
  name: string,
): Promise<MergeData | undefined> {
  const sample = await store.samples.byName(workspaceId, documentId, name);

  return sample && mergeDataOf(sample.data);
}

/** Runs that say which fields are in use. */
const LAST_RUNS = 20;

/**
 * Lets a template become the one that merges use only if the document's own tests pass with it and if it has all fields
 * for which the last runs had data.
 * @param document with the settings that it will have
 * @throws Failure `tests_failed`, `fields_dropped`
 */
export async function guardPublication(
  services: MergeServices,
  document: StoredDocument,
  source: TemplateSource,
  fields: readonly { name: string }[],
): Promise<void> {
  const tests = await runDocumentTests(services, document.workspaceId, snapshotOf(document), source);
  const failed = tests.filter(({ problems }) => problems.length > 0);
  if (failed.length > 0) {
    throw new Failure(
      "tests_failed",
      `The version was not published: ${failed.length} of ${tests.length} tests failed.`,
      { errors: failed.flatMap(({ name, problems }) => problems.map((message) => ({ tag: name, message }))) },
    );
  }

  const dropped = await droppedFields(services, document, new Set(fields.map(({ name }) => name)));
  if (dropped.length === 0) return;
  throw new Failure(
    "fields_dropped",
    `The version was not published: it drops ${dropped.length} ${dropped.length === 1 ? "field" : "fields"} that the last runs used.`,
    {
      errors: dropped.map((name) => ({
        tag: name,
        message: `The field ${name} had data in the last runs and is not in this version.`,
      })),
    },
  );
}

async function droppedFields(
  { store }: MergeServices,
  { id, workspaceId }: StoredDocument,
  kept: ReadonlySet<string>,
): Promise<string[]> {
  const filter = { documentId: id, status: "done", test: false } as const;
  const [runs, current] = await Promise.all([
    store.runs.list(workspaceId, filter, { limit: LAST_RUNS, descending: true }),
    store.fields.ofDocument(workspaceId, id),
  ]);
  const used = new Set(runs.flatMap(({ fields }) => fields.found));

  return current.map(({ name }) => name).filter((name) => used.has(name) && !kept.has(name));
}
