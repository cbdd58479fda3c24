import { describe, expect, it } from "vitest";
import { readPageWait } from "./page-wait.ts";

describe("readPageWait", () => {
  it.each([
    ["1500", { ms: 1_500 }],
    [" 0 ", { ms: 0 }],
    ["30000", { ms: 30_000 }],
    ["expression: window.ready", { expression: "window.ready" }],
    ["expression:a ? b : c", { expression: "a ? b : c" }],
    ["Event: chart-ready", { event: "chart-ready" }],
  ])("reads %s", (text, wait) => expect(readPageWait(text)).toEqual(wait));

  it.each(["30001", "-1", "1.5", "", "soon", "expression:", "event: two words", "window.ready", "event:"])(
    "refuses %s",
    (text) => expect(readPageWait(text)).toBeUndefined(),
  );
});
