import { describe, expect, it } from "vitest";
import { imageDataBytes, imageUri } from "./image-data.ts";

const text = (...start: number[]) => Buffer.from([...start, ...new Uint8Array(80).fill(7)]).toString("base64");

describe("a picture that comes as bare base64", () => {
  it.each([
    ["png", text(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
    ["jpeg", text(0xff, 0xd8, 0xff)],
    ["gif", text(0x47, 0x49, 0x46, 0x38, 0x39, 0x61)],
    ["webp", text(0x52, 0x49, 0x46, 0x46, 0x10, 0x20, 0, 0, 0x57, 0x45, 0x42, 0x50)],
    ["tiff", text(0x49, 0x49, 0x2a, 0)],
    ["tiff", text(0x4d, 0x4d, 0, 0x2a)],
    ["bmp", text(0x42, 0x4d, 0x46, 0x10, 0, 0)],
    ["svg+xml", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${" ".repeat(60)}</svg>`).toString("base64")],
  ])("is recognised as %s by how it begins", (type, data) => {
    expect(imageUri(data)).toBe(`data:image/${type};base64,${data}`);
    expect(imageDataBytes(data)).toEqual(new Uint8Array(Buffer.from(data, "base64")));
  });

  it("is neither just any long word nor an address", () => {
    for (const other of [`Quarterly${"Report".repeat(20)}`, `https://example.com/${"a".repeat(80)}`, "Qk0"])
      expect(imageUri(other)).toBeUndefined();
  });
});
