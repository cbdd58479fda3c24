import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { FAILURE_CODES } from "./failure-codes.ts";

const PAGES = path.resolve(import.meta.dirname, "../../docs/errors");

describe.each(Object.entries(FAILURE_CODES))("the page about %s", (code, [status, title]) => {
  const file = path.join(PAGES, `${code}.md`);
  const page = existsSync(file) ? readFileSync(file, "utf8") : "";

  it("exists, under the title of the code", () => {
    expect(page, `write docs/errors/${code}.md`).toContain(`# ${title}\n`);
    expect(page).toContain(`Code \`${code}\`, status ${status}.`);
    expect(page).toContain("## What to do\n\n- ");
  });

  it("shows a body as the service sends it", () => {
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "null");

    expect(example).toMatchObject({ code, status, title, error: expect.any(String), request_id: expect.any(String) });
    expect(example.detail).toBe(example.error);
    expect(example.type).toMatch(new RegExp(`/docs/errors/${code}$`));
  });
});

it("there are no pages about codes that do not exist", () => {
  const pages = readdirSync(PAGES).map((name) => name.replace(/\.md$/, ""));

  expect(pages.filter((code) => !(code in FAILURE_CODES))).toEqual([]);
});
