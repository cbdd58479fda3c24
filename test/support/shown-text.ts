import type { Page } from "puppeteer-core";

const MAX_SHOWN_CHARACTERS = 1_500;

/** How long is waited, and how often it is looked. */
export interface Polling {
  timeoutMs: number;
  intervalMs: number;
}

/**
 * Asks a page again and again what it shows. A wait of the driver's own runs inside the page, and one begun where the page is about
 * to go on to another, as an empty new window does, was lost: it never ended, with the text before everybody's eyes.
 * @param isMet by the text that can be seen, with single spaces, and the address
 * @returns null when it is met, else what was seen last
 */
export async function waitForShown(
  page: Page,
  isMet: (shown: string, address: string) => boolean,
  { timeoutMs, intervalMs }: Polling,
): Promise<string | null> {
  const end = Date.now() + timeoutMs;
  for (let state = ""; ; await new Promise((resolve) => setTimeout(resolve, intervalMs))) {
    try {
      const { shown, address } = await page.evaluate(() => ({
        shown: document.body?.innerText.replace(/\s+/g, " ") ?? "",
        address: location.href,
      }));
      if (isMet(shown, address)) return null;
      state = `What can: ${shown.slice(0, MAX_SHOWN_CHARACTERS)}`;
    } catch (cause) {
      // A page on its way to another has no document for a moment.
      state = `The page was not to be asked: ${cause}`;
    }
    if (Date.now() > end) return state;
  }
}
