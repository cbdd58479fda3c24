import { describe, expect, it } from "vitest";
import { dateFieldText } from "./date-field.ts";

const NOW = new Date(Date.UTC(2024, 2, 5, 14, 7, 9));

describe("dateFieldText", () => {
  it.each([
    ["datetime1", "3/5/2024"],
    ["datetime2", "Tuesday, March 5, 2024"],
    ["datetime3", "5 March 2024"],
    ["datetime4", "March 5, 2024"],
    ["datetime5", "05-Mar-24"],
    ["datetime6", "March 24"],
    ["datetime7", "Mar-24"],
    ["datetime8", "3/5/2024 2:07 PM"],
    ["datetime10", "14:07"],
    ["datetime11", "14:07:09"],
    ["datetime12", "2:07 PM"],
    ["datetime13", "2:07:09 PM"],
    ["datetimeFigureOut", "3/5/2024"],
  ])("formats %s", (type, text) => {
    expect(dateFieldText(type, NOW, "en-US")).toBe(text);
  });

  it("speaks the text's language and survives nonsense", () => {
    expect(dateFieldText("datetime1", NOW, "de-DE")).toBe("5.3.2024");
    expect(dateFieldText("datetime1", NOW, "not a language")).toBe("3/5/2024");
  });

  it("leaves other fields alone", () => {
    expect(dateFieldText("slidenum", NOW, "en-US")).toBeUndefined();
  });
});
