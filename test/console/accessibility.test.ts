import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, openConsole } from "./console.ts";
import { faultsOfScreen } from "./screen-faults.ts";
import { makeSubjects, SCREENS, type Subjects } from "./screens.ts";

const WIDE = { width: 1440, scheme: "light" } as const;

let subjects: Subjects;
let console: Console;

beforeAll(async () => {
  subjects = await makeSubjects();
  console = await openConsole();
});

afterAll(() => console.close());

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
    expect(await faultsOfScreen(console)).toEqual({});

    await console.show(WIDE);
    await console.settle();
    const reached = await walk();
    expect(reached.length).toBeGreaterThanOrEqual(controls);
    expect(reached.filter(({ isSeen }) => !isSeen)).toEqual([]);
    expect(console.complaints).toEqual([]);
  },
);
