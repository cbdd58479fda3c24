/** A file, or facts, that a tool made. */
export interface Made {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
  /** Size of what it was made from, in bytes. */
  before: number;
  facts?: Record<string, unknown>;
  warnings: readonly string[];
}

/** What the answer of a tool holds. */
export async function madeOf(response: Response, files: readonly { file: File }[]): Promise<Made[]> {
  const mediaType = response.headers.get("content-type") ?? "";
  const before = files.reduce((sum, { file }) => sum + file.size, 0);
  const disposition = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const name = encoded
    ? decodeURIComponent(encoded)
    : (/filename="([^"]*)"/.exec(disposition)?.[1] ?? files[0]?.file.name ?? "file");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const facts = mediaType.startsWith("application/json")
    ? (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>)
    : undefined;
  const warnings = response.headers.get("conversion-warnings");

  return [{ name, bytes, mediaType, before, warnings: warnings ? [warnings] : [], ...(facts ? { facts } : {}) }];
}
