import axe, { type AxeResults, type RunOptions } from "axe-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, openConsole } from "./console.ts";
import { makeSubjects, SCREENS, type Subjects } from "./screens.ts";

/** What depends on colours; every other rule finds the same in both schemes. */
const COLOUR_RULES: RunOptions = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

const WIDTHS = [1440, 360] as const;

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
      const found = await violations(scheme === "light" ? {} : COLOUR_RULES);
      const overflow = await console.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) found.push(`${overflow} pixels wider than the window`);
      if (found.length > 0) faults[`${scheme}, ${width} pixels`] = found;
    }
  }

  return faults;
}

it.each(SCREENS)("$name is free of faults and of sideways scrolling", async ({ address, shows }) => {
  await console.show({ width: 1440, scheme: "light" });
  await console.open(address(subjects));
  await console.see(shows);
  await console.settle();

  expect(await faultsOfScreen()).toEqual({});
  expect(console.complaints).toEqual([]);
});
