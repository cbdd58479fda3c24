import { PageClock } from "./page-clock.ts";
import { PageRest } from "./page-rest.ts";
import { nativeWaits, PendingWork } from "./pending-work.ts";
import { ScriptErrors } from "./script-errors.ts";

/** Loaded into the tab of an html document that moves, before the document is written into it. */

const waits = nativeWaits();
const pending = new PendingWork();
pending.install(globalThis);
const errors = new ScriptErrors();
let rest: PageRest | undefined;
let awaitedEvent: string | undefined;

const program = {
  /** Begins the page's time. */
  prepare({ now, languages, event }: { now: number; languages: string[]; event?: string }): void {
    const clock = new PageClock(now);
    clock.install(globalThis);
    rest = new PageRest(clock, pending, waits);
    awaitedEvent = event;
    Object.defineProperty(Navigator.prototype, "language", { get: () => languages[0], configurable: true });
    Object.defineProperty(Navigator.prototype, "languages", { get: () => languages, configurable: true });
  },
  /** The document's first script: what listens before it is lost when the document is written. */
  begin(): void {
    errors.listen();
    if (awaitedEvent !== undefined) addEventListener(awaitedEvent, () => rest?.ready(), { capture: true });
    document.currentScript?.remove();
  },
  advance: (untilMs: number, forMs: number, realMs: number, expression?: () => unknown) =>
    rest?.advance(untilMs, forMs, realMs, expression),
  errors: () => errors.texts,
};

Object.defineProperty(globalThis, "docloomPage", { value: Object.freeze(program) });
