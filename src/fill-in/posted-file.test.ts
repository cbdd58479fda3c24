import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { isDrawn, mediaTypeOf } from "./posted-file.ts";
import { readAnswers } from "./read-answers.ts";
import { speechOf } from "./words.ts";

const file = (start: string, name = "picture.png") => ({ name, bytes: new Uint8Array(Buffer.from(start, "latin1")) });

test.each([
  ["\x89PNG\r\n\x1a\n...", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["GIF89a", "image/gif"],
  ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
  ["%PDF-1.7", "application/pdf"],
  ["PK\x03\x04...word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  // what only says that it is one
  ["<svg onload='alert(1)'>", undefined],
  ["<html><script>", undefined],
  ["MZ\x90", undefined],
  ["PK\x03\x04...evil.exe", undefined],
  ["PK\x03\x04...word/document.xml word/vbaProject.bin", undefined],
  ["", undefined],
])("%j is taken for %s", (start, mediaType) => {
  expect(mediaTypeOf(file(start))).toBe(mediaType);
});

test("a drawn signature is a PNG and nothing else", () => {
  expect(isDrawn("data:image/png;base64,iVBORw0KGgoAAAA=")).toBe(true);
  for (const other of [
    "data:text/html;base64,PHNjcmlwdD4=",
    'data:image/png;base64,iVBORw0KGgo"><script>',
    "https://a.example",
    7,
  ])
    expect(isDrawn(other)).toBe(false);
});

test("files become data of the type that they have, and lies are told", () => {
  const fields = [
    { name: "Face", kind: "picture" },
    { name: "Paper", kind: "file" },
    { name: "Sign", kind: "signature", required: true },
  ] as const;
  const read = (typed: object) =>
    readAnswers(fields, { ...typed }, speechOf("en"), (value) =>
      value && typeof value === "object" && "bytes" in value ? (value as ReturnType<typeof file>) : undefined,
    );

  const good = read({ Face: file("GIF89a"), Paper: file("%PDF-1.7"), Sign: { name: " Ada " } });
  expect([...good.problems]).toEqual([]);
  expect(good.data).toEqual({
    Face: "data:image/gif;base64,R0lGODlh",
    Paper: "data:application/pdf;base64,JVBERi0xLjc=",
    Sign: "Ada",
  });
  const bad = read({ Face: file("%PDF-1.7"), Paper: file("<html>"), Sign: { name: "", drawn: "x" } });
  expect([...bad.problems.keys()]).toEqual(["Face", "Paper", "Sign"]);
  expect(bad.data).toMatchObject({ Face: "", Paper: "", Sign: "" });
  const large = read({ Face: { name: "a", bytes: new Uint8Array(8_000_001) }, Sign: { picture: file("GIF89a") } });
  expect(large.problems.get("Face")).toBe("Choose a file of at most 8 MB.");
  expect(large.data.Sign).toBe("data:image/gif;base64,R0lGODlh");
});
