import { Failure } from "../../domain/failure.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateSource } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";
import { snapshotOf } from "../merge-target.ts";
import { runDocumentTests } from "./document-tests.ts";

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
