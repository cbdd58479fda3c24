import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../store/sha256.ts";
import { DeliveryError } from "../delivery-error.ts";
import { LETTER, storedAs, storeTries } from "../testing/store-try.ts";
import { WebdavStandIn } from "../testing/webdav-stand-in.ts";

const ROOT = "/remote.php/dav/files/ann";
const SETTINGS = { url: `https://cloud.example.com${ROOT}/`, user: "ann", password: "app-password-1" };

const cloud = () => new WebdavStandIn([ROOT, "/remote.php/dav/uploads/ann"], "ann", "app-password-1");

const tried = storeTries(env, "webdav", SETTINGS);

describe("a file in a WebDAV folder", () => {
  it.each([
    [undefined, {}, "Letter.pdf"],
    ["invoices/{$Year}/", { Year: 2026 }, "invoices/2026/Letter.pdf"],
    ["invoices/{$Number}.pdf", { Number: "A/7" }, "invoices/A_7.pdf"],
    ["/日本語/a b #1?.pdf", {}, "日本語/a b #1?.pdf"],
  ])("goes to %j", async (path, data, name) => {
    const store = cloud();
    expect(storedAs(await tried(store, { settings: { path }, data }))).toEqual([name]);
    expect(store.files.get(`${ROOT}/${name}`)).toEqual(LETTER);
  });

  it("makes the folders that are missing, and asks for none that is there", async () => {
    const store = cloud();
    await tried(store, { settings: { path: "a/b/" } });
    await tried(store, { settings: { path: "a/b/c.pdf" } });
    expect(store.log.filter((line) => line.startsWith("MKCOL"))).toEqual([`MKCOL ${ROOT}/a/`, `MKCOL ${ROOT}/a/b/`]);
  });

  it.each([
    [undefined, ["Letter.pdf", "Letter (1).pdf", "Letter (2).pdf"]],
    ["replace", ["Letter.pdf"]],
    ["refuse", ["Letter.pdf"]],
  ])("is dealt with as the settings say when its name is there: %j", async (if_exists, names) => {
    const store = cloud();
    const contents = ["one", "two", "three"].map((text) => new TextEncoder().encode(text));
    const results = [];
    for (const bytes of contents)
      results.push(await tried(store, { settings: { if_exists }, files: { "Letter.pdf": bytes } }));
    expect([...store.files.keys()]).toEqual(names.map((name) => `${ROOT}/${name}`));
    expect(store.files.get(`${ROOT}/Letter.pdf`)).toEqual(contents[if_exists === "replace" ? 2 : 0]);
    const [, second] = results;
    if (if_exists === "refuse")
      expect(second).toMatchObject({
        message: 'There is a file "Letter.pdf" already, and the setting "if_exists" is refuse.',
        context: { permanent: true },
      });
  });

  it("is not written twice when the answer to the first try was lost", async () => {
    const store = cloud();
    store.fault = ({ method }) => {
      if (method !== "PUT") return undefined;
      store.files.set(`${ROOT}/Letter.pdf`, LETTER);
      throw new TypeError("connection reset");
    };
    expect(await tried(store)).toBeInstanceOf(DeliveryError);
    store.fault = () => undefined;
    expect(storedAs(await tried(store, { tries: 2 }))).toEqual(["Letter.pdf"]);
    expect([...store.files.keys()]).toEqual([`${ROOT}/Letter.pdf`]);
  });

  it("gets a number when a file of the name comes in between", async () => {
    const store = cloud();
    store.fault = ({ method, path }) => {
      if (method === "PUT" && path === `${ROOT}/Letter.pdf`) store.files.set(path, new Uint8Array(3));
      return undefined;
    };
    expect(storedAs(await tried(store))).toEqual(["Letter (1).pdf"]);
  });

  it("goes beside the other files of the delivery", async () => {
    const files = { "Letter.pdf": LETTER, "Letter.xml": new Uint8Array(4) };
    expect(storedAs(await tried(cloud(), { settings: { path: "all" }, files }))).toEqual([
      "all/Letter.pdf",
      "all/Letter.xml",
    ]);
  });
});

