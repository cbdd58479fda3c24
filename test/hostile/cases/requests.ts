import { buildPages } from "../../../src/pdf/testing/build-file.ts";
import type { Random } from "../../smarty/random.ts";
import { HOSTILE_DATA, mutatedTemplate, tokenSoup } from "../../smarty/soup.ts";
import { type CaseMaker, fileRequest, type HostileCase, jsonRequest, randomOf } from "../hostile-case.ts";

type Request = Pick<HostileCase, "method" | "path" | "headers" | "body">;

/** Texts that have broken programs. */
const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\r\nX-Injected: 1",
  "../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "/absolute",
  "C:\\x",
  "con.pdf",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data",
  "http://[::ffff:127.0.0.1]/",
  "javascript:alert(1)",
  "a".repeat(10_000),
  ".".repeat(300),
  "\u202Egpj.exe",
  "\uFEFFa",
  "\uD800",
  "\uDFFF\uD800",
  "e\u0301".repeat(2_000),
  "Z\u0351\u036B\u0343".repeat(900),
  "👩‍👩‍👧‍👦".repeat(300),
  "ﷺ".repeat(500),
  "السلام עליכם 你好",
  "İıſK",
  "<script>alert(1)</script>",
  "';drop table documents;--",
  "%00%0d%0a",
  "%s%n%x",
  "{{7*7}}{$x}{/if}${7*7}",
  "=cmd|' /C calc'!A0",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "-0",
  "1e309",
  "0x10",
  "9007199254740993",
  "true",
  "null",
  "[]",
  "{}",
] as const;

const PATHS = [
  "/api/documents",
  "/api/documents/1",
  "/api/documents/x",
  "/api/runs",
  "/api/routes",
  "/api/deliveries",
  "/api/account",
  "/api/folders",
  "/api/keys/x",
  "/api/tools/combine",
  "/api/tools/split_pdf",
  "/api/tools/convert_to_pdf",
  "/merge/x/y",
  "/api/usage",
] as const;
const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;
const MEMBERS = [
  "name",
  "type",
  "html",
  "output",
  "output_name",
  "folder",
  "file",
  "files",
  "url",
  "settings",
  "pages",
  "rules",
  "data",
  "test",
  "page",
  "per_page",
  "status",
  "since",
];

const pdf = buildPages(1);

function anyValue(random: Random, depth = 0): unknown {
  if (depth < 4 && random.chance(0.3))
    return Array.from({ length: random.below(4) }, () => anyValue(random, depth + 1));
  if (depth < 4 && random.chance(0.3)) return anyMembers(random, depth + 1);
  if (random.chance(0.3)) return random.pick([0, -1, 1e308, -1e-308, 2 ** 53, 0.1, true, false, null]);
  return random.pick(TEXTS);
}

function anyMembers(random: Random, depth = 0): Record<string, unknown> {
  const entries = Array.from({ length: 1 + random.below(5) }, () => [
    random.chance(0.15) ? random.pick(TEXTS) : random.pick(MEMBERS),
    anyValue(random, depth),
  ]);
  return Object.fromEntries(entries);
}

const pathWith = (random: Random): string => {
  const base = random.pick(PATHS);
  if (random.chance(0.6)) return base;
  const query = Object.entries(anyMembers(random)).map(
    ([key, value]) => `${encode(key)}=${encode(JSON.stringify(value))}`,
  );
  return `${base}?${query.join("&")}`.slice(0, 8_000);
};

/** Percent-encoded as UTF-8; lone halves of characters as they come. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Bodies of all kinds: JSON and form pairs with any members, cut off, mislabelled. */
export const bodies: CaseMaker = (number) => {
  const random = randomOf(number);
  const method = random.pick(METHODS);
  const members = anyMembers(random);
  const make: readonly (() => Request)[] = [
    () => jsonRequest(method, pathWith(random), members),
    () => jsonRequest(method, pathWith(random), JSON.stringify(members).slice(0, random.below(200))),
    () =>
      jsonRequest(
        method,
        pathWith(random),
        JSON.stringify(members).replace(/[:,]/, () => random.pick(["", "::", "\0", "\u2028"])),
      ),
    () => {
      const pairs = Object.entries(members).map(
        ([key, value]) =>
          `${encode(key)}${random.pick(["", "[]", "[0]", "[a][b]", "[", "]", "[[", "[__proto__]"])}=${encode(JSON.stringify(value))}`,
      );
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return { ...jsonRequest(method, pathWith(random), pairs.join(random.pick(["&", "&&", ";", "&=&"]))), headers };
    },
  ];
  const { body, ...request } = random.pick(make)();
  return { kind: "bodies", name: `body ${number}`, ...request, body: method === "GET" ? undefined : body };
};

