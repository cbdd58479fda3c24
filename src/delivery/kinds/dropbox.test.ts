import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DropboxStandIn, dropboxFailure } from "../testing/dropbox-stand-in.ts";
import { failureOf, LETTER, storedAs, storeTries } from "../testing/store-try.ts";

const tried = storeTries(env, "dropbox", { app_key: "app", app_secret: "app-secret-1", refresh_token: "refresh-1" });

describe("a file in Dropbox", () => {
  it.each([
    [undefined, "Letter.pdf"],
    ["Zoë/日本語 #1/", "Zoë/日本語 #1/Letter.pdf"],
    ["a/{$Name}.pdf", "a/Ann.pdf"],
  ])("goes to %j", async (path, name) => {
    const store = new DropboxStandIn();
    expect(storedAs(await tried(store, { settings: { path }, data: { Name: "Ann" } }))).toEqual([name]);
    expect(store.files.get(`/${name}`)).toEqual(LETTER);
    expect(store.log.filter((path) => path === "/oauth2/token")).toHaveLength(1);
  });

  it.each([
    ["number", ["/Letter.pdf", "/Letter (1).pdf"]],
    ["replace", ["/Letter.pdf"]],
    ["refuse", ["/Letter.pdf"]],
  ])("is dealt with as the settings say when its name is there: %s", async (if_exists, names) => {
    const store = new DropboxStandIn();
    const settings = { if_exists };
    await tried(store, { settings });
    const second = await tried(store, { settings, files: { "Letter.pdf": new Uint8Array(3) } });
    expect([...store.files.keys()]).toEqual(names);
    if (if_exists === "refuse") expect(failureOf(second).context.permanent).toBe(true);
    const files = { "Letter.pdf": if_exists === "refuse" ? LETTER : new Uint8Array(3) };
    expect(storedAs(await tried(store, { settings, files, tries: 2 }))).toEqual([names.at(-1)?.slice(1)]);
  });

  it("that is large goes in pieces, with a new token when the first one ends in the middle", async () => {
    const store = new DropboxStandIn();
    const large = new Uint8Array(40 * 1024 * 1024).fill(5);
    store.fault = ({ path }) => {
      if (path.endsWith("/append_v2")) store.tokens.delete("token-1");
      return undefined;
    };
    expect(storedAs(await tried(store, { files: { "Book.pdf": large } }))).toEqual(["Book.pdf"]);
    expect(store.files.get("/Book.pdf")?.length).toBe(large.length);
    expect(store.log.filter((path) => path === "/oauth2/token")).toHaveLength(2);
  });
});

describe("what goes wrong is told in a sentence, and tried again where that helps", () => {
  it.each([
    [
      "consent taken back",
      "/oauth2/token",
      () => Response.json({ error: "invalid_grant" }, { status: 400 }),
      "Dropbox does not take the credentials (invalid_grant).",
      false,
    ],
    [
      "no tokens now",
      "/oauth2/token",
      () => new Response("", { status: 503 }),
      "Dropbox gives no access at the moment.",
      false,
    ],
    [
      "a page in between",
      "/oauth2/token",
      () => new Response("<html>"),
      "Dropbox gives no access at the moment.",
      false,
    ],
    [
      "right missing",
      "/2/files/upload",
      () => dropboxFailure("missing_scope", 401),
      "The application of Dropbox has not got the rights",
      false,
    ],
    [
      "may not write there",
      "/2/files/upload",
      () => dropboxFailure("path/no_write_permission"),
      "Dropbox does not let the application write",
      false,
    ],
    [
      "full",
      "/2/files/upload",
      () => dropboxFailure("path/insufficient_space"),
      "The Dropbox is full (path/insufficient_space).",
      false,
    ],
    [
      "name refused",
      "/2/files/upload",
      () => dropboxFailure("path/disallowed_name"),
      "Dropbox takes no file of this name",
      true,
    ],
    [
      "a file where a folder should be",
      "/2/files/get_metadata",
      () => dropboxFailure("path/malformed_path"),
      "Dropbox takes no file of this name",
      true,
    ],
    [
      "too many",
      "/2/files/upload",
      () => dropboxFailure("too_many_write_operations", 429),
      "Dropbox is busy, or out of order",
      false,
    ],
    ["broken", "/2/files/upload", () => new Response("", { status: 500 }), "Dropbox is busy, or out of order.", false],
    [
      "answer that makes no sense",
      "/2/files/upload",
      () => new Response("<html>", { status: 400 }),
      "Dropbox refuses the file.",
      true,
    ],
  ])("%s", async (_, path, answer, sentence, permanent) => {
    const store = new DropboxStandIn();
    store.fault = (request) => (request.path === path ? answer() : undefined);
    const failure = failureOf(await tried(store));
    expect(failure.message.startsWith(sentence), failure.message).toBe(true);
    expect(failure.context.permanent).toBe(permanent);
    store.fault = () => undefined;
    expect(storedAs(await tried(store, { tries: 2 }))).toEqual(["Letter.pdf"]);
  });
});
