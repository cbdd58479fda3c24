/** A file that the service returned. */
export interface AnsweredFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The run that made it; empty for what the tools make. */
  runId: string;
  /** What was odd about a merge, or what a conversion could not keep, in sentences. */
  warnings: string[];
}

/** The JSON of an answer; failures have already been thrown. */
export async function dataOf<Data>(
  call: Promise<{ data?: Data | undefined; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, response } = await call;
  if (data === undefined || data === null)
    throw new Error(`${response.url} returned nothing, where it should return JSON.`);
  return data;
}

/** The file of an answer; its call needs `parseAs: "stream"`. */
export async function fileOf(call: Promise<{ response: Response }>): Promise<AnsweredFile> {
  const { response } = await call;
  const { headers } = response;
  return {
    name: fileName(headers.get("content-disposition") ?? "") ?? "file",
    mediaType: headers.get("content-type") ?? "application/octet-stream",
    bytes: new Uint8Array(await response.arrayBuffer()),
    runId: runIdOf(response),
    warnings: [...stringList(headers.get("conversion-warnings") ?? ""), ...stringList(headers.get("x-warnings") ?? "")],
  };
}

/** The run that a merge made. */
export function runIdOf({ headers }: Response): string {
  return headers.get("x-run-id") ?? "";
}

/** The name in a Content-Disposition (RFC 6266): `filename*` is the exact one. */
function fileName(header: string): string | undefined {
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);

  const [, quoted, bare] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? bare;
}

/** The strings and display strings of a list (RFC 9651, 3.1, 3.3.3 and 3.3.8). */
function stringList(header: string): string[] {
  return [...header.matchAll(/(%?)"((?:[^"\\]|\\.)*)"/g)].map(([, isDisplayed, text = ""]) =>
    isDisplayed ? displayed(text) : text.replace(/\\(.)/g, "$1"),
  );
}

/** Text of a display string; as it came if that is not UTF-8. */
function displayed(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
