import { describe, expect, it } from "vitest";
import type { TabStop } from "../model/formatting.ts";
import { nextTabStop } from "./tab-stops.ts";

const stop = (positionPt: number, alignment: TabStop["alignment"] = "left"): TabStop => ({
  positionPt,
  alignment,
  leader: "none",
});
const context = { stops: [] as TabStop[], defaultTabPt: 36, indentLeftPt: 0, hanging: false };

describe("nextTabStop", () => {
  it("falls back to the regular grid", () => {
    expect(nextTabStop(context, 10)).toMatchObject({ positionPt: 36, custom: false });
    expect(nextTabStop(context, 36)).toMatchObject({ positionPt: 72 });
  });

  it("takes the first stop of the document beyond the text", () => {
    const stops = [stop(50), stop(200, "right")];
    expect(nextTabStop({ ...context, stops }, 10)).toMatchObject({ positionPt: 50, alignment: "left" });
    expect(nextTabStop({ ...context, stops }, 60)).toMatchObject({ positionPt: 200, alignment: "right" });
    expect(nextTabStop({ ...context, stops }, 201).custom).toBe(false);
  });

  it("passes over bar and cleared stops", () => {
    const stops = [stop(20, "bar"), stop(30, "clear"), stop(90)];
    expect(nextTabStop({ ...context, stops }, 0).positionPt).toBe(90);
  });

  it("stops at the indent of a hanging paragraph", () => {
    const hanging = { ...context, indentLeftPt: 18, hanging: true };
    expect(nextTabStop(hanging, 5).positionPt).toBe(18);
    expect(nextTabStop({ ...hanging, stops: [stop(10)] }, 5).positionPt).toBe(10);
    expect(nextTabStop(hanging, 20).positionPt).toBe(36);
  });

  it("always moves on", () => {
    expect(nextTabStop({ ...context, defaultTabPt: 0 }, 100).positionPt).toBeGreaterThan(100);
  });
});
