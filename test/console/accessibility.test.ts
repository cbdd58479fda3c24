import axe from "axe-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Console, closeBrowser, openConsole } from "./console.ts";
import { everyScreen, type Screen } from "./screens.ts";

let screens: Screen[];

beforeAll(async () => {
  screens = await everyScreen();
});

let console: Console | undefined;

// A tab that stays open behind another one is slowed down by the browser, and the next one with it.
afterEach(async () => {
  await console?.close();
  console = undefined;
});

afterAll(closeBrowser);

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

async function violationsOf(console: Console): Promise<string[]> {
  await console.page.evaluate(axe.source);
  const violations = (await console.page.evaluate(
    async () =>
      (
        await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] })
      ).violations,
  )) as Violation[];

  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = "" }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, " ").slice(0, 200)}`,
    ),
  );
}

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  it.each([1440, 360])(
    "every screen is free of faults and of sideways scrolling at %i pixels",
    async (width) => {
      console = await openConsole({ width, scheme });
      const faults: Record<string, string[]> = {};
      for (const { name, address, shows } of screens) {
        await console.open(address);
        await console.see(shows);
        await console.page.waitForNetworkIdle({ idleTime: 250, timeout: 2_000 }).catch(() => undefined);
        const found = await violationsOf(console);
        const overflow = await console.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (overflow > 0) found.push(`${overflow} pixels wider than the window`);
        if (found.length > 0) faults[name] = found;
      }
      expect(faults).toEqual({});
      expect(console.complaints).toEqual([]);
    },
    180_000,
  );
});
