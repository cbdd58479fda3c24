import type { HeadlessBrowser } from "./headless-browser.ts";

/**
 * Printed in 0.2 s at rest, in 0.6 s beside seven long documents on two cores, and in up to 2.3 s where other programs keep those busy, too: a
 * browser that is only slow must not be replaced.
 */
const KNOWN_PAGE = "data:text/html,<p>Known page</p>";
const MAX_PRINT_MS = 4_000;
/** The first characters of every PDF, in base64. */
const PDF_HEAD = "JVBERi";

/** Whether the browser still prints a known page within 4 s: one whose main thread is stuck does not answer. */
export async function printsKnownPage(browser: HeadlessBrowser): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), MAX_PRINT_MS);
  });
  try {
    return await Promise.race([printKnownPage(browser), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function printKnownPage(browser: HeadlessBrowser): Promise<boolean> {
  const context = await browser.createContext({});
  try {
    const { session } = await browser.openPage(context, KNOWN_PAGE, true);
    await session.send("Runtime.runIfWaitingForDebugger");
    const { data } = await session.send("Page.printToPDF", {});
    return data.startsWith(PDF_HEAD);
  } finally {
    await browser.disposeContext(context);
  }
}
