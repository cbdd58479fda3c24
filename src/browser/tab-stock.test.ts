import { expect, it } from "vitest";
import { TabStock } from "./tab-stock.ts";

function numberedTabs() {
  let opened = 0;
  const open = async () => ({ number: ++opened, dispose: async () => {} });

  return { open, opened: () => opened };
}

it("gives tabs that were opened ahead, each once", async () => {
  const tabs = numberedTabs();
  const stock = new TabStock(tabs.open, 2);
  stock.refill();
  expect(tabs.opened()).toBe(2);
  expect([(await stock.take()).number, (await stock.take()).number, (await stock.take()).number]).toEqual([1, 2, 3]);
  stock.refill();
  expect(tabs.opened()).toBe(5);
});

it("opens the next ones when the last one ready is taken, not before", async () => {
  const tabs = numberedTabs();
  const stock = new TabStock(tabs.open, 2);
  stock.refill();
  await stock.take();
  expect(tabs.opened()).toBe(2);
  await stock.take();
  expect(tabs.opened()).toBe(4);
});

it("drops a tab that failed to open and tries again", async () => {
  let attempts = 0;
  const open = async () => {
    if (++attempts === 1) throw new Error("no tab");
    return { dispose: async () => {} };
  };
  const stock = new TabStock(open, 1);
  stock.refill();
  await new Promise((resolve) => setTimeout(resolve));
  stock.refill();
  await expect(stock.take()).resolves.toBeDefined();
});

it("opens nothing more in a browser that closes", () => {
  const tabs = numberedTabs();
  const stock = new TabStock(tabs.open, 2);
  stock.close();
  stock.refill();
  expect(tabs.opened()).toBe(0);
});
