import { Buffer } from "node:buffer";
import { afterAll, beforeAll } from "vitest";
import { createTestHarness } from "wrangler";
import { builtService } from "./built-service.ts";

const KEY = "test-key";
const SECRET = "test-secret";

/** The header of its first credentials. */
export const AUTHORIZATION = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString("base64")}`;

/**
 * The whole service for all tests of a file, with nothing in front of it that reads its requests or keeps its answers.
 * @param take gets its root
 */
export function startUnrecorded(take: (base: string) => void): void {
  const server = createTestHarness({ workers: [builtService({ API_KEY: KEY, API_SECRET: SECRET })] });
  beforeAll(async () => {
    const { url } = await server.listen();
    await server.getWorker("docloom").applyD1Migrations("DB");
    take(url.origin);
  });
  afterAll(() => server.close());
}
