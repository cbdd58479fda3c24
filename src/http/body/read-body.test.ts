import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import type { FailureCode } from "../../domain/failure-codes.ts";
import { FilePart } from "./body-tree.ts";
import { readBody, readQuery } from "./read-body.ts";

const FORM = "application/x-www-form-urlencoded";

function post(body: BodyInit | undefined, contentType?: string): Request {
  const request = new Request("http://docloom.test/", { method: "POST", body });
  if (contentType !== undefined) request.headers.set("content-type", contentType);
  else if (!(body instanceof FormData)) request.headers.delete("content-type");

  return request;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const readJson = (body: string) => readBody(post(body, "application/json"));
const readForm = (body: string) => readBody(post(body, FORM));

async function failureOf(reading: Promise<unknown>): Promise<{ code: FailureCode; message: string }> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`expected a Failure, got ${String(error)}`);

  return { code: error.code, message: error.message };
}

describe("JSON bodies", () => {
  it("gives nested values as they are", async () => {
    expect(await readJson('{"a":{"b":[1,"2",true,null,{"c":1.5}]}}')).toEqual({
      a: { b: [1, "2", true, null, { c: 1.5 }] },
    });
  });

  it("is empty for an empty body, blanks, null and an empty list", async () => {
    for (const body of ["", " \r\n", "null", "[]"]) expect(Object.keys(await readJson(body))).toEqual([]);
    expect(Object.keys(await readBody(post(undefined, "application/json")))).toEqual([]);
  });

  it("has no prototypes: every key is plain data", async () => {
    const tree = await readJson('{"__proto__":{"polluted":1},"constructor":"c","inner":{"prototype":2,"__proto__":3}}');

    expect(Object.getPrototypeOf(tree)).toBeNull();
    expect(Object.getPrototypeOf(tree.inner)).toBeNull();
    expect(Object.keys(tree)).toEqual(["__proto__", "constructor", "inner"]);
    expect(Object.keys(tree.inner as object)).toEqual(["prototype", "__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("expands names in bracket notation at any level", async () => {
    expect(await readJson('{"settings[flatten]":1,"settings":{"x":1},"settings[locale]":"de"}')).toEqual({
      settings: { x: 1, locale: "de" },
    });
    expect(await readJson('{"rules":[{"conditions[0][field]":"A","conditions[0][value]":2}]}')).toEqual({
      rules: [{ conditions: [{ field: "A", value: 2 }] }],
    });
  });

  it("keeps every digit of long integers, and strings untouched", async () => {
    expect(
      await readJson('{"n":12345678901234567890,"m":123,"f":1234567890123456.5,"s":"12345678901234567890"}'),
    ).toEqual({
      n: "12345678901234567890",
      m: 123,
      f: 1234567890123456.5,
      s: "12345678901234567890",
    });
  });

  it("refuses what is not JSON, saying where", async () => {
    expect(await failureOf(readJson('{"a": oops}'))).toEqual({
      code: "body_not_json",
      message: expect.stringMatching(/not valid JSON: .*o/),
    });
    expect((await failureOf(readJson('"text"'))).code).toBe("body_not_json");
    expect((await failureOf(readJson("[1,2]"))).message).toContain("must be an object");
    expect(
      (await failureOf(readBody(post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "application/json")))).message,
    ).toContain("not valid UTF-8");
  });

  it("reads a byte order mark, other charsets and escaped quotes", async () => {
    expect(await readBody(post(bytes('\ufeff{"a":1}'), "application/json; charset=utf-8"))).toEqual({ a: 1 });
    expect(
      await readBody(
        post(
          new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d]),
          "application/json; charset=iso-8859-1",
        ),
      ),
    ).toEqual({ a: "é" });
    expect(await readJson(String.raw`{"a":"say \"[{\\","b":["\\\\"]}`)).toEqual({ a: 'say "[{\\', b: ["\\\\"] });
    expect((await failureOf(readBody(post("{}", "application/json; charset=klingon")))).code).toBe(
      "unsupported_media_type",
    );
  });
});

