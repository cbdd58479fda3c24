import path from "node:path";
import { createTestHarness } from "wrangler";
import { DeclaredExchanges } from "../declared-exchanges.ts";
import { EXCHANGES_PATH, type Exchange } from "../exchange.ts";
import { builtOpenApi, builtService } from "./built-service.ts";

export type WholeService = ReturnType<typeof wholeService>;

const recorder = path.resolve(import.meta.dirname, "../../fixtures/exchange-recorder/wrangler.toml");

/**
 * The whole service as it is deployed: real queues, cron, database and browser; accessed over HTTP. Closing it compares
 * every exchange with the OpenAPI document.
 * @param vars its settings
 */
export function wholeService(vars: Record<string, string>) {
  const harness = createTestHarness({ workers: [{ configPath: recorder }, builtService(vars)] });
  const worker = <Bindings extends object>() => harness.getWorker<Bindings>("docloom");

  let isListening = false;

  return {
    fetch: (address: string | URL, init: RequestInit = {}) => harness.fetch(address, init as never),
    worker,
    logs: () => harness.getLogs(),

    /** Starts it with an empty database. Its root. */
    async listen(): Promise<URL> {
      const { url } = await harness.listen();
      isListening = true;
      await harness.getWorker("docloom").applyD1Migrations("DB");
      return url;
    },

    /** @throws if exchanges have what the OpenAPI document does not declare */
    async close(): Promise<void> {
      if (!isListening) return harness.close();
      const response = await harness.fetch(EXCHANGES_PATH);
      const exchanges = (await response.json()) as Exchange[];
      await harness.close();
      if (exchanges.length === 0) throw new Error("No exchange was recorded.");

      const declared = new DeclaredExchanges(builtOpenApi());
      const lines = declared.undeclared(exchanges);
      if (lines.length > 0) throw new Error(`The OpenAPI document does not declare:\n${lines.join("\n")}`);
    },
  };
}
