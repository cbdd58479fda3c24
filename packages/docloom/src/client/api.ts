import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../generated/openapi.ts";
import { serializeBody } from "./bytes.ts";

/**
 * Every operation of the service by its path, typed by the service's OpenAPI document. Bodies may hold `Blob`s where
 * the interface has base64. Failures are thrown, so every answer with JSON has `data`; {@link dataOf} returns it.
 */
export type Api = Client<paths>;

/** What one operation takes, for signatures that need it. */
export type BodyOf<Path extends keyof paths, Method extends "post" | "put"> = paths[Path] extends {
  [Verb in Method]: { requestBody?: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

export type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? Query
  : never;

export function apiOver(
  baseUrl: string,
  credentials: string | undefined,
  send: (request: Request) => Promise<Response>,
): Api {
  return createClient<paths>({
    baseUrl,
    bodySerializer: serializeBody,
    fetch: (request) => {
      if (credentials && !isMergeAddress(request.url)) request.headers.set("authorization", credentials);
      return send(request);
    },
  });
}

/** Merge addresses are open to whoever knows them; credentials do not belong there. */
function isMergeAddress(address: string): boolean {
  return /^\/(merge|route|files)\//.test(new URL(address).pathname);
}
