import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DeliveryError } from "../delivery-error.ts";
import type { DeliveryReceipt } from "../delivery-kind.ts";
import { type Phase, STORES_UNDER_FAULTS, type StoreUnderFaults } from "../testing/faulty-stores.ts";
import { SENTENCES, STORE_FAULTS, type StoreFault } from "../testing/store-faults.ts";
import { failureOf, LETTER, storedAs, storeTries } from "../testing/store-try.ts";

const PATH = "bills/2026/";
const NAME = "bills/2026/Letter.pdf";

afterEach(() => vi.useRealTimers());

/** A store in one phase of which the fault is met, until it is repaired. */
function faulty(store: StoreUnderFaults, { answer }: StoreFault, faultyPhase: Phase) {
  const { transport, files } = store.start();
  const seen = new Map<Phase, number>();
  let isBroken = true;
  const held = (async (input: string, init?: RequestInit) => {
    const phase = store.phaseOf(init?.method ?? "GET", new URL(input));
    const before = seen.get(phase) ?? 0;
    seen.set(phase, before + 1);
    const pass = () => transport(input, init);
    const fault = isBroken && phase === faultyPhase ? answer({ store, phase, before, pass }) : undefined;
    return (await fault) ?? (await pass());
  }) as typeof fetch;
  return {
    transport: held,
    files,
    wasMet: () => seen.has(faultyPhase),
    repair: () => {
      isBroken = false;
    },
  };
}

async function passing(work: Promise<DeliveryReceipt | DeliveryError>, milliseconds: number | undefined) {
  if (milliseconds !== undefined) await vi.advanceTimersByTimeAsync(milliseconds);
  return await work;
}

/** Sentences are what people read of a failed try; the store's own answer follows after an empty line. */
function expectSentence(failure: DeliveryError, sentence: RegExp): void {
  const [first = ""] = failure.message.split("\n");
  expect(first).toMatch(sentence);
  expect(first).toMatch(/^[A-Z\w].*\.$/);
  expect(first.length).toBeLessThan(250);
}

describe.each(STORES_UNDER_FAULTS)("a delivery to $kind", (store) => {
  const tried = storeTries(env, store.kind, { ...store.settings, path: PATH });

  it.each(STORE_FAULTS.filter(({ applies }) => applies?.(store) ?? true))("gets over this: $name", async (fault) => {
    for (const phase of store.phases.filter((each) => fault.phases?.includes(each) ?? true)) {
      const met = faulty(store, fault, phase);
      const outcome = fault.outcome(store, phase);
      if (fault.takesMs !== undefined) vi.useFakeTimers();
      const first = await passing(tried(met), fault.takesMs);
      vi.useRealTimers();
      expect(met.wasMet(), phase).toBe(true);
      if (outcome === "stored") {
        expect(storedAs(first), phase).toHaveLength(1);
        expect([...met.files().values()], phase).toEqual([LETTER]);
        continue;
      }
      const failure = failureOf(first);
      expectSentence(failure, SENTENCES[outcome]);
      expect(failure.context.permanent ?? false, `${phase}: ${failure.message}`).toBe(outcome === "never");
      expect(failure.context.retryAfterMs, phase).toBe(fault.retryAfterMs);

      // Whatever the first try has left behind, the next one ends with the file, once and whole.
      met.repair();
      expect(storedAs(await tried(met, { tries: 2 })), phase).toEqual([NAME]);
      expect([...met.files()], phase).toEqual([[NAME, LETTER]]);
    }
  });
});

it.each(["dropbox", "sharepoint"] as const)("%s tells how far the clocks are apart when it refuses", async (kind) => {
  const [store] = STORES_UNDER_FAULTS.filter((each) => each.kind === kind);
  if (!store) throw new RangeError(kind);
  const unknown = () => {
    const answer = store.words.unknownCaller();
    answer.headers.set("date", "Wed, 04 Mar 2026 05:26:07 GMT");
    return answer;
  };
  const met = faulty(store, { name: "", answer: unknown, outcome: () => "credentials" }, "look");
  const failure = failureOf(await storeTries(env, kind, store.settings)(met));
  expect(failure.message).toContain("Its clock and this service's are 20 minutes apart.");
});
