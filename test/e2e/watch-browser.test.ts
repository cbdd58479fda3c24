import { expect, it } from "vitest";
import { greedyPages, listedProcesses, slowPages } from "../../scripts/watch-browser.ts";

const LISTING = `
   10     1   50000 00:00:01 node start.mjs
   20    10  300000 00:03:01 workerd serve
   30    20  200000 00:00:02 /opt/chromium --headless=old
   31    30  900000 00:00:40 /opt/chromium --type=gpu-process
   32    30 1200000 00:00:01 /opt/chromium --type=gpu-process --use-angle=swiftshader-webgl
   40    30   10000 00:00:00 /opt/chromium --type=zygote
   41    40 1100000 00:00:03 /opt/chromium --type=renderer --lang=en
   42    40  100000 00:00:21 /opt/chromium --type=renderer --lang=en
   43    40  400000 00:00:19 /opt/chromium --type=renderer --lang=en
   44    40  400000 1-00:00:00 /opt/chromium --type=renderer --lang=en
   45    40  400000 00:00:01 /opt/chromium --type=renderer --lang=en
   46    40  400000 00:00:00 /opt/chromium --type=renderer --lang=en
   90     1 2000000 00:09:00 /usr/bin/chromium --type=renderer of somebody else
`;

it("ends pages of the service's browser that take more memory or time than a page has, and nothing else", () => {
  const processes = listedProcesses(LISTING);
  expect(greedyPages(processes, 10)).toEqual([
    { pid: 32, takes: "1229 MB of memory" },
    { pid: 41, takes: "1126 MB of memory" },
    { pid: 42, takes: "21 s of processor time" },
    { pid: 44, takes: "86400 s of processor time" },
  ]);
  expect(greedyPages(processes, 30).map(({ pid }) => pid)).toEqual([32, 41, 42, 44]);
  expect(greedyPages(processes, 90)).toEqual([]);
});

it("looks more often while a page takes a quarter of it", () => {
  expect(greedyPages(listedProcesses(LISTING), 10, 0.25).map(({ pid }) => pid)).toContain(43);
});

it("lets pages that take longer than a letter come after others, and no other process", () => {
  const processes = listedProcesses(LISTING);
  expect(slowPages(processes, 10)).toEqual([41, 42, 43, 44, 45]);
  expect(slowPages(processes, 90)).toEqual([]);
});
