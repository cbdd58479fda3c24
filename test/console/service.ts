import type { TestProject } from "vitest/node";
import { createTestHarness } from "wrangler";
import { KEY, SECRET } from "./credentials.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Root of the running service. */
    base: string;
  }
}

/** One running service, with its queues and its browser, for all flows. */
export default async function startService({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = createTestHarness({
    workers: [
      {
        configPath: "./wrangler.toml",
        vars: { API_KEY: KEY, API_SECRET: SECRET, LOCAL_MAILBOX: "1", OUTBOUND_ALLOW_LOOPBACK: "1" },
      },
    ],
  });
  const { url } = await server.listen();
  await server.getWorker("docloom").applyD1Migrations("DB");
  provide("base", url.origin);

  return () => server.close();
}
