import { expect, it } from "vitest";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { startUnrecorded } from "../support/servers/unrecorded-service.ts";
import { attack } from "./attack.ts";
import { hostileCases } from "./hostile-cases.ts";
import { prepareTarget } from "./target.ts";

/** Every n-th case, for half a minute; `npm run hostile` sends all of them. */
const STEP = 20;
const SAMPLE_MS = 30_000;
let base: string;
startUnrecorded((root) => {
  base = root;
});

it("answers a sample of hostile requests clearly, and the next plain one as usual", async () => {
  const target = await prepareTarget(base, AUTHORIZATION);
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
