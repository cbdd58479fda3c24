import { type OutputUnit, Validator } from "@cfworker/json-schema";
import type { Exchange } from "./exchange.ts";

// biome-ignore lint/suspicious/noExplicitAny: the test walks an open document
type Json = Record<string, any>;

/** Compares exchanges with an OpenAPI document. */
export class DeclaredExchanges {
  readonly #document: Json;
  readonly #paths: { path: string; pattern: RegExp }[];
  readonly #validators = new WeakMap<object, Validator>();

  constructor(document: Json) {
    this.#document = document;
    this.#paths = Object.keys(document.paths).map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`),
    }));
  }

  /** What exchanges have and the document does not: one line each. */
  undeclared(exchanges: Iterable<Exchange>): string[] {
    const lines = [...exchanges].flatMap((exchange) =>
      this.#faultsOf(exchange).map((fault) => `${exchange.method} ${exchange.path} ${exchange.status}: ${fault}`),
    );
    return [...new Set(lines)];
  }

  /** What is wrong with a value according to a schema of the document; innermost first. */
  invalid(schema: Json, value: unknown): OutputUnit[] {
    let validator = this.#validators.get(schema);
    if (!validator) {
      const { schemas } = this.#document.components;
      validator = new Validator({ ...schema, components: { schemas } }, "2020-12", false);
      this.#validators.set(schema, validator);
    }
    const { valid, errors } = validator.validate(value);

    return valid ? [] : errors.slice(-3);
  }

  #faultsOf(exchange: Exchange): string[] {
    const own = exchange.path.replace(/^\/tools\//, "/api/tools/");
    const found = this.#paths
      .filter(({ pattern }) => pattern.test(own))
      .sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
    const operation = found && this.#document.paths[found.path][exchange.method.toLowerCase()];
    // A request that is not an operation of the document is answered with 404 or 405, and read by people, not by
    // clients.
    if (!operation) return [];

    const declared = operation.responses[exchange.status];
    if (!declared) return [`the status is not declared; ${exchange.json.slice(0, 200)}`];
    const response = declared.$ref ? this.#resolve(declared.$ref) : declared;
    if (exchange.mediaType === "") return [];

    const content = response.content?.[exchange.mediaType];
    if (!content) return [`the media type ${exchange.mediaType} is not declared`];
    if (exchange.json === "") return [];

    const value = JSON.parse(exchange.json);
    const codes: string[] | undefined = response["x-codes"];
    if (codes && !codes.includes(value.code)) return [`the code ${value.code} is not declared`];
    return this.invalid(content.schema, value).map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
  }

  #resolve(reference: string): Json {
    return reference
      .slice(2)
      .split("/")
      .reduce((part, name) => part[name], this.#document);
  }
}
