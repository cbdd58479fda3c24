import { expect, it } from "vitest";
import { HOOK_EVENTS, HOOK_STATES } from "../../../src/domain/hooks/hook.ts";
import { EVENTS, hostOf, lastAnswer, stateWords } from "./hook-words.ts";

it("has words for each event", () => {
  expect(EVENTS.map(({ value }) => value)).toEqual(HOOK_EVENTS);
});

it("has words of its own for each state, and for one that fails", () => {
  const words = HOOK_STATES.map((state) => stateWords({ state, failing_since: "" }).label);
  words.push(stateWords({ state: "on", failing_since: "2026-11-28T09:00:00Z" }).label);
  expect(new Set(words).size).toBe(HOOK_STATES.length + 1);
});

it("shows of an address the host, and of an answer its first line", () => {
  expect(hostOf("https://hooks.example.com/in/secret")).toBe("hooks.example.com");
  expect(lastAnswer({ last_response: "HTTP 500\ncontent-type: text/html\n\nno" })).toBe("HTTP 500");
  expect(lastAnswer({ last_response: "" })).toBe("");
});
