import { present } from "../src/domain/present.ts";
import { paragraph, wordDocument } from "../test/support/office-files.ts";
import { pause } from "./harness.ts";

/** What came of a merge. */
export interface Answer {
  /** Milliseconds from the beginning of the phase to when the request was sent. */
  at: number;
  ms: number;
  /** 0 if there was no answer. */
  status: number;
  retryAfter: string | null;
  /** Of a merge that was accepted for later. */
  runId: string | undefined;
}

export const isMerged = ({ status }: Answer): boolean => status === 201;

const LINES = "{foreach $rows as $row}{$row.name|escape}: {$row.amount|number_format:2}{/foreach}";
const word = wordDocument(
  `${paragraph("Dear {$Name},")}<w:p/>${paragraph(LINES)}${paragraph("{$Total|number_format:2}")}`,
);
const file_contents = Buffer.from(word).toString("base64");

/** What most services merge, as members of a document. */
export const TEMPLATES = {
  html: { type: "html", output: "html", html: `<p>Dear {$Name}</p><p>${LINES}</p>` },
  docx: { type: "docx", output: "docx", file_contents },
  "docx to PDF": { type: "docx", output: "pdf", file_contents },
  "html to PDF": { type: "html", output: "pdf", html: `<h1>Dear {$Name}</h1><p>${LINES}</p>` },
};

/** Their data. */
export const dataOf = (rows: number, at = 0): string =>
  JSON.stringify({
    Name: `Ann Example ${at}`,
    Total: 1234.5,
    rows: Array.from({ length: rows }, (_, index) => ({ name: `Item ${at}-${index}`, amount: index * 1.5 })),
  });

export async function merge(address: string, body: string, start: number): Promise<Answer> {
  const sent = Date.now();
  const headers = { "content-type": "application/json" };
  const response = await fetch(address, { method: "POST", headers, body }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  const retryAfter = response?.headers.get("retry-after") ?? null;
  const isLater = response?.ok && response.headers.get("content-type")?.includes("json");
  const runId = (isLater && response.headers.get("x-run-id")) || undefined;
  return { at: sent - start, ms: Date.now() - sent, status: response?.status ?? 0, retryAfter, runId };
}

/** Sends `rate` merges a second on time, however many are unanswered. */
export async function phase(
  rate: number,
  seconds: number,
  addresses: readonly string[],
  data: (index: number) => string,
): Promise<Answer[]> {
  const start = Date.now();
  const pending: Promise<Answer>[] = [];
  for (let index = 0; index < rate * seconds; index++) {
    const wait = start + (index * 1_000) / rate - Date.now();
    if (wait > 0) await pause(wait);
    pending.push(merge(present(addresses[index % addresses.length]), data(index), start));
  }
  return await Promise.all(pending);
}
