import { Failure } from "../domain/failure.ts";
import { MAX_PAGE_WAIT_MS, type PageStanding, type PageWait } from "../domain/page-wait.ts";
import type { PagePlace } from "./print-protocol.ts";
import type { SandboxedTab } from "./sandboxed-tab.ts";
import type { StaticAssets } from "./static-assets.ts";

/** What src/html-page becomes. */
const PROGRAM_PATH = "/layout/html-page.js";
/** Where the program is in the page. */
const PROGRAM = "docloomPage";

/** How much of its own time a page may take to come to rest when nobody said otherwise. */
const REST_MS = 10_000;
/** After each turn the files that the page asked for are waited for. */
const SLICE_MS = 250;
const MAX_TEXTS = 10;
const MAX_TEXT_CHARACTERS = 400;

/** What runs in the tab of a document that moves: its clock, what it throws, whether it rests. */
export class HtmlProgram {
  readonly #tab: SandboxedTab;
  readonly #wait: PageWait | undefined;

  private constructor(tab: SandboxedTab, wait: PageWait | undefined) {
    this.#tab = tab;
    this.#wait = wait;
  }

  /** Puts the program into a tab, ahead of the document. It need not be waited for: messages keep their order. */
  static async install(
    tab: SandboxedTab,
    assets: StaticAssets,
    place: PagePlace,
    wait: PageWait | undefined,
  ): Promise<HtmlProgram> {
    const asset = await assets.read(PROGRAM_PATH);
    if (!asset) throw new Failure("misconfigured", "A page script is missing: run npm run setup before deploying.");
    const options = {
      now: place.now,
      languages: languagesOf(place.locale),
      ...(wait && "event" in wait ? { event: wait.event } : {}),
    };
    const source = `${new TextDecoder().decode(asset.bytes)};${PROGRAM}.prepare(${JSON.stringify(options)})`;
    await Promise.all([tab.locate(place).catch(() => {}), tab.evaluate(source)]);

    return new HtmlProgram(tab, wait);
  }

  /** The script that has to come before all others of the document, on a line of theirs; it leaves no element behind. */
  static firstScript(nonce: string): string {
    return `<script nonce="${nonce}">${PROGRAM}.begin()</script>`;
  }

  /**
   * Lets the page's time pass until the page rests, or what was waited for has come.
   *
   * @param realMs how long that may take
   * @returns warnings of what was still going on
   */
  async rest(realMs: number): Promise<string[]> {
    try {
      const unreadable = await this.#unreadableExpression();
      return unreadable === undefined
        ? await this.#restFor(this.#wait, realMs)
        : [unreadable, ...(await this.#restFor(undefined, realMs))];
    } catch (error) {
      // A script may have taken away what its own document's time is made of.
      return [`It cannot be told whether the page's scripts had finished: ${messageOf(error)}`];
    }
  }

  async #unreadableExpression(): Promise<string | undefined> {
    if (!this.#wait || !("expression" in this.#wait)) return undefined;
    try {
      await this.#tab.evaluate(`void (()=>(${this.#wait.expression}\n))`);
      return undefined;
    } catch (error) {
      return `The expression of settings[wait] cannot be read: ${messageOf(error)}`;
    }
  }

  async #restFor(wait: PageWait | undefined, realMs: number): Promise<string[]> {
    const untilMs = wait === undefined ? REST_MS : "ms" in wait ? wait.ms : MAX_PAGE_WAIT_MS;
    const deadline = Date.now() + realMs;
    const expression = wait && "expression" in wait ? `,()=>(${wait.expression}\n)` : "";
    for (;;) {
      await this.#tab.resources.idle();
      const left = Math.max(0, deadline - Date.now());
      const call = `${PROGRAM}.advance(${untilMs},${SLICE_MS},${left}${expression})`;
      const standing = standingOf(await this.#tab.evaluate(call));
      // What it asked for meanwhile may begin something else when it is there.
      const goesOn = standing.state === "busy" || (standing.state === "resting" && !this.#tab.resources.isIdle);
      if (!goesOn) return standingWarnings(standing, wait, untilMs);
    }
  }

  /** Warnings of what the scripts threw; the page is a stranger, so it may give anything. */
  async errors(): Promise<string[]> {
    const thrown = await this.#tab.evaluate(`${PROGRAM}.errors()`).catch(() => undefined);
    if (!Array.isArray(thrown)) return [];
    const texts = thrown.filter((each) => typeof each === "string").slice(0, MAX_TEXTS);
    return [...new Set(texts)].map((text) => `A script of the template failed: ${text.slice(0, MAX_TEXT_CHARACTERS)}`);
  }
}

function standingOf(value: unknown): PageStanding {
  if (typeof value === "object" && value !== null && "state" in value) return value as PageStanding;
  throw new Error("the page does not say how it stands");
}

/** What was still going on when the page was printed. */
function standingWarnings(standing: PageStanding, wait: PageWait | undefined, untilMs: number): string[] {
  const { state, pageMs, frames, periodMs, timeoutMs, animates } = standing;
  if (state === "ready") return [];
  const printed = `The page was printed as it was after ${seconds(pageMs)} of its time`;
  if (state === "slow") return [`${printed}: its scripts took too long to get further.`];
  if (wait && "expression" in wait) return [`${printed}: \`${shortened(wait.expression)}\` was not true by then.`];
  if (wait && "event" in wait) return [`${printed}: the event ${shortened(wait.event)} had not come by then.`];
  const advice = "`settings[wait]` says how long to wait, or for what.";
  if (frames) return [`${printed}, while scripts were still drawing frames. ${advice}`];
  if (periodMs !== undefined)
    return [`${printed}, while a timer went on that repeats every ${seconds(periodMs)}. ${advice}`];
  if (timeoutMs !== undefined)
    return [`${printed}: a timer that would run ${seconds(timeoutMs)} later was not waited for. ${advice}`];
  if (animates && pageMs >= untilMs) return [`${printed}, in the middle of an animation without an end. ${advice}`];
  return animates ? [`An animation of the page has no end: it is printed as it was after ${seconds(pageMs)}.`] : [];
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^in the page: (?:Uncaught )?/, "");

const seconds = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`);

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function languagesOf(locale: string): string[] {
  const language = locale.split("-")[0] ?? locale;
  return language === locale ? [locale] : [locale, language];
}
