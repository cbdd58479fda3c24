import { Buffer } from "node:buffer";
import type { Env } from "../../src/env.ts";
import { testCaller, testService } from "./test-service.ts";

/** How a body goes over the wire: it must make no difference to the service. */
export type Encoding = "JSON" | "form" | "multipart";

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
}

export interface CallOptions {
  encoding?: Encoding;
  headers?: Record<string, string>;
}

export type ApiClient = (method: string, path: string, body?: object, options?: CallOptions) => Promise<Answer>;

/** A client of a new workspace, and the workspace's caller. `overrides` replace bindings of the service. */
export async function newClient(overrides: Partial<Env> = {}) {
  const caller = await testCaller();
  return { caller, call: clientWith(caller.authorization, overrides) };
}

/** A client of a new workspace that has a document with the given members: its id and its address. */
export async function clientWithDocument(members: { type: string } & Record<string, unknown>) {
  const { caller, call } = await newClient();
  const { body } = await call("POST", "/api/documents", { name: "a", ...members });
  return { caller, call, documentId: Number(body.id), path: `/api/documents/${body.id}` };
}

/** A client that sends these credentials; none if undefined. `overrides` replace bindings of the service. */
export function clientWith(authorization: string | undefined, overrides: Partial<Env> = {}): ApiClient {
  const send = testService(undefined, overrides);

  return async (method, path, body, { encoding = "JSON", headers = {} } = {}) => {
    const sent = new Headers(headers);
    if (authorization) sent.set("authorization", authorization);
    const response = await send(path, { method, headers: sent, ...(body && encode(body, encoding, sent)) });
    const content = await response.text();

    return {
      status: response.status,
      headers: response.headers,
      body: content === "" ? undefined : JSON.parse(content),
    };
  };
}

function encode(body: object, encoding: Encoding, headers: Headers): { body: BodyInit } {
  if (encoding === "JSON") {
    headers.set("content-type", "application/json");
    return { body: JSON.stringify(body, (_, value) => (value instanceof Uint8Array ? base64(value) : value)) };
  }

  const pairs = bracketPairs(body);
  if (encoding === "form") {
    return {
      body: new URLSearchParams(
        pairs.map(([name, value]) => [name, typeof value === "string" ? value : base64(value)]),
      ),
    };
  }

  const form = new FormData();
  for (const [name, value] of pairs) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), "upload.bin");
  }
  return { body: form };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** `{settings: {to: "a"}}` as `settings[to]=a`. */
function bracketPairs(tree: object, prefix = ""): [name: string, value: string | Uint8Array][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string | Uint8Array][] => {
    const path = prefix === "" ? name : `${prefix}[${name}]`;
    if (value instanceof Uint8Array) return [[path, value]];
    return typeof value === "object" && value !== null ? bracketPairs(value, path) : [[path, String(value)]];
  });
}
