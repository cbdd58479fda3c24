import { Random } from "../smarty/random.ts";

/** One request that a stranger might send. */
export interface HostileCase {
  readonly kind: string;
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | undefined;
  /** Sent without credentials. */
  readonly isAnonymous?: boolean;
}

/** Makes the case of a number: the same number gives the same case. */
export type CaseMaker = (number: number) => HostileCase;

/** Consecutive numbers give unrelated choices. */
export const randomOf = (number: number): Random => new Random(Math.imul(number + 1, 0x9e3779b1));

const BOUNDARY = "hostile-boundary-7d3f";

/** A multipart body with one file, byte by byte as it is given: names are not made harmless along the way. */
export function fileRequest(
  tool: string,
  file: { name: string; bytes: Uint8Array },
  fields: Readonly<Record<string, string>> = {},
): Pick<HostileCase, "method" | "path" | "headers" | "body"> {
  const part = (disposition: string, content: Uint8Array | string) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ];
  const field = tool.startsWith("combine") ? "files[0]" : "file";
  return {
    method: "POST",
    path: `/api/tools/${tool}`,
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([
      ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
      ...part(`name="${field}"; filename="${file.name}"`, file.bytes),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
  };
}

export function jsonRequest(
  method: HostileCase["method"],
  path: string,
  body: unknown,
): Pick<HostileCase, "method" | "path" | "headers" | "body"> {
  return {
    method,
    path,
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** A template of an Office or PDF document, as JSON carries files. */
export function templateRequest(type: string, bytes: Uint8Array): ReturnType<typeof jsonRequest> {
  const file_contents = Buffer.from(bytes).toString("base64");
  return jsonRequest("POST", "/api/documents", { name: "Hostile", type, output: type, file_contents });
}