describe("form bodies", () => {
  it("nests brackets to any depth; numbers from 0 on are a list in whatever order they come", async () => {
    expect(await readForm("rules[1][document_id]=7&rules[0][conditions][0][field]=Total&rules[0][combine]=1")).toEqual({
      rules: [{ conditions: [{ field: "Total" }], combine: "1" }, { document_id: "7" }],
    });
  });

  it.each([
    ["done[2]=1", { done: { 2: "1" } }],
    ["answers[17]=yes&answers[4]=no", { answers: { 4: "no", 17: "yes" } }],
    ["rows[1][n]=a&rows[2][n]=b", { rows: { 1: { n: "a" }, 2: { n: "b" } } }],
    ["deep[x][3][]=a&deep[x][3][]=b", { deep: { x: { 3: ["a", "b"] } } }],
    ["x[5]=a&x[]=b", { x: { 5: "a", 6: "b" } }],
    ["x[0]=a&x[]=b&x[1]=c", { x: ["a", "c"] }],
    ["a[999999999]=1&a[]=2", { a: { 999999999: "1", 1000000000: "2" } }],
    ["a[20260304050607]=1&a[]=2", { a: { 20260304050607: "1", 20260304050608: "2" } }],
    ["x[01]=a&x[]=b", { x: { "01": "a", 0: "b" } }],
  ])("keeps numbers that leave others out: %s", async (form, expected) => {
    expect(await readForm(form)).toEqual(expected);
    expect(readQuery(`http://docloom.test/?${form}`)).toEqual(expected);
    const parts = new FormData();
    for (const [name, value] of new URLSearchParams(form)) parts.append(name, value);
    expect(await readBody(post(parts))).toEqual(expected);
  });

  it("appends with [], keeps the last of equal names, mixes names and indexes as an object", async () => {
    expect(await readForm("x[]=a&x[]=b&x[5]=f&x[]=g&y=1&y=2&z[0]=p&z[k]=q")).toEqual({
      x: { 0: "a", 1: "b", 5: "f", 6: "g" },
      y: "2",
      z: { 0: "p", k: "q" },
    });
  });

  it("lets a later shape replace an earlier one", async () => {
    expect(await readForm("a=1&a[b]=2")).toEqual({ a: { b: "2" } });
    expect(await readForm("a[b]=2&a=1")).toEqual({ a: "1" });
  });

  it("takes names that are not well formed as they are", async () => {
    expect(await readForm("[a]=1&b[=2&c[d]e=3&=4&f")).toEqual({ "[a]": "1", "b[": "2", "c[d]e": "3", "": "4", f: "" });
  });

  it("treats __proto__ and constructor as plain names", async () => {
    const tree = await readForm("__proto__[polluted]=1&a[__proto__][b]=2&constructor=3");

    expect(Object.keys(tree)).toEqual(["__proto__", "a", "constructor"]);
    expect(Object.keys(tree.a as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("decodes plus, escapes, stray percent signs and old Western encodings", async () => {
    expect(await readForm("a=1+2%2B3&b=%E2%82%AC+100%&c=caf%E9&d=€")).toEqual({
      a: "1 2+3",
      b: "€ 100%",
      c: "café",
      d: "€",
    });
    expect(await readBody(post("a=%C4%E3", `${FORM}; charset=gbk`))).toEqual({ a: "你" });
  });
});

describe("multipart bodies", () => {
  it("gives text and file parts in one tree", async () => {
    const form = new FormData();
    form.append("name", "Rechnung ü");
    form.append("files[0]", new File([bytes("%PDF-1.7")], "été.pdf", { type: "application/pdf" }));
    form.append("permissions[]", "Printing");

    const tree = await readBody(post(form));
    const [file] = tree.files as FilePart[];

    expect(tree.name).toBe("Rechnung ü");
    expect(tree.permissions).toEqual(["Printing"]);
    expect(file).toBeInstanceOf(FilePart);
    expect(file).toMatchObject({ name: "été.pdf", contentType: "application/pdf" });
    expect(new TextDecoder().decode(file?.bytes)).toBe("%PDF-1.7");
  });

  it("survives any cut of the stream, an epilogue and an untouched file input", async () => {
    const body = bytes(
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\n' +
        'Content-Disposition: form-data; name="f"; filename="folder/x.bin"\r\n\r\n\r\n--x\r\n\r\n--b\r\n' +
        'Content-Disposition: form-data; name="none"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--b--\r\nepilogue',
    );

    for (let size = 1; size < body.length; size += 7) {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < body.length; at += size) controller.enqueue(body.slice(at, at + size));
          controller.close();
        },
      });
      const tree = await readBody(post(stream, "multipart/form-data; boundary=b"));

      expect(Object.keys(tree)).toEqual(["a", "f"]);
      expect(tree.a).toBe("1");
      expect((tree.f as FilePart).name).toBe("x.bin");
      expect(new TextDecoder().decode((tree.f as FilePart).bytes)).toBe("\r\n--x\r\n");
    }
  });

  it("reads each part in its own charset, or in the one that _charset_ names", async () => {
    const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
    const part = (name: string, value: string, type = "") =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${type && `Content-Type: ${type}\r\n`}\r\n${value}\r\n`;
    const read = (...parts: string[]) =>
      readBody(post(latin(`${parts.join("")}--b--`), "multipart/form-data; boundary=b"));
    expect(
      await read(
        part("a", "caf\xe9", 'text/plain; charset="iso-8859-1"'),
        part("b", "\xc4\xe3", "text/plain; charset=GBK"),
        part("c", "\xc3\xa9"),
      ),
    ).toEqual({ a: "café", b: "你", c: "é" });
    expect(
      await read(
        part("_charset_", "windows-1250"),
        part("a", "\xb9"),
        part("b", "\xc4\x85", "text/plain; charset=utf-8"),
      ),
    ).toEqual({
      _charset_: "windows-1250",
      a: "ą",
      b: "ą",
    });
    expect(await failureOf(read(part("a", "caf\xe9")))).toEqual({
      code: "body_not_form",
      message: expect.stringContaining("The part a is not valid UTF-8: name its charset"),
    });
    expect((await failureOf(read(part("a", "x", "text/plain; charset=klingon")))).code).toBe("unsupported_media_type");
  });

  it("refuses what is not well formed", async () => {
    const multipart = "multipart/form-data; boundary=b";
    for (const body of ["nothing", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1", "--b\r\n\r\n1\r\n--b--"]) {
      expect((await failureOf(readBody(post(body, multipart)))).code).toBe("body_not_form");
    }
    expect((await failureOf(readBody(post("--b--", "multipart/form-data")))).message).toContain("boundary");
  });
});

describe("the media type", () => {
  it("is recognised where none was sent", async () => {
    expect(await readBody(post(bytes(' {"a":1}')))).toEqual({ a: 1 });
    expect(await readBody(post(bytes("a[b]=1")))).toEqual({ a: { b: "1" } });
    expect(await readBody(post('{"a":1}', "text/plain;charset=UTF-8"))).toEqual({ a: 1 });
    expect(await readBody(post('{"a":1}', "application/vnd.api+json"))).toEqual({ a: 1 });
  });

  it("may call JSON a form, as curl does", async () => {
    expect(await readForm('{"a":{"b":1}}')).toEqual({ a: { b: 1 } });
    expect(await readForm("{$a}=1")).toEqual({ "{$a}": "1" });
  });

  it("of a list is refused with the way out, also when curl calls it a form", async () => {
    const lists = { listsAt: "this address with /batch at its end" };
    const list = '[{"Name":"Ada"},{"Name":"Grace"}]';
    for (const type of ["application/json", FORM, undefined])
      expect(await failureOf(readBody(post(bytes(list), type), lists))).toEqual({
        code: "body_not_json",
        message: expect.stringContaining("goes to this address with /batch at its end."),
      });
    expect((await failureOf(readJson(list))).message).not.toContain("batch");
    expect(await readForm("[]")).toEqual({});
  });

  it("is refused by name when it is another", async () => {
    expect(await failureOf(readBody(post("<a/>", "application/xml")))).toEqual({
      code: "unsupported_media_type",
      message: expect.stringContaining("application/xml"),
    });
  });
});

describe("limits", () => {
  it("refuses brackets and JSON nested 1,000 deep, however long", async () => {
    const json = `${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`;

    expect((await failureOf(readJson(json))).code).toBe("body_too_deep");
    expect((await failureOf(readJson("[".repeat(5_000_000)))).code).toBe("body_too_deep");
    expect((await failureOf(readForm(`a${"[b]".repeat(1_000)}=1`))).code).toBe("body_too_deep");
    expect((await failureOf(readJson(`{"a${"[b]".repeat(1_000)}":1}`))).code).toBe("body_too_deep");
  });

  it("allows 32 levels and no more", async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

    expect(await readJson(nested(32))).toBeTypeOf("object");
    expect((await failureOf(readJson(nested(33)))).code).toBe("body_too_deep");
    expect(await readForm(`a${"[b]".repeat(31)}=1`)).toBeTypeOf("object");
    expect((await failureOf(readForm(`a${"[b]".repeat(32)}=1`))).code).toBe("body_too_deep");
  });

  it("takes numbers of any size, and 10,000 items by number", async () => {
    const numbered = Array.from({ length: 10_001 }, (_, index) => `x[${3 * index}]=1`).join("&");
    expect((await failureOf(readForm(numbered))).code).toBe("body_too_many_keys");
    expect((await failureOf(readForm("x[]=1&".repeat(10_001)))).code).toBe("body_too_many_keys");
    expect(await readForm("prices[4711a]=1")).toEqual({ prices: { "4711a": "1" } });
  });

  it("refuses more than 100,000 names in each form", async () => {
    const members = Array.from({ length: 100_001 }, (_, index) => `"k${index}":1`).join(",");
    const form = new FormData();
    for (let index = 0; index < 3; index++) form.append(`k${index}`, "1");

    expect((await failureOf(readJson(`{${members}}`))).code).toBe("body_too_many_keys");
    expect((await failureOf(readJson(`{"a":[${"{},".repeat(100_001)}1]}`))).code).toBe("body_too_many_keys");
    expect((await failureOf(readForm("k=1&".repeat(100_001)))).code).toBe("body_too_many_keys");
    expect(Object.keys(await readBody(post(form)))).toHaveLength(3);
  });

  it("takes a list of 10,000 rows with several members", async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `rows[${index}][name]=n${index}&rows[${index}][price]=1`);
    const tree = await readForm(rows.join("&"));

    expect(tree.rows).toHaveLength(10_000);
    expect((tree.rows as unknown[])[9_999]).toEqual({ name: "n9999", price: "1" });
  });

  it("refuses a large body by its declared length without reading it", async () => {
    let pulled = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    const request = post(stream, "application/json");
    request.headers.set("content-length", "100000000");

    expect((await failureOf(readBody(request))).code).toBe("body_too_large");
    expect(pulled).toBeLessThan(3);
  });

  it.each(["application/json", FORM, "multipart/form-data; boundary=b"])(
    "stops reading an endless %s body",
    async (type) => {
      let sent = 0;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (sent === 0 && type.startsWith("multipart")) {
            controller.enqueue(bytes('--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'));
          }
          sent += 1;
          controller.enqueue(new Uint8Array(1_000_000).fill(0x61));
        },
      });

      expect((await failureOf(readBody(post(stream, type)))).code).toBe("body_too_large");
      expect(sent).toBeLessThan(70);
    },
  );
});

describe("the query", () => {
  it("uses the same notation", () => {
    expect(readQuery("http://docloom.test/x?test=0&download=0&a[b]=c&l[]=1&l[]=2")).toEqual({
      test: "0",
      download: "0",
      a: { b: "c" },
      l: ["1", "2"],
    });
  });
});
