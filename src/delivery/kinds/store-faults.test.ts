import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DeliveryError } from "../delivery-error.ts";
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

/** Stores whose uploads outlive a try. */
const WITH_SESSIONS = STORES_UNDER_FAULTS.filter((store) => store.start().forgetUploads);

describe.each(WITH_SESSIONS)("a large file to $kind, over several tries", (store) => {
  const BOOK = new Uint8Array(21 * 1024 * 1024 + 5);
  for (let at = 0; at < BOOK.length; at += 1_000) BOOK[at] = (at / 1_000) % 251;
  const files = { "Book.pdf": BOOK };
  const send = storeTries(env, store.kind, store.settings);
  /** Names of the files, and whether each is the book: comparing so many bytes one by one takes a test too long. */
  const inStore = (stored: ReadonlyMap<string, Uint8Array>, book = BOOK) =>
    Array.from(stored, ([name, bytes]) => [name, Buffer.compare(bytes, book) === 0]);
  const isPiece = (body: Uint8Array): boolean => body.length > 100_000;

  /** The store, which loses one piece of the file, before it arrives or its answer after that. */
  function losing(piece: number, when: "before" | "after") {
    const { transport, files: stored, forgetUploads } = store.start();
    let pieces = 0;
    let sent = 0;
    const held = (async (input: string, init?: RequestInit) => {
      const body = new Uint8Array(await new Response(init?.body).arrayBuffer());
      const isLost = isPiece(body) && ++pieces === piece;
      if (isLost && when === "before") throw new TypeError("connection reset");
      if (isPiece(body)) sent += body.length;
      const answer = await transport(input, body.length > 0 ? { ...init, body } : init);
      if (isLost) throw new TypeError("connection reset");
      return answer;
    }) as typeof fetch;
    return { transport: held, stored, forgetUploads, sent: () => sent, pieces: () => pieces };
  }

  it.each(["before", "after"] as const)("goes on from where the line was cut, %s a piece arrived", async (when) => {
    const held = losing(2, when);
    const { upload } = failureOf(await send(held, { files })).context.notes ?? {};
    expect(upload).toMatchObject({ file: "Book.pdf", size: BOOK.length });
    expect(JSON.stringify(upload)).not.toMatch(/upload-\d|session-\d/);
    expect(held.stored().size).toBe(0);
    expect(storedAs(await send(held, { files, tries: 2, preview: { upload } }))).toEqual(["Book.pdf"]);
    expect(inStore(held.stored())).toEqual([["Book.pdf", true]]);
    // A piece that arrived unheard goes once more where the store says only then that it has it.
    expect(held.sent()).toBeLessThanOrEqual(BOOK.length + (when === "after" ? 4 * 1024 * 1024 : 0));
  });

  it("begins anew where the store has ended the upload, or the file is another one", async () => {
    const held = losing(3, "before");
    const { upload } = failureOf(await send(held, { files })).context.notes ?? {};
    held.forgetUploads?.();
    expect(storedAs(await send(held, { files, tries: 2, preview: { upload } }))).toEqual(["Book.pdf"]);
    expect(inStore(held.stored())).toEqual([["Book.pdf", true]]);

    const other = BOOK.toReversed();
    const again = { files: { "Book.pdf": other }, tries: 2, preview: { upload } };
    expect(storedAs(await send(held, again))).toEqual(["Book (1).pdf"]);
    expect(inStore(held.stored(), other)).toEqual([
      ["Book.pdf", false],
      ["Book (1).pdf", true],
    ]);
  });

  it("is there once when the last answer was lost, also where it replaces one", async () => {
    const whole = losing(Number.POSITIVE_INFINITY, "before");
    await send(whole, { files });
    const held = losing(whole.pieces(), "after");
    const settings = { if_exists: "replace" };
    const { upload } = failureOf(await send(held, { files, settings })).context.notes ?? {};
    expect(storedAs(await send(held, { files, settings, tries: 2, preview: { upload } }))).toEqual(["Book.pdf"]);
    expect(inStore(held.stored())).toEqual([["Book.pdf", true]]);
  });

  it("stops between two pieces when the try has no time left, and goes on", async () => {
    const held = losing(Number.POSITIVE_INFINITY, "before");
    let preview: Record<string, unknown> | undefined;
    let result = await send(held, { files, now: slowClock() });
    let tries = 1;
    for (; result instanceof DeliveryError && tries < 20; tries++) {
      expect(result.message).toMatch(/^The upload takes longer than one try: the store has [\d.]+ of 22 MB/);
      expect(result.context).toMatchObject({ goesOn: true, targetWorks: true });
      preview = result.context.notes;
      result = await send(held, { files, tries: tries + 1, preview, now: slowClock() });
    }
    expect(storedAs(result)).toEqual(["Book.pdf"]);
    expect(tries).toBeGreaterThan(1);
    expect(inStore(held.stored())).toEqual([["Book.pdf", true]]);
    expect(held.sent()).toBe(BOOK.length);
  });
});

/** A clock that goes on by 20 s at each look. */
function slowClock(): () => Date {
  let time = Date.parse("2026-03-04T05:06:07Z");
  return () => {
    time += 20_000;
    return new Date(time);
  };
}
