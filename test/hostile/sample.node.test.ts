import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestHarness } from "wrangler";
import { builtService } from "../support/servers/built-service.ts";
import { attack } from "./attack.ts";
import { hostileCases } from "./hostile-cases.ts";
import { prepareTarget } from "./target.ts";

/** Each so many-th case, for half a minute; `npm run hostile` sends all of them. */
const STEP = 20;
const SAMPLE_MS = 30_000;
const KEY = "test-key";
const SECRET = "test-secret";
const server = createTestHarness({
  workers: [builtService({ API_KEY: KEY, API_SECRET: SECRET })],
});
let base: string;

beforeAll(async () => {
  const { url } = await server.listen();
  base = url.origin;
  await server.getWorker("docloom").applyD1Migrations("DB");
});
afterAll(async () => {
  await server.close();
});

it("answers a sample of hostile requests clearly, and the next plain one as ever", async () => {
  const target = await prepareTarget(base, `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString("base64")}`);
  let sent = 0;
  const breaches = await attack(hostileCases(target.address, { step: STEP, first: 0 }), {
    base,
    authorizations: target.authorizations,
    untilMs: Date.now() + SAMPLE_MS,
    done: () => sent++,
  });
  const said = breaches.map(({ kind, name, what }) => `${kind}, ${name}: ${what}`).join("; ");
  expect(breaches, said).toEqual([]);
  expect(sent).toBeGreaterThan(50);
  expect(await target.serves()).toBe(true);
});
