import { jsonBody, request } from "./client.ts";

/** A file that a merge made. */
interface MergedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  isPdf: boolean;
}

export interface Merged {
  /** Its run; tests of data routes have one, too. */
  runId: string;
  files: readonly MergedFile[];
}

/**
 * Merges immediately and waits for the files: one comes as it is, several in JSON, as the interface defines it.
 * @throws Problem
 */
export async function mergeFiles(address: string, data: unknown): Promise<Merged> {
  const response = await request(address, { method: "POST", ...jsonBody(data ?? {}) });
  const runId = response.headers.get("x-run-id") ?? "";
  if (!response.headers.get("content-type")?.startsWith("application/json")) {
    const name = sentName(response.headers.get("content-disposition") ?? "");

    return { runId, files: [fileOf(name, new Uint8Array(await response.arrayBuffer()))] };
  }
  const { files } = (await response.json()) as { files: { name: string; file_contents: string }[] };

  return { runId, files: files.map(({ name, file_contents }) => fileOf(name, Uint8Array.fromBase64(file_contents))) };
}

/** RFC 6266: the name of a file as it was sent; the extended form has letters that the plain one cannot hold. */
function sentName(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended) return decodeURIComponent(extended);

  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? "file";
}

const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>): MergedFile => ({
  name,
  bytes,
  isPdf: /\.pdf$/i.test(name),
});
