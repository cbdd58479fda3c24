import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { htmlInUtf8, isHtmlInOtherCharset } from "./html-text.ts";

const utf8 = (html: string) => new TextEncoder().encode(html);
const text = (bytes: Uint8Array) => new TextDecoder().decode(htmlInUtf8(bytes));

it.each([
  ["nothing declared", Buffer.from("<p>Caf\xe9 \x80</p>", "latin1"), "<p>Café €</p>"],
  [
    "Latin-1 declared",
    Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>\xfc</p>', "latin1"),
    '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><p>ü</p>',
  ],
  ["Shift_JIS", Buffer.from("<meta charset='Shift_JIS'>\x93\xfa\x96\x7b", "latin1"), "<meta charset='utf-8'>日本"],
  ["Windows-1251", Buffer.from("<meta charset=windows-1251>\xcf\xf0\xe8", "latin1"), "<meta charset=utf-8>При"],
  ["UTF-16", Buffer.from("\ufeff<meta charset=utf-16>{$x} é", "utf16le"), "<meta charset=utf-8>{$x} é"],
  ["a charset that does not exist", Buffer.from("<meta charset=nonsense>\xe9", "latin1"), "<meta charset=utf-8>é"],
])("html becomes UTF-8 and says so: %s", (_, bytes, expected) => expect(text(bytes)).toBe(expected));

it("leaves UTF-8 as it is, whatever it declares", () => {
  const bytes = utf8("<meta charset=iso-8859-1><p>é");
  expect(htmlInUtf8(bytes)).toBe(bytes);
});

it("tells html of another charset from other files", () => {
  expect(isHtmlInOtherCharset(Buffer.from("<p>Caf\xe9", "latin1"))).toBe(true);
  expect(isHtmlInOtherCharset(Buffer.from("\x1b$B<p>$3\x1b(B", "latin1"))).toBe(true);
  expect(isHtmlInOtherCharset(Buffer.from("Caf\xe9", "latin1"))).toBe(false);
  expect(isHtmlInOtherCharset(Buffer.from("\x00\x01<p>\xe9", "latin1"))).toBe(false);
});
