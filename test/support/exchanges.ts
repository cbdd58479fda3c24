import { type OutputUnit, Validator } from "@cfworker/json-schema";
import { ENDPOINTS } from "../../src/app.ts";
import { openApiDocument } from "../../src/http/openapi.ts";
import { openApiEndpoint } from "../../src/http/openapi-endpoint.ts";

// biome-ignore lint/suspicious/noExplicitAny: the test walks an open document
type Json = Record<string, any>;

/** One request and its answer, as far as the OpenAPI document speaks of them. */
export interface Exchange {
  method: string;
  path: string;
  requestType: string;
  status: number;
  mediaType: string;
  /** The answer's JSON text; empty for files. */
  json: string;
}

/** Exchanges of the running test file, each once. */
const recorded = new Map<string, Exchange>();

/** Notes an exchange with the whole service, for `undeclared` to look at. */
export async function recordExchange(request: Request, response: Response): Promise<void> {
  const mediaType = typeOf(response.headers);
  const exchange: Exchange = {
    method: request.method === "HEAD" ? "GET" : request.method,
    path: new URL(request.url).pathname,
    requestType: typeOf(request.headers),
    status: response.status,
    mediaType,
    json: mediaType.endsWith("json") ? await response.clone().text() : "",
  };
  recorded.set(JSON.stringify(exchange), exchange);
}

const typeOf = (headers: Headers): string => headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";

export const document = openApiDocument([...ENDPOINTS, openApiEndpoint(ENDPOINTS)], "http://docloom.test") as Json;

const paths = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`),
}));

/** What the exchanges since the last call have that the OpenAPI document does not: one line each. */
export function undeclared(): string[] {
  const lines = [...recorded.values()].flatMap((exchange) =>
    faultsOf(exchange).map((fault) => `${exchange.method} ${exchange.path} ${exchange.status}: ${fault}`),
  );
  recorded.clear();
  return [...new Set(lines)];
}

function faultsOf(exchange: Exchange): string[] {
  const own = exchange.path.replace(/^\/tools\//, "/api/tools/");
  const found = paths
    .filter(({ pattern }) => pattern.test(own))
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
  const operation = found && document.paths[found.path][exchange.method.toLowerCase()];
  // What is not an operation of the document is answered with 404 or 405 and read by people, not by clients.
  if (!operation) return [];

  const declared = operation.responses[exchange.status];
  if (!declared) return [`the status is not declared; ${exchange.json.slice(0, 200)}`];
  const response = declared.$ref ? resolve(declared.$ref) : declared;
  if (exchange.mediaType === "") return [];

  const content = response.content?.[exchange.mediaType];
  if (!content) return [`the media type ${exchange.mediaType} is not declared`];
  if (exchange.json === "") return [];

  const value = JSON.parse(exchange.json);
  const codes: string[] | undefined = response["x-codes"];
  if (codes && !codes.includes(value.code)) return [`the code ${value.code} is not declared`];
  return invalid(content.schema, value).map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

const resolve = (reference: string): Json =>
  reference
    .slice(2)
    .split("/")
    .reduce((part, name) => part[name], document);

const validators = new WeakMap<object, Validator>();

/** What is wrong with a value by a schema of the document; innermost first. */
export function invalid(schema: Json, value: unknown): OutputUnit[] {
  let validator = validators.get(schema);
  if (!validator) {
    validator = new Validator({ ...schema, components: { schemas: document.components.schemas } }, "2020-12", false);
    validators.set(schema, validator);
  }
  const { valid, errors } = validator.validate(value);

  return valid ? [] : errors.slice(-3);
}