const CONTENT_TYPES = [
  "",
  "application/json; charset=utf-16",
  "application/json;;;",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"b".repeat(300)}`,
  'multipart/form-data; boundary="a b"',
  "text/plain",
  "application/pdf",
  "application/x-www-form-urlencoded; charset=x",
  "*/*",
  "x",
];
const HEADER_VALUES = [
  "",
  "x",
  "-1",
  "bytes=0-",
  "bytes=5-1",
  "bytes=0-1,2-3,4-5",
  "*",
  '"a"',
  "W/",
  "a".repeat(6_000),
  "Basic",
  "Basic !!!",
  "Basic Og==",
  "Bearer x",
  "respond-async, wait=99999999",
  "gzip;q=9",
  "xx-YY;q=abc",
  "Thu, 99 Foo 9999",
  "\u00e9",
  "../..",
];
const HEADERS = [
  "authorization",
  "idempotency-key",
  "prefer",
  "range",
  "if-none-match",
  "if-match",
  "if-modified-since",
  "accept",
  "accept-language",
  "origin",
  "referer",
  "cookie",
  "x-forwarded-for",
  "x-http-method-override",
  "content-encoding",
  "cf-connecting-ip",
];

/** Headers with values that do not belong there. */
export const headers: CaseMaker = (number) => {
  const random = randomOf(number);
  const sent = Object.fromEntries(
    Array.from({ length: 1 + random.below(4) }, () => [random.pick(HEADERS), random.pick(HEADER_VALUES)]),
  );
  const method = random.pick(METHODS);
  return {
    kind: "headers",
    name: `headers ${number}`,
    method,
    path: pathWith(random),
    headers: { ...(random.chance(0.5) ? { "content-type": random.pick(CONTENT_TYPES) } : {}), ...sent },
    body: method === "GET" ? undefined : random.pick(["", "x", "{}", "a=b", "--b\r\n", "\u0000"]),
    isAnonymous: random.chance(0.1),
  };
};

/** Names of files, documents and outputs. */
export const names: CaseMaker = (number) => {
  const random = randomOf(number);
  const text = random.pick(TEXTS) + random.pick(["", ".pdf", ".docx", ".PDF.", ".pdf\0.exe", random.pick(TEXTS)]);
  const name = text.slice(0, 12_000);
  const make: readonly (() => Request)[] = [
    () =>
      fileRequest(
        random.pick(["pdf_info", "rotate_pdf", "combine", "split_pdf"]),
        { name, bytes: pdf },
        { degrees: "90", output: "pdf" },
      ),
    () =>
      jsonRequest("POST", "/api/documents", {
        name,
        type: "html",
        output: "html",
        html: "x",
        output_name: name,
        folder: name,
      }),
    () => jsonRequest("POST", "/api/folders", { name, path: name }),
    () => ({ method: "GET", path: `/api/documents/${encode(name).slice(0, 4_000)}`, headers: {}, body: undefined }),
    () => ({ method: "GET", path: `/files/${encode(name).slice(0, 4_000)}`, headers: {}, body: undefined }),
    () => jsonRequest("POST", "/api/tools/convert_to_pdf", { file: { name, url: name, contents: name } }),
  ];
  return { kind: "names", name: `name ${number}`, ...random.pick(make)() };
};

/** Templates of the language: pieces of tags in any order, and valid ones that were changed. */
export const templates: CaseMaker = (number) => {
  const random = randomOf(number);
  const html = random.chance(0.5) ? tokenSoup(random) : mutatedTemplate(random);
  const request = random.chance(0.3)
    ? jsonRequest("POST", "/api/templates/lint", { type: "html", html })
    : jsonRequest("POST", "/api/documents", { name: "Soup", type: "html", output: "html", html });
  return { kind: "templates", name: `template ${number}`, ...request };
};

/** Data for a document that prints all of it. @param address where it is merged */
export const dataFor =
  (address: string): CaseMaker =>
  (number) => {
    const random = randomOf(number);
    const data = {
      ...HOSTILE_DATA,
      ...anyMembers(random),
      text: random.pick(TEXTS),
      rows: anyValue(random),
      list: [anyValue(random)],
    };
    return {
      kind: "data",
      name: `data ${number}`,
      ...jsonRequest("POST", `${address}?download=1`, data),
      isAnonymous: true,
    };
  };
