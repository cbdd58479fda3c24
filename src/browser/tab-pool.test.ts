import { expect, it } from "vitest";
import { TabPool } from "./tab-pool.ts";

function numberedTabs() {
  let opened = 0;
  const open = async () => ({ number: ++opened, dispose: async () => {} });

  return { open, opened: () => opened };
}

it("gives tabs that were opened ahead, each once", async () => {
  const tabs = numberedTabs();
  const pool = new TabPool(tabs.open, 2);
  pool.refill();
  expect(tabs.opened()).toBe(2);
  expect([(await pool.take()).number, (await pool.take()).number, (await pool.take()).number]).toEqual([1, 2, 3]);
  pool.refill();
  expect(tabs.opened()).toBe(5);
});

it("opens the next ones when the last one ready is taken, not before", async () => {
  const tabs = numberedTabs();
  const pool = new TabPool(tabs.open, 2);
  pool.refill();
  await pool.take();
  expect(tabs.opened()).toBe(2);
  await pool.take();
  expect(tabs.opened()).toBe(4);
});

it("drops a tab that failed to open and tries again", async () => {
  let attempts = 0;
  const open = async () => {
    if (++attempts === 1) throw new Error("no tab");
    return { dispose: async () => {} };
  };
  const pool = new TabPool(open, 1);
  pool.refill();
  await new Promise((resolve) => setTimeout(resolve));
  pool.refill();
  await expect(pool.take()).resolves.toBeDefined();
});

it("opens nothing more in a browser that closes", () => {
  const tabs = numberedTabs();
  const pool = new TabPool(tabs.open, 2);
  pool.close();
  pool.refill();
  expect(tabs.opened()).toBe(0);
});
