import * as z from "zod";
import type { ServiceCalls } from "./service-calls.ts";

const versionsShape = z.array(z.looseObject({ version: z.int(), draft: z.int() }));

const testedShape = z.looseObject({
  passed: z.boolean(),
  tests: z.array(z.looseObject({ name: z.string(), passed: z.boolean(), problems: z.array(z.string()) })),
});

/** The draft that waits to be published: the newest version, if it is one. */
export async function waitingDraft(calls: ServiceCalls, documentId: string): Promise<number | undefined> {
  const query = { order: "-version", limit: 1 };
  const [newest] = versionsShape.parse(await calls.get(`/api/documents/${documentId}/versions`, query));

  return newest?.draft === 1 ? newest.version : undefined;
}

/** Number of the newest version. */
export async function newestVersion(calls: ServiceCalls, documentId: string): Promise<number | undefined> {
  const query = { order: "-version", limit: 1 };
  const [newest] = versionsShape.parse(await calls.get(`/api/documents/${documentId}/versions`, query));
  return newest?.version;
}

/** What the document's own tests say about a version. */
export async function testsOf(calls: ServiceCalls, documentId: string, version: number) {
  return testedShape.parse(await calls.post(`/api/documents/${documentId}/versions/${version}/test`, {}));
}
