import { describe, expect, it } from "vitest";
import {
  applyCaseSwitch,
  formatDatePicture,
  numberFormatOfSwitch,
  parseFieldInstruction,
} from "./field-instruction.ts";

describe("parseFieldInstruction", () => {
  it("reads name, arguments and switches", () => {
    const field = parseFieldInstruction(' HYPERLINK "https://example.org/a b" \\l "part 2" \\o "Tip" ');
    expect(field.name).toBe("HYPERLINK");
    expect(field.arguments).toEqual(["https://example.org/a b"]);
    expect(field.switches.get("l")).toEqual(["part 2"]);
  });

  it("keeps flag switches from swallowing the next argument", () => {
    const field = parseFieldInstruction("REF \\h _Toc1 \\* MERGEFORMAT");
    expect(field.arguments).toEqual(["_Toc1"]);
    expect(field.switches.get("*")).toEqual(["MERGEFORMAT"]);
    expect(field.switches.has("h")).toBe(true);
  });

  it("unescapes quotes and survives nonsense", () => {
    expect(parseFieldInstruction('QUOTE "a \\"b\\""').arguments).toEqual(['a "b"']);
    expect(parseFieldInstruction("").name).toBe("");
    expect(parseFieldInstruction('"\\').arguments).toEqual([]);
  });
});

describe("format switches", () => {
  it("maps number formats", () => {
    expect(numberFormatOfSwitch(["ROMAN"])).toBe("upperRoman");
    expect(numberFormatOfSwitch(["roman"])).toBe("lowerRoman");
    expect(numberFormatOfSwitch(["MERGEFORMAT"])).toBeUndefined();
  });

  it("changes letter case", () => {
    expect(applyCaseSwitch("ada lovelace", ["Caps"])).toBe("Ada Lovelace");
    expect(applyCaseSwitch("ada", ["Upper"])).toBe("ADA");
  });

  it("writes date pictures", () => {
    const date = new Date(Date.UTC(2024, 2, 5, 15, 7, 9));
    expect(formatDatePicture(date, "dddd, MMMM d, yyyy", "en-US")).toBe("Tuesday, March 5, 2024");
    expect(formatDatePicture(date, "dd.MM.yy HH:mm:ss", "de-DE")).toBe("05.03.24 15:07:09");
    expect(formatDatePicture(date, "h:mm AM/PM", "en-US")).toBe("3:07 PM");
    expect(formatDatePicture(date, "d 'of' MMMM", "not a locale!")).toBe("5 of March");
  });
});

it("reads quotation marks that nothing closes once, as words", () => {
  const field = parseFieldInstruction(`IF "a b" ${"\u201e ".repeat(300_000)}c \\x d`);
  expect([field.arguments.length, ...field.arguments.slice(0, 2)]).toEqual([300_002, "a b", "\u201e"]);
  expect(field.arguments.at(-1)).toBe("c");
  expect(field.switches.get("x")).toEqual(["d"]);
  expect(parseFieldInstruction('REF "a b').arguments).toEqual(['"a', "b"]);
});
