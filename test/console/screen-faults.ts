import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Console } from "./console.ts";

/** Rules about colors; every other rule finds the same in both schemes. */
const COLOR_RULES: RunOptions = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

const WIDTHS = [1440, 360] as const;

async function violations({ page }: Console, options: RunOptions): Promise<string[]> {
  const found = (await page.evaluate(
    (given) => (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(document, given),
    { resultTypes: ["violations"], ...options } as RunOptions,
  )) as AxeResults;

  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = "" }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, " ").slice(0, 200)}`,
    ),
  );
}

/** Faults of the screen that is open, at both widths in both schemes, and whether it scrolls sideways. */
export async function faultsOfScreen(console: Console): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  await console.page.evaluate(axe.source);
  for (const width of WIDTHS) {
    for (const scheme of ["light", "dark"] as const) {
      await console.show({ width, scheme });
      await console.settle();
      const found = await violations(console, scheme === "light" ? {} : COLOR_RULES);
      const wide = await console.page.evaluate(whatIsTooWide);
      if (wide.length > 0) found.push(`wider than the window: ${wide.join(", ")}`);
      if (found.length > 0) faults[`${scheme}, ${width} pixels`] = found;
    }
  }

  return faults;
}

/** What the page scrolls sideways for; it runs in the page. */
function whatIsTooWide(): string[] {
  if (document.documentElement.scrollWidth <= window.innerWidth) return [];
  const wide = [...document.body.querySelectorAll("*")].filter(
    (element) => element.getBoundingClientRect().right > window.innerWidth,
  );
  return ["the page", ...wide.slice(-3).map((element) => element.outerHTML.slice(0, 120))];
}
