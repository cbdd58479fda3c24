import { ENDPOINTS } from "../../src/app.ts";
import { openApiDocument } from "../../src/http/openapi/openapi.ts";
import { openApiEndpoint } from "../../src/http/openapi/openapi-endpoint.ts";
import { DeclaredExchanges } from "./declared-exchanges.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";

/** Exchanges of the running test file, each once. */
const recorded = new Map<string, Exchange>();

/** Records an exchange with the whole service, for `undeclared` to check. */
export async function recordExchange(request: Request, response: Response): Promise<void> {
  const exchange = await exchangeOf(request, response);
  recorded.set(JSON.stringify(exchange), exchange);
}

const declared = new DeclaredExchanges(
  openApiDocument([...ENDPOINTS, openApiEndpoint(ENDPOINTS, [])], "http://docloom.test"),
);

/** What the exchanges since the last call have and the OpenAPI document does not: one line each. */
export function undeclared(): string[] {
  const lines = declared.undeclared(recorded.values());
  recorded.clear();
  return lines;
}
