import { beforeAll } from "vitest";
import { createTestHarness } from "wrangler";
import { applyMigrations } from "./apply-migrations.ts";
import { builtService } from "./built-service.ts";
import { FIRST_CREDENTIALS } from "./first-credentials.ts";

let shared: Promise<string> | undefined;

/** Started for the first file that needs it, and ended with the runner's process. */
async function listen(): Promise<string> {
  const server = createTestHarness({ workers: [builtService(FIRST_CREDENTIALS)] });
  const { url } = await server.listen();
  await applyMigrations(server);
  return url.origin;
}

/**
 * The whole service for all tests of a file, with nothing in front of it that reads its requests or keeps its answers.
 * @param take gets its root
 */
export function startUnrecorded(take: (base: string) => void): void {
  beforeAll(async () => {
    shared ??= listen();
    take(await shared);
  });
}
