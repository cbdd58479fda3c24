import path from "node:path";
import { createTestHarness } from "wrangler";
import { DeclaredExchanges } from "../declared-exchanges.ts";
import { EXCHANGES_PATH, type Exchange } from "../exchange.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { builtOpenApi, builtService } from "./built-service.ts";
import { FIRST_CREDENTIALS } from "./first-credentials.ts";

export type WholeService = ReturnType<typeof wholeService>;

const builder = path.resolve(import.meta.dirname, "../../fixtures/exchange-recorder/wrangler.toml");

let shared: { service: WholeService; listening: Promise<URL> } | undefined;

/**
 * A service for files that need no settings of their own, kept for those after them, since to start one takes longer than most
 * files; what they make is theirs by its id. It ends with the runner's process. Closing it compares what a file exchanged.
 */
export function sharedService(): WholeService {
  if (!shared) {
    const service = wholeService({ ...FIRST_CREDENTIALS, OUTBOUND_ALLOW_LOOPBACK: "1" });
    shared = { service, listening: service.listen() };
  }
  const { service, listening } = shared;

  return { ...service, listen: () => listening, close: () => service.compare() };
}

/**
 * The whole service as it is deployed: real queues, cron, database and browser; accessed over HTTP. Closing it compares
 * every exchange with the OpenAPI document.
 * @param vars its settings
 */
export function wholeService(vars: Record<string, string>) {
  const harness = createTestHarness({ workers: [{ configPath: builder }, builtService(vars)] });
  const worker = <Bindings extends object>() => harness.getWorker<Bindings>("docloom");

  let isListening = false;

  /** @throws if exchanges since the last time have what the OpenAPI document does not declare */
  async function compare(): Promise<void> {
    const response = await harness.fetch(EXCHANGES_PATH);
    const exchanges = (await response.json()) as Exchange[];
    if (exchanges.length === 0) throw new Error("No exchange was recorded.");

    const declared = new DeclaredExchanges(builtOpenApi());
    const lines = declared.undeclared(exchanges);
    if (lines.length > 0) throw new Error(`The OpenAPI document does not declare:\n${lines.join("\n")}`);
  }

  return {
    fetch: (address: string | URL, init: RequestInit = {}) => harness.fetch(address, init as never),
    worker,
    logs: () => harness.getLogs(),

    /** Starts it with an empty database. Its root. */
    async listen(): Promise<URL> {
      const { url } = await harness.listen();
      isListening = true;
      await applyMigrations(harness);
      return url;
    },

    /** Ends it. @throws as `compare()` */
    async close(): Promise<void> {
      try {
        if (isListening) await compare();
      } finally {
        await harness.close();
      }
    },

    compare,
  };
}