describe("a large file", () => {
  const large = new Uint8Array(25 * 1024 * 1024).map((_, index) => index % 251);
  const files = { "Book.pdf": large };

  it("goes in pieces, and after a cut goes on where it was", async () => {
    const store = cloud();
    store.fault = ({ path }) => {
      if (path.endsWith("/00003")) throw new TypeError("connection reset");
      return undefined;
    };
    expect(await tried(store, { settings: { path: "books/" }, files })).toMatchObject({
      context: { permanent: false },
    });
    store.fault = () => undefined;
    store.requests.length = 0;
    expect(storedAs(await tried(store, { settings: { path: "books/" }, files, tries: 2 }))).toEqual(["books/Book.pdf"]);
    expect(store.requests.filter(({ method }) => method === "PUT").map(({ path }) => path.slice(-5))).toEqual([
      "00003",
    ]);
    expect(await sha256Hex(store.files.get(`${ROOT}/books/Book.pdf`) ?? "")).toBe(await sha256Hex(large));
  });

  it("goes as a whole to servers that know no pieces", async () => {
    const store = cloud();
    store.fault = ({ path }) => (path.includes("/uploads/") ? new Response(null, { status: 404 }) : undefined);
    expect(storedAs(await tried(store, { files }))).toEqual(["Book.pdf"]);
  });
});

describe("what goes wrong is told in a sentence, and tried again where that helps", () => {
  const answers =
    (status: number, headers: Record<string, string> = {}) =>
    () =>
      new Response("<html>", { status, headers });

  it.each([
    ["password changed", answers(401), "The store does not take user and password.", false],
    ["no right to write", answers(403), "The user may not write into the folder of the store.", false],
    ["folder gone", answers(409), "The folder that the address names is not in the store.", false],
    ["full", answers(507), "The store is full: there is no room for the file.", false],
    ["locked", answers(423), "Somebody is working on the file: it is locked.", false],
    ["too large for its proxy", answers(413), "The store takes no file of this size.", true],
    ["a folder of that name", answers(405), "There is a folder of the file's name.", true],
    ["moved", answers(301, { location: "https://new.example/" }), "The address leads to another one", true],
    ["busy", answers(503, { "retry-after": "120" }), "The store is busy, or out of order.", false],
    ["too many requests", answers(429), "The store is busy, or out of order.", false],
    ["broken", answers(500), "The store is busy, or out of order.", false],
    ["bad gateway", answers(502), "The store is busy, or out of order.", false],
    ["refused for its name", answers(400), "The store refuses the file.", true],
    [
      "cut connection",
      () => {
        throw new TypeError("reset");
      },
      "cloud.example.com did not answer.",
      false,
    ],
  ])("%s", async (_, fault, sentence, permanent) => {
    const store = cloud();
    store.fault = (request) => (request.method === "PUT" ? fault() : undefined);
    const result = await tried(store);
    expect(result).toBeInstanceOf(DeliveryError);
    expect((result as DeliveryError).message.startsWith(sentence)).toBe(true);
    expect((result as DeliveryError).context.permanent).toBe(permanent);
    store.fault = () => undefined;
    expect(storedAs(await tried(store, { tries: 2 }))).toEqual(["Letter.pdf"]);
  });

  it("waits as long as the store asks for", async () => {
    const store = cloud();
    store.fault = answers(503, { "retry-after": "120" });
    expect(await tried(store)).toMatchObject({ context: { retryAfterMs: 120_000, targetWorks: true } });
  });

  it("does not read an answer without an end", async () => {
    const store = cloud();
    let sent = 0;
    store.fault = ({ method }) =>
      method === "PUT"
        ? new Response(
            new ReadableStream({
              pull(controller) {
                sent += 65_536;
                controller.enqueue(new Uint8Array(65_536));
              },
            }),
            { status: 201 },
          )
        : undefined;
    expect(storedAs(await tried(store))).toEqual(["Letter.pdf"]);
    expect(sent).toBeLessThan(1024 * 1024);
  });

  it("does not wait for ever", async () => {
    vi.useFakeTimers();
    const store = cloud();
    store.fault = ({ method }) => (method === "PUT" ? new Promise<Response>(() => {}) : undefined);
    const pending = tried(store);
    await vi.advanceTimersByTimeAsync(36_000);
    expect(await pending).toMatchObject({ message: "cloud.example.com did not answer within 30 s." });
    vi.useRealTimers();
  });

  it.each([
    [{ path: "{$Year}/{$Number}.pdf" }, 'All fields of the setting "path" are empty'],
    [{ path: "invoices/{$Customer}/{$Name}.pdf" }, 'A step of the setting "path" is empty'],
    [{ path: "a/../b.pdf" }, 'The setting "path" must not hold "." or ".."'],
    [{ path: "{$Dots}/b.pdf" }, 'The setting "path" must not hold "." or ".."'],
    [{ path: `${"a".repeat(300)}.pdf` }, 'A step of the setting "path" is longer than 255 bytes'],
  ])("refuses %j", async (settings, sentence) => {
    const store = cloud();
    const result = await tried(store, { settings, data: { Name: "Ann", Dots: ".." } }).catch((error: unknown) => error);
    expect(String(result)).toContain(sentence);
    expect(store.requests).toEqual([]);
  });
});
