import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { decodeBase64 } from "./body/base64.ts";
import { FilePart } from "./body/body-tree.ts";
import { validate } from "./validate.ts";
import { base64, flag, integer, number, numericId, optional, text } from "./wire-values.ts";

const read = (schema: z.ZodType, value: unknown) => validate(z.object({ v: schema }), { v: value }, "body").v;

describe("base64", () => {
  const bytes = new Uint8Array([0xfb, 0xff, 0xfe, 0x00, 0x61]);
  const spellings = {
    plain: "+//+AGE=",
    "without padding": "+//+AGE",
    "URL-safe": "-__-AGE",
    "with line breaks and blanks": "+//+\r\n AG\tE=\n",
    "with a data: prefix": "data:application/pdf;name=a.pdf;base64,+//+AGE=",
  };

  it.each(Object.entries(spellings))("is read %s", (_name, spelling) => {
    expect(decodeBase64(spelling)).toEqual(bytes);
  });

  it("may be a file part", () => {
    expect(read(base64(), new FilePart("a", "b/c", bytes))).toEqual(bytes);
    expect(() => read(base64(), new FilePart("a.docx", "b/c", new Uint8Array()))).toThrow(
      'is empty: the file "a.docx" has 0 bytes',
    );
  });

  it.each([
    ["AA*A", '"*" at character 3'],
    ["AA=A", '"=" at character 3'],
    ["AAAAA", "cut off"],
    ["data:text/plain,hello", "does not say ;base64"],
    ["data:no-comma", "does not say ;base64"],
  ])("says what is wrong with %s", (value, sentence) => {
    expect(() => read(base64(), value)).toThrow(sentence);
  });

  it("agrees with the platform on any bytes", () => {
    for (let length = 0; length < 70; length++) {
      const random = crypto.getRandomValues(new Uint8Array(length));
      const encoded = Buffer.from(random).toString("base64");

      expect(decodeBase64(encoded.replace(/.{7}/g, "$&\r\n"))).toEqual(random);
    }
  });
});

describe("flags", () => {
  it.each([1, "1", true, "true", "on"])("are on for %o", (value) => expect(read(flag(), value)).toBe(true));
  it.each([0, "0", false, "false", "", undefined, null])("are off for %o", (value) =>
    expect(read(flag(), value)).toBe(false),
  );
  it("are nothing else", () => expect(() => read(flag(), 2)).toThrow("v must be 1 or 0."));
});

describe("text and numbers", () => {
  it("cross over, as forms cannot tell them apart", () => {
    expect(read(text(), 12)).toBe("12");
    expect(read(number(), "8.5")).toBe(8.5);
    expect(read(number(), " -.5 ")).toBe(-0.5);
    expect(read(integer(), "3")).toBe(3);
  });

  it("say what they must be", () => {
    expect(() => read(number(), "11in")).toThrow("v must be a number.");
    expect(() => read(integer(), "1.5")).toThrow("v must be a whole number.");
    expect(() => read(text(), [])).toThrow("v must be text.");
    expect(() => read(text(), undefined)).toThrow("v is required.");
  });

  it("may be left out, or null", () => {
    expect(read(optional(text()), null)).toBeUndefined();
    expect(validate(z.object({ v: optional(text()) }), {}, "body")).toEqual({});
  });
});

describe("ids", () => {
  it("are digits within int32; others are an id that nothing has", () => {
    expect(read(numericId(), "2147483647")).toBe(2147483647);
    for (const wrong of ["2147483648", "-1", "1e3", "abc", "", "00000000001", "../1"])
      expect(read(numericId(), wrong)).toBe(-1);
  });
});

describe("sentences", () => {
  it("name nested members, limits and what is known", () => {
    const schema = z.object({
      rows: z.array(z.object({ kind: z.enum(["a", "b"]), size: z.number().max(5) })).min(1),
      strict: z.strictObject({ x: z.string().optional(), width: z.number().optional() }),
    });
    const fail = (value: unknown) => {
      try {
        validate(schema, value, "body");
        return undefined;
      } catch (error) {
        return (error as { errors: unknown }).errors;
      }
    };

    expect(fail({ rows: [{ kind: "c", size: 9 }], strict: { y: 1 } })).toEqual([
      { pointer: "/rows/0/kind", message: 'rows[0][kind] must be one of a, b, not "c".' },
      { pointer: "/rows/0/size", message: "rows[0][size] must be at most 5." },
      { pointer: "/strict/y", message: "strict has members that are not known: y." },
    ]);
    expect(fail({ rows: [{ kind: "a", size: 1 }], strict: { wdth: 1, y: 2 } })).toEqual([
      { pointer: "/strict", message: "strict has members that are not known: wdth (did you mean width?), y." },
    ]);
    expect(fail({ rows: [], strict: {} })).toEqual([{ pointer: "/rows", message: "rows must have at least 1 item." }]);
    expect(fail("x")).toEqual([{ pointer: "", message: "The body must be an object with members." }]);
  });

  it("are those of the shape of a union that was recognised", () => {
    const schema = z.union([z.object({ url: z.string() }), z.string()]);

    expect(() => read(schema, { url: 1 })).toThrow("v[url] must be text.");
    expect(() => read(schema, 1)).toThrow("v must be an object with members or text.");
  });
});

it("reads a number of any length once", () => {
  const digits = "1".repeat(300_000);
  expect(read(number(), `0.${digits}`)).toBeCloseTo(1 / 9);
  expect(() => read(number(), `${digits}x`)).toThrow("must be a number");
});
