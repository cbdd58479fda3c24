import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { CallFailure, ServiceCalls } from "./service-calls.ts";

/** A result as JSON text, with pictures or files after it, and as an object: a list is its member `items`. */
export function answer(value: object, others: CallToolResult["content"] = []): CallToolResult {
  const structuredContent: Record<string, unknown> = Array.isArray(value) ? { items: value } : { ...value };
  return { content: [{ type: "text", text: JSON.stringify(value, null, 1) }, ...others], structuredContent };
}

/** What a tool that lists answers. */
export const listed = (description: string) => z.object({ items: z.array(z.looseObject({})).describe(description) });

/** What a tool answers that changes or sends something. */
export const changed = (members: z.ZodRawShape = {}) =>
  z.looseObject({
    done: z.boolean().optional().describe("false: nothing was done, `would` says what would be"),
    would: z.string().optional().describe("What it would do with confirm: true"),
    ...members,
  });

/** A refusal that says what is missing, in a sentence. */
export const lacks = (sentence: string): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: sentence }],
});

/** Hints for clients that ask before they call: what reads only, and what changes or sends. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const;
export const REPLACES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;
export const SENDS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const;

/** What a tool that changes or sends answers until the caller confirms. */
export function askForConfirm(whatWouldHappen: string, details: object = {}): CallToolResult {
  return answer({
    done: false,
    would: whatWouldHappen,
    ...details,
    to_do_it: "Show this to the person you work for; when they agree, call the tool again with confirm: true.",
  });
}

/** Runs a tool; a refusal of the service becomes an answer that names the remedy. */
export async function answered(calls: ServiceCalls, run: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    return failed(await calls.failureOf(error));
  }
}

function failed({ status, problem: { error, code, errors = [] } }: CallFailure): CallToolResult {
  const items = errors.map(({ pointer, part, tag, line, column, message }) => {
    const place = [part ?? pointer, line === undefined ? undefined : `line ${line}, column ${column ?? 1}`, tag];
    return `- ${[...place.filter(Boolean), message].join(": ")}`;
  });
  const remedy = remedyOf(code, status);
  const lines = [error, ...items, ...(remedy ? [`What to do: ${remedy}`] : []), ...(code ? [`(${code})`] : [])];

  return { isError: true, content: [{ type: "text", text: lines.join("\n") }] };
}

/** What an agent can do that the sentence of the failure, written for people, does not say. */
function remedyOf(code: string | undefined, status: number): string | undefined {
  if (code === "document_not_found") return "find the id with list_documents.";
  if (code === "run_not_found") return "find the id with list_runs.";
  if (code === "template_invalid")
    return "correct the places above and call save_document again; the language is in this server's instructions.";
  if (code === "merge_failed") return "call get_document for the fields and their types, then send data that fits.";
  if (code === "tests_failed" || code === "fields_dropped")
    return "repair the draft with save_document, look at it with test_merge, and publish again; force only if the person wants it.";
  if (code === "precondition_failed")
    return "somebody changed the document in the meantime: call get_document and begin from there.";
  if (status === 401 || status === 403)
    return "the credentials of this connection do not allow it; ask the person to check them.";
  if (status === 429 || status >= 500) return "wait a little and call the same tool again.";
  return undefined;
}
