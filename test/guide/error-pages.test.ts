import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ERRORS_FOLDER, errorPages } from "../../scripts/error-pages.ts";
import { FAILURE_CODES } from "../../src/domain/failure-codes.ts";

const src = path.resolve(import.meta.dirname, "../../src");
const pages = errorPages();
/** Of a message, the texts of the source have to say so much: the rest is from its input. */
const LEAST_SHARE = 1 / 3;
const ENOUGH_CHARACTERS = 16;

/** Texts of the source between quotes and holes, as one. */
function textsOfSource(): string {
  const names = fs.readdirSync(src, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".ts") && !/\.test\.ts$|failure-codes|testing/.test(name));
  const lines = files.flatMap((name) => fs.readFileSync(path.join(src, name), "utf8").split("\n"));
  return lines.filter((line) => /["`].*\w \w|\w \w.*["`]/.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line)).join("\n");
}

it("every code has a page, and every page a code", () => {
  const names = fs.readdirSync(ERRORS_FOLDER).map((name) => name.replace(/\.md$/, ""));

  expect(names.sort()).toEqual(Object.keys(FAILURE_CODES).sort());
});

it("a page shows title, status and body as the service sends them", () => {
  const page = pages.find(({ code }) => code === "file_encrypted")?.markdown ?? "";

  expect(page).toMatch(/^# The file is password-protected\n\nCode `file_encrypted`, status 422\.\n\n/);
  expect(JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "")).toMatchObject({
    code: "file_encrypted",
    status: 422,
    detail: expect.stringMatching(/^"report\.docx" is a password-protected Office file/),
    type: "http://127.0.0.1:8787/docs/errors/file_encrypted",
  });
});

it("examples say what the service says", () => {
  const texts = textsOfSource();
  const isSaid = (message: string): boolean => {
    const length = Math.ceil(Math.min(message.length * LEAST_SHARE, ENOUGH_CHARACTERS));
    return message
      .split("")
      .some((_, at) => at + length <= message.length && texts.includes(message.slice(at, at + length)));
  };
  const unknown = pages.filter(({ message, title }) => message !== title && !isSaid(message));

  expect(unknown.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
});
