import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createStore } from "../store.ts";

const { mailCounts } = createStore(env);
const now = new Date("2026-03-04T05:06:07Z");
const nextDay = new Date("2026-03-05T05:06:07Z");

describe("recipients of an hour", () => {
  it("are counted up to the bound, for each workspace and hour; the first mail of an hour always goes", async () => {
    expect(await mailCounts.take("w1", 6, 10, now)).toBe(true);
    expect(await mailCounts.take("w1", 5, 10, now)).toBe(false);
    expect(await mailCounts.take("w1", 4, 10, now)).toBe(true);
    expect(await mailCounts.take("w1", 1, 10, now)).toBe(false);
    expect(await mailCounts.take("w2", 50, 10, now)).toBe(true);
    expect(await mailCounts.take("w1", 10, 10, nextDay)).toBe(true);
  });

  it("are given back, and that the bound is reached is told once", async () => {
    await mailCounts.take("w3", 10, 10, now);
    expect(await mailCounts.isFirstBeyond("w3", now)).toBe(true);
    expect(await mailCounts.isFirstBeyond("w3", now)).toBe(false);
    await mailCounts.giveBack("w3", 4, now);
    expect(await mailCounts.take("w3", 4, 10, now)).toBe(true);
    expect(await mailCounts.take("w3", 1, 10, now)).toBe(false);
  });
});
