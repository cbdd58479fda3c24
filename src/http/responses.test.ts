import { describe, expect, it } from "vitest";
import { entityTag, isMatch, isUnchanged } from "./entity-tag.ts";
import { redactPath } from "./redact-path.ts";
import { attachment, json } from "./responses.ts";

describe("file names in Content-Disposition", () => {
  it.each([
    ["invoice.pdf", `attachment; filename="invoice.pdf"; filename*=UTF-8''invoice.pdf`],
    ["Größe 5%.docx", `attachment; filename="Gro_e 5_.docx"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%205%25.docx`],
    ["請求書.pdf", `attachment; filename="___.pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf`],
    [`a"b\\c;'(1)*.pdf`, `attachment; filename="a_b_c;'(1)*.pdf"; filename*=UTF-8''a%22b%5Cc%3B%27%281%29%2A.pdf`],
    [
      "a\r\nSet-Cookie: x=1.pdf",
      `attachment; filename="aSet-Cookie: x=1.pdf"; filename*=UTF-8''aSet-Cookie%3A%20x%3D1.pdf`,
    ],
  ])("keep %j", (name, header) => {
    expect(attachment(name)).toBe(header);
    expect(() => new Headers({ "content-disposition": attachment(name) })).not.toThrow();
  });

  it("are cut to what file systems and headers take, but keep their extension", () => {
    const header = attachment(`${"Z\u0351\u036b".repeat(2_000)}.pdf`);
    expect(header.length).toBeLessThan(4_000);
    expect(header).toMatch(/\.pdf$/);
  });

  it("survive half a surrogate pair", () => {
    expect(attachment("a\ud83d.pdf")).toContain("filename*=UTF-8''a%EF%BF%BD.pdf");
  });
});

describe("JSON answers", () => {
  it("are typed without a charset", () => {
    expect(json({}).headers.get("content-type")).toBe("application/json");
  });
});

describe("entity tags", () => {
  const request = (headers: Record<string, string>) => new Request("http://docloom.test/", { headers });
  const tag = entityTag(7);

  it("guard changes with If-Match", () => {
    expect(tag).toBe('"7"');
    for (const value of ['"7"', "*", '"1", "7"']) expect(isMatch(request({ "if-match": value }), tag)).toBe(true);
    expect(isMatch(request({}), tag)).toBe(true);
    for (const value of ['"6"', 'W/"7"', "7"]) {
      expect(isMatch(request({ "if-match": value }), tag)).toBe(false);
    }
  });

  it("save a download with If-None-Match", () => {
    expect(isUnchanged(request({ "if-none-match": 'W/"7"' }), tag)).toBe(true);
    expect(isUnchanged(request({ "if-none-match": '"8"' }), tag)).toBe(false);
    expect(isUnchanged(request({}), tag)).toBe(false);
  });
});

describe("paths in logs", () => {
  it.each([
    ["/merge/12/secret", "/merge/12/***"],
    ["/route/3/secret/x", "/route/3/***"],
    ["/files/token", "/files/***"],
    ["/api/documents/12", "/api/documents/12"],
  ])("show %s as %s", (path, shown) => expect(redactPath(path)).toBe(shown));
});
