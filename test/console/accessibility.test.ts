import axe, { type AxeResults, type RunOptions } from "axe-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, openConsole } from "./console.ts";
import { makeSubjects, SCREENS, type Subjects } from "./screens.ts";

/** Rules about colors; every other rule finds the same in both schemes. */
const COLOR_RULES: RunOptions = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

const WIDTHS = [1440, 360] as const;
const WIDE = { width: 1440, scheme: "light" } as const;

let subjects: Subjects;
let console: Console;

beforeAll(async () => {
  subjects = await makeSubjects();
  console = await openConsole();
});

afterAll(() => console.close());

async function violations(options: RunOptions): Promise<string[]> {
  const found = (await console.page.evaluate(
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
async function faultsOfScreen(): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  await console.page.evaluate(axe.source);
  for (const width of WIDTHS) {
    for (const scheme of ["light", "dark"] as const) {
      await console.show({ width, scheme });
      await console.settle();
      const found = await violations(scheme === "light" ? {} : COLOR_RULES);
      const overflow = await console.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) found.push(`${overflow} pixels wider than the window`);
      if (found.length > 0) faults[`${scheme}, ${width} pixels`] = found;
    }
  }

  return faults;
}

/** Tab after tab, to the end of the page or of what a screen can sensibly have. */
async function walk(): Promise<{ what: string; isSeen: boolean }[]> {
  const found: { what: string; isSeen: boolean }[] = [];
  for (let step = 0; step < 25; step++) {
    await console.page.keyboard.press("Tab");
    const now = await console.page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const { width, height } = element.getBoundingClientRect();
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? "";
      const label = element.closest("label, [role=radiogroup]");
      const shown = label?.getBoundingClientRect() ?? { width, height };

      return { what: `${element.tagName.toLowerCase()} "${name}"`, isSeen: shown.width > 2 && shown.height > 2 };
    });
    if (!now) break;
    found.push(now);
  }

  return found;
}

// A screen is loaded once for all of it.
it.each(SCREENS)(
  "$name is free of faults and of sideways scrolling, and its controls are reached in turn by keyboard, each visibly",
  async ({ address, shows, controls = 10 }) => {
    await console.show(WIDE);
    await console.open(address(subjects));
    await console.see(shows);
    await console.settle();
    expect(await faultsOfScreen()).toEqual({});

    await console.show(WIDE);
    await console.settle();
    const reached = await walk();
    expect(reached.length).toBeGreaterThanOrEqual(controls);
    expect(reached.filter(({ isSeen }) => !isSeen)).toEqual([]);
    expect(console.complaints).toEqual([]);
  },
);
