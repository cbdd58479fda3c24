import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OpcPackage } from "../../office/package.ts";
import { MediaUrls } from "./page-media.ts";

/** The pictures that the page was given, in their order. */
const given: Blob[] = [];
beforeEach(() => {
  given.length = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${given.push(blob as Blob)}`);
});
afterEach(() => void vi.restoreAllMocks());

function urls(parts: Readonly<Record<string, Uint8Array>>) {
  const warnings = new Set<string>();
  const media = new MediaUrls(warnings);
  const pack = OpcPackage.ofParts(Object.entries(parts));
  return { warnings, media, url: (part: string) => media.url(pack, part) };
}

const starting = (...bytes: number[]) => Uint8Array.from([...bytes, ...new Array<number>(60).fill(0)]);
const PNG = starting(0x89, 0x50, 0x4e, 0x47);

/** A metafile of one rectangle (MS-WMF), placeable, 96 units to the inch. */
function wmf(): Uint8Array {
  const words = [
    ...[0xcdd7, 0x9ac6, 0, 0, 0, 100, 50, 96, 0, 0, 0],
    ...[1, 9, 0x300, 9 + 7 + 3, 0, 0, 7, 0, 0],
    // META_RECTANGLE 0, 0 to 90, 40, and META_EOF
    ...[7, 0, 0x041b, 40, 90, 0, 0],
    ...[3, 0, 0],
  ];
  return new Uint8Array(Uint16Array.from(words).buffer);
}

describe("a picture of a package", () => {
  it.each([
    ["picture.jpeg", PNG, "image/png"],
    ["picture.png", starting(0xff, 0xd8), "image/jpeg"],
    ["picture", starting(0x47, 0x49, 0x46), "image/gif"],
    ["picture.png", starting(0x42, 0x4d), "image/bmp"],
    ["picture.svg", new TextEncoder().encode("<svg/>"), "image/svg+xml"],
  ])("%s has the type that its bytes say, else its name", (part, bytes, type) => {
    expect(urls({ [part]: bytes }).url(part)).toBe("blob:1");
    expect(given[0]?.type).toBe(type);
  });

  it("is one address, however often it is asked for", () => {
    const { url, media } = urls({ "a.png": PNG, "b.png": PNG });
    expect([url("a.png"), url("a.png"), url("b.png")]).toEqual(["blob:1", "blob:1", "blob:2"]);
    expect(media.resolution("blob:1")).toBe(media.resolution("an address of others"));
  });

  it("that is missing has no address, which is not worth a warning", () => {
    const { url, warnings } = urls({});
    expect([url("none.png"), warnings.size]).toEqual([undefined, 0]);
  });

  it("that is a metafile becomes a drawing", async () => {
    const { url } = urls({ "a.wmf": wmf() });
    expect(url("a.wmf")).toBe("blob:1");
    expect(given[0]?.type).toBe("image/svg+xml");
    expect(await given[0]?.text()).toContain("<path");
  });

  it.each([
    ["a.wmf", wmf().subarray(0, 30), "a metafile picture could not be read"],
    ["a.pct", starting(), "a picture of type pct cannot be shown"],
    ["a.tif", starting(0x49, 0x49, 0x2a), "a picture of type tif cannot be shown"],
    ["a.xyz", starting(), "a picture of type xyz cannot be shown"],
  ])("%s that cannot be read is warned of", (part, bytes, warning) => {
    const { url, warnings } = urls({ [part]: bytes });
    expect(url(part)).toBeUndefined();
    expect([...warnings]).toEqual([warning]);
  });
});
