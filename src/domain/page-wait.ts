/** What the print of an html page waits for: milliseconds of the page's time, something that becomes true, an event. */
export type PageWait = { ms: number } | { expression: string } | { event: string };

/** The longest that a page may be waited for, in milliseconds of its own time. */
export const MAX_PAGE_WAIT_MS = 30_000;

const MAX_EXPRESSION_CHARACTERS = 1_000;

/** Reads `1500`, `expression: window.ready` or `event: ready`; undefined if it is none of these. */
export function readPageWait(text: string): PageWait | undefined {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) {
    const ms = Number(trimmed);
    return ms <= MAX_PAGE_WAIT_MS ? { ms } : undefined;
  }
  const [, kind, value = ""] = /^(expression|event)\s*:\s*(\S[\s\S]*)$/i.exec(trimmed) ?? [];
  if (kind?.toLowerCase() === "event") return /^[\w:.-]{1,100}$/.test(value) ? { event: value } : undefined;
  return kind !== undefined && value.length <= MAX_EXPRESSION_CHARACTERS ? { expression: value } : undefined;
}

/** How a page stands when its time was let pass. */
export interface PageStanding {
  /**
   * `resting`: nothing is left to be done; `ready`: what was waited for has come; `busy`: there is more to do; `slow`: it
   * took too long.
   */
  state: "resting" | "ready" | "busy" | "slow";
  /** How much of its time has passed. */
  pageMs: number;
  /** Whether it asked for another frame. */
  frames: boolean;
  /** Of a timer that repeats. */
  periodMs?: number;
  /** How long a timer would still take that runs once. */
  timeoutMs?: number;
  /** Whether an animation of its style sheets has no end. */
  animates: boolean;
}
