import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import vm from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness } from "wrangler";
import { MODERN_PKCS12 } from "../../src/signing/testing/key-files.ts";
import { formPdf } from "../support/form-pdf.ts";
import { nodesOfThisMachine, type PackedPackage, packedPackage } from "../support/packed-package.ts";
import { FIRST_CREDENTIALS } from "../support/servers/first-credentials.ts";
import { sharedService, type WholeService } from "../support/servers/whole-service.ts";

const { API_KEY: KEY, API_SECRET: SECRET } = FIRST_CREDENTIALS;
const run = promisify(execFile);
let server: WholeService;
let url: string;
let packed: PackedPackage;
let credentials: Record<string, string>;

beforeAll(async () => {
  server = sharedService();
  [packed, { origin: url }] = await Promise.all([packedPackage(), server.listen()]);
  credentials = { DOCLOOM_URL: url, DOCLOOM_KEY: KEY, DOCLOOM_SECRET: SECRET };
});
afterAll(async () => {
  packed?.remove();
  await server?.close();
});

/** A program that merges a document, as a user would write it. */
const PROGRAM = `
  const docloom = createDocloom({ baseUrl: URL_OF_SERVICE, key: "${KEY}", secret: "${SECRET}" });
  const { id } = await docloom.documents.create({ name: "N", type: "html", output: "html", html: "<p>Hello {$Name}</p>" });
  const file = await docloom.merge.now({ document: id }, { Name: "Ann" });
  const failure = await docloom.documents.get("999999").catch((error) => error);
  return [new TextDecoder().decode(file.bytes).includes("Hello Ann"), failure.code, failure instanceof DocloomError];`;
const EXPECTED = [true, "document_not_found", true];

const program = () => PROGRAM.replace("URL_OF_SERVICE", JSON.stringify(url));

describe("the packed package", () => {
  it("holds what is needed and nothing else", () => {
    expect(packed.files).toContain("dist/cli/main.js");
    expect(packed.files).toContain("README.md");
    expect(packed.files).toContain("LICENSE");
    expect(packed.files.filter((name) => /\.test\.|^src\/|^scripts\//.test(name))).toEqual([]);
  });

  it.each(nodesOfThisMachine())("works as a library in %s", async (node) => {
    const script = `import { createDocloom, DocloomError } from "docloom";
      import { openFile } from "docloom/node";
      import { openPdf } from "docloom/testing";
      const answer = await (async () => {${program()}})();
      const { name, size } = await openFile("package.json");
      console.log(JSON.stringify([...answer, name, size > 0, typeof openPdf]));`;
    fs.writeFileSync(path.join(packed.project, "program.mjs"), script);
    const { stdout } = await run(node, ["program.mjs"], { cwd: packed.project });
    expect(JSON.parse(stdout)).toEqual([...EXPECTED, "package.json", true, "function"]);
  });

  it("has types that a strict project compiles against", async () => {
    const source = `import { createDocloom, verifyWebhook } from "docloom";
      const docloom = createDocloom({ baseUrl: "https://docs.example.com" });
      export const name: Promise<string> = docloom.documents.get("1").then((document) => document.name);
      // @ts-expect-error There is no such type of document.
      export const wrong = () => docloom.documents.create({ name: "N", type: "odt" });
      export const event: string = verifyWebhook("", {}, "").data.run_id;
      interface Order { Name: string; Items: { Price: number }[] }
      const order: Order = { Name: "Ann", Items: [{ Price: 1 }] };
      export const merged = () => docloom.merge.now({ document: "1" }, order, { idempotencyKey: "k" });
      export const count = async (bytes: Uint8Array<ArrayBuffer>) =>
        (await docloom.tools.pdfInfo({ name: "a.pdf", contents: bytes })).pages + 1;`;
    fs.writeFileSync(path.join(packed.project, "typed.mts"), source);
    const compiler = path.resolve("packages/docloom/node_modules/.bin/tsc");
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom"];
    const { stdout } = await run(compiler, [...options, "typed.mts"], { cwd: packed.project }).catch((error) => error);
    expect(stdout).toBe("");
  });

  it.each(nodesOfThisMachine())("is required by CommonJS programs, in %s", async (node) => {
    const script = `const { createDocloom, DocloomError } = require("docloom");
      const { openFile } = require("docloom/node");
      (async () => {
        const answer = await (async () => {${program()}})();
        console.log(JSON.stringify([...answer, (await openFile("package.json")).name]));
      })();`;
    fs.writeFileSync(path.join(packed.project, "program.cjs"), script);
    const { stdout } = await run(node, ["program.cjs"], { cwd: packed.project });
    expect(JSON.parse(stdout)).toEqual([...EXPECTED, "package.json"]);
  });

  /** How compilers of CommonJS projects find types: since TypeScript 4.7, and before. */
  const COMMONJS = [
    ["node16", ["--module", "node16", "--moduleResolution", "node16"]],
    ["node10", ["--module", "commonjs", "--moduleResolution", "node10"]],
  ] as const;

  it.each(COMMONJS)("has types that a project in CommonJS compiles against, with resolution %s", async (_, how) => {
    const source = `import { createDocloom, DocloomError, verifyWebhook } from "docloom";
      import docloomModule = require("docloom");
      const docloom: docloomModule.Docloom = createDocloom({ baseUrl: "https://docs.example.com" });
      export const name: Promise<string> = docloom.documents.get("1").then((document) => document.name);
      // @ts-expect-error There is no such type of document.
      export const wrong = () => docloom.documents.create({ name: "N", type: "odt" });
      export const code = (error: unknown) => (error instanceof DocloomError ? error.code : "");
      export const event: string = verifyWebhook("", {}, "").data.run_id;`;
    fs.writeFileSync(path.join(packed.project, "typed.cts"), source);
    const compiler = path.resolve("packages/docloom/node_modules/.bin/tsc");
    const options = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2023,dom", ...how];
    const { stdout } = await run(compiler, [...options, "typed.cts"], { cwd: packed.project }).catch((error) => error);
    expect(stdout).toBe("");
  });

  it("runs in workerd", async () => {
    const script = await bundle(
      `export default { async fetch() { return Response.json(await (async () => {${program()}})()) } };`,
      "esm",
    );
    const folder = fs.mkdtempSync(path.join(packed.project, "worker-"));
    fs.writeFileSync(path.join(folder, "worker.mjs"), script);
    const configPath = path.join(folder, "wrangler.json");
    fs.writeFileSync(
      configPath,
      JSON.stringify({ name: "caller", main: "worker.mjs", compatibility_date: "2026-10-20" }),
    );
    const worker = createTestHarness({ workers: [{ configPath }] });
    try {
      await worker.listen();
      expect(await (await worker.fetch("/")).json()).toEqual(EXPECTED);
    } finally {
      await worker.close();
    }
  });

  it("runs with nothing but what browsers have", async () => {
    const script = await bundle(`globalThis.answer = (async () => {${program()}})();`, "iife");
    const { fetch, Request, Response, Headers, URL, URLSearchParams, FormData, Blob, File, ReadableStream } =
      globalThis;
    const { AbortSignal, AbortController, TextEncoder, TextDecoder, btoa, atob, crypto, setTimeout, clearTimeout } =
      globalThis;
    const context = vm.createContext({
      ...{ fetch, Request, Response, Headers, URL, URLSearchParams, FormData, Blob, File, ReadableStream },
      ...{ AbortSignal, AbortController, TextEncoder, TextDecoder, btoa, atob, crypto, setTimeout, clearTimeout },
    });
    vm.runInContext(script, context);
    expect([...(await context.answer)]).toEqual(EXPECTED);
  });
});

async function bundle(source: string, format: "esm" | "iife"): Promise<string> {
  const result = await build({
    stdin: {
      contents: `import { createDocloom, DocloomError } from "docloom";\n${source}`,
      resolveDir: packed.project,
    },
    bundle: true,
    write: false,
    platform: "browser",
    format,
    logLevel: "silent",
  });
  return result.outputFiles[0]?.text ?? "";
}

describe("a first minute at the command line", () => {
  it.each(nodesOfThisMachine())("goes from an empty folder to a PDF, with %s", async (node) => {
    const folder = fs.mkdtempSync(path.join(packed.project, "first-"));
    const docloom = (...args: string[]) => packed.docloom(args, { cwd: folder, env: credentials, node });

    expect(await docloom("init", ".", "--url", url)).toMatchObject({ code: 0, stderr: "" });
    const document = path.join(folder, "documents/Invoice/document.json");
    // Documents are known by their names, and another Node has been here before.
    fs.writeFileSync(
      document,
      fs.readFileSync(document, "utf8").replace('"name": "Invoice"', `"name": "Invoice of ${node}"`),
    );
    expect(await docloom("test")).toMatchObject({ code: 0, stdout: expect.stringContaining("1 passed") });
    expect(JSON.parse((await docloom("dev", "documents/Invoice", "--once", "--json")).stdout)).toMatchObject({
      ok: true,
    });

    expect(await docloom("push")).toMatchObject({ code: 2, stderr: expect.stringContaining("Add --yes") });
    expect(await docloom("push", "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 document pushed"),
    });
    expect(await docloom("push", "--check")).toMatchObject({ code: 0 });

    const merged = await docloom(
      "merge",
      "documents/Invoice",
      "--data",
      "documents/Invoice/samples/default.json",
      "--json",
    );
    expect(JSON.parse(merged.stdout).files).toMatchObject([{ path: "Invoice 42.pdf", media_type: "application/pdf" }]);
    expect(fs.readFileSync(path.join(folder, "Invoice 42.pdf"), "latin1")).toMatch(/^%PDF-/);
  });

  it("shows what changes before it changes, here and there", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "changes-"));
    const docloom = (...args: string[]) => packed.docloom([...args, "--no-color"], { cwd: folder, env: credentials });
    await docloom("init", ".", "--url", url);
    const template = path.join(folder, "documents/Invoice/template.html");
    const document = path.join(folder, "documents/Invoice/document.json");
    fs.writeFileSync(
      document,
      fs.readFileSync(document, "utf8").replace('"name": "Invoice"', '"name": "Changing", "folder": "A/B"'),
    );
    await docloom("push", "--yes");

    const before = fs.readFileSync(template, "utf8");
    fs.writeFileSync(template, before.replace("<h1>Invoice", "<h1>Bill"));
    const check = await docloom("push", "--check");
    expect(check.code).toBe(1);
    expect(check.stdout).toContain("-<h1>Invoice {$Number}</h1>");
    expect(check.stdout).toContain("+<h1>Bill {$Number}</h1>");

    const drafted = JSON.parse((await docloom("push", "--yes", "--draft", "--json")).stdout);
    expect(drafted).toMatchObject({ pushed: true, documents: [{ action: "update", draft: true }] });
    const authorization = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString("base64")}`;
    const versions = await fetch(`${url}/api/documents/${drafted.documents[0].id}/versions`, {
      headers: { authorization },
    });
    expect(await versions.json()).toMatchObject([
      { current: 1, draft: 0 },
      { current: 0, draft: 1 },
    ]);

    expect((await docloom("pull", "Changing")).code).toBe(2);
    expect((await docloom("pull", "Changing", "--yes")).code).toBe(0);
    expect(fs.readFileSync(template, "utf8")).toBe(before);
    fs.rmSync(path.join(folder, "documents"), { recursive: true });
    expect((await docloom("pull", "Changing")).code).toBe(0);
    expect(fs.readFileSync(template, "utf8")).toBe(before);
    expect(JSON.parse(fs.readFileSync(document, "utf8"))).toMatchObject({ name: "Changing", folder: "A/B" });
  });

  it("does not overwrite what somebody else changed at the service, unless it is told to", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "others-"));
    const docloom = (...args: string[]) => packed.docloom([...args, "--no-color"], { cwd: folder, env: credentials });
    await docloom("init", ".", "--url", url);
    const template = path.join(folder, "documents/Invoice/template.html");
    const document = path.join(folder, "documents/Invoice/document.json");
    fs.writeFileSync(document, fs.readFileSync(document, "utf8").replace('"name": "Invoice"', '"name": "Shared"'));
    const [{ id }] = JSON.parse((await docloom("push", "--yes", "--json")).stdout).documents;
    const atTheService = async (init: RequestInit = {}) => {
      const authorization = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString("base64")}`;
      const headers = { authorization, "content-type": "application/json" };
      return (await (await fetch(`${url}/api/documents/${id}`, { headers, ...init })).json()) as { html: string };
    };
    const theirs = "<h1>Theirs {$Number}</h1>";
    await atTheService({ method: "PUT", body: JSON.stringify({ html: theirs }) });

    fs.writeFileSync(template, "<h1>Mine {$Number}</h1>");
    const refused = await docloom("push", "--yes");
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Nothing was changed: .*Invoice \(template\)/),
    });
    expect(refused.stdout).toContain("somebody changed this at the service");
    expect((await atTheService()).html).toBe(theirs);
    expect(JSON.parse((await docloom("push", "--check", "--json")).stdout).documents[0].differences).toMatchObject([
      { what: "template", changed_there: true },
    ]);

    expect(await docloom("push", "--yes", "--overwrite")).toMatchObject({ code: 0 });
    expect((await atTheService()).html).toContain("Mine");
    fs.writeFileSync(template, "<h1>Mine again {$Number}</h1>");
    expect(await docloom("push", "--yes")).toMatchObject({ code: 0 });
  });

  it("says which documents a failed push had brought", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "partly-"));
    const docloom = (...args: string[]) => packed.docloom([...args, "--no-color"], { cwd: folder, env: credentials });
    await docloom("init", ".", "--url", url);
    const rename = (place: string, name: string) => {
      const document = path.join(folder, "documents", place, "document.json");
      fs.writeFileSync(document, fs.readFileSync(document, "utf8").replace('"name": "Invoice"', `"name": "${name}"`));
    };
    for (const place of ["Second", "Third"])
      fs.cpSync(path.join(folder, "documents/Invoice"), path.join(folder, "documents", place), { recursive: true });
    for (const place of ["Invoice", "Second", "Third"]) rename(place, `Partly ${place}`);
    fs.writeFileSync(path.join(folder, "documents/Second/template.html"), "{if $a}never closed");

    const { code, stderr } = await docloom("push", "--yes");
    expect(code).toBe(1);
    expect(stderr).toContain(
      "documents/Second was not pushed; nor were documents/Third; pushed before: documents/Invoice",
    );
  });

  it("distinguishes a failing test from one that passes, with a report for build servers", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "tests-"));
    const docloom = (...args: string[]) => packed.docloom(args, { cwd: folder, env: credentials });
    await docloom("init", ".", "--url", url);
    const place = path.join(folder, "documents/Invoice");
    const data = "samples/default.json";
    const write = (name: string, test: object) =>
      fs.writeFileSync(path.join(place, `${name}.merge.json`), JSON.stringify(test));
    write("wrong", { data, expect: { pages: 2, text: ["Invoice 43 <&>"], no_text: "Ada", fields: { Name: "x" } } });
    write("picture", { data, expect: { pictures: { 1: "page-1.png" } } });

    const first = await docloom("test", "--junit", "out/report.xml", "--json");
    expect(first.code).toBe(1);
    expect(JSON.parse(first.stdout)).toMatchObject({ passed: 1, failed: 2 });
    expect(JSON.parse(first.stdout).tests[2].problems).toEqual([
      "the PDF has 1 pages, expected 2",
      'there is no text "Invoice 43 <&>"',
      'there is the text "Ada"',
      "the PDF has no form field Name",
    ]);
    const report = fs.readFileSync(path.join(folder, "out/report.xml"), "utf8");
    expect(report).toContain('tests="3" failures="2"');
    expect(report).toContain("&lt;&amp;&gt;");

    expect((await docloom("test", "--update", "-t", "picture")).code).toBe(0);
    expect(await docloom("test", "-t", "picture")).toMatchObject({ code: 0 });
    const template = path.join(place, "template.html");
    fs.writeFileSync(template, fs.readFileSync(template, "utf8").replace("font-size: 22pt", "font-size: 60pt"));
    const changed = await docloom("test", "-t", "picture");
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/page 1 differs from page-1.png in \d+\.\d+ % of its pixels/);
    expect(fs.existsSync(path.join(place, "page-1.difference.png"))).toBe(true);
  });

  it("leaves no trial behind at the service if its tests are stopped by Ctrl-C", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "stopped-"));
    await packed.docloom(["init", ".", "--url", url], { cwd: folder });
    const place = path.join(folder, "documents/Invoice");
    for (let number = 1; number <= 60; number++)
      fs.writeFileSync(
        path.join(place, `${number}.merge.json`),
        JSON.stringify({ data: "samples/default.json", expect: { pages: 1 } }),
      );

    const main = path.join(packed.project, "node_modules/docloom/dist/cli/main.js");
    const env = { PATH: process.env.PATH, HOME: packed.project, ...credentials };
    const child = spawn(process.execPath, [main, "test"], { cwd: folder, env });
    let said = "";
    child.stdout.on("data", (chunk) => {
      if (said === "") child.kill("SIGINT");
      said += chunk;
    });
    const [code] = await once(child, "close");
    expect({ code, said }).toMatchObject({ code: 130, said: expect.stringContaining("✓") });
    expect(said).not.toContain("passed");

    const authorization = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString("base64")}`;
    const trials = await fetch(`${url}/api/documents?folder=docloom-dev`, { headers: { authorization } });
    expect(await trials.json()).toEqual([]);
  });

  it("has exit codes that scripts can distinguish, and errors with their place", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "codes-"));
    const docloom = (args: string[], env = {}) =>
      packed.docloom(args, { cwd: folder, env: { ...credentials, ...env } });
    fs.writeFileSync(path.join(folder, "bad.html"), "<p>\n{if $Name}</p>");

    expect(await docloom(["nonsense"])).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown command") });
    expect(await docloom(["push"])).toMatchObject({ code: 2, stderr: expect.stringContaining("docloom init") });
    expect(await docloom(["runs"], { DOCLOOM_SECRET: "wrong" })).toMatchObject({ code: 3 });
    const noSecret = await docloom(["runs"], { DOCLOOM_SECRET: "" });
    expect(noSecret).toMatchObject({ code: 3, stderr: expect.stringContaining("Set DOCLOOM_SECRET") });
    expect(await docloom(["runs"], { DOCLOOM_KEY: "" })).toMatchObject({ code: 3 });
    expect(await docloom(["doctor"], { DOCLOOM_SECRET: "wrong" })).toMatchObject({ code: 3 });
    expect(await docloom(["doctor", "--url", "http://127.0.0.1:1"])).toMatchObject({ code: 4 });
    expect(await docloom(["listen", "--to", "localhost:3000"])).toMatchObject({ code: 2 });
    fs.writeFileSync(path.join(folder, "odd.html"), "<p>{$Customer}</p>");
    fs.writeFileSync(path.join(folder, "odd.json"), '{"Costumer":"Ann"}');
    const odd = await docloom(["dev", "odd.html", "--once"]);
    expect(odd).toMatchObject({ code: 0, stderr: expect.stringMatching(/warning .*Costumer/) });
    expect(await docloom(["runs", "nothing"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("run_not_found"),
    });
    expect(await docloom(["merge", "--help"])).toMatchObject({ code: 0, stdout: expect.stringContaining("Example:") });
    const bad = await docloom(["dev", "bad.html", "--once"]);
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringMatching(/bad\.html:2:\d+/) });
    expect(JSON.parse((await docloom(["runs", "nothing", "--json"])).stderr)).toMatchObject({
      code: "run_not_found",
      exit_code: 1,
    });
    const { stdout } = await docloom(["complete", "bash"]);
    expect(stdout).toContain("docloom");
  });

  it("uses the file tools", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "tools-"));
    const docloom = (...args: string[]) => packed.docloom([...args, "--json"], { cwd: folder, env: credentials });
    fs.writeFileSync(path.join(folder, "a.html"), "<p>One</p>");
    fs.writeFileSync(path.join(folder, "b.html"), "<p>Two</p>");
    expect(await docloom("tools", "combine", "a.html", "b.html", "-o", "both.pdf")).toMatchObject({ code: 0 });
    expect(JSON.parse((await docloom("tools", "info", "both.pdf")).stdout)).toMatchObject({ pages: expect.anything() });
    const before = fs.readFileSync(path.join(folder, "both.pdf"));
    const encrypted = await docloom("tools", "encrypt", "both.pdf", "--user-password", "x");
    expect(JSON.parse(encrypted.stdout)).toMatchObject({ path: "both-encrypted.pdf" });
    const stamped = await docloom("tools", "stamp", "both.pdf", "--text", "Draft", "-o", ".");
    expect(JSON.parse(stamped.stdout)).toMatchObject({ path: "both-stamped.pdf" });
    expect(fs.readFileSync(path.join(folder, "both.pdf")).equals(before)).toBe(true);
    expect(await docloom("tools", "split", "both.pdf", "--extract", "2", "-o", "two.zip")).toMatchObject({ code: 0 });
    expect(fs.readFileSync(path.join(folder, "two.zip"), "latin1")).toMatch(/^PK/);
    expect(await docloom("tools", "convert", "none.docx")).toMatchObject({ code: 2 });
  });

  it("signs and verifies", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "signing-"));
    const docloom = (...args: string[]) => packed.docloom([...args, "--json"], { cwd: folder, env: credentials });
    fs.writeFileSync(path.join(folder, "plain.pdf"), formPdf());
    fs.writeFileSync(path.join(folder, "me.p12"), Buffer.from(MODERN_PKCS12, "base64"));
    const signer = ["--certificate", "me.p12", "--password", "geheim"];
    const place = ["--page", "-1", "--width", "180", "--height", "60", "--level", "b-b"];
    expect(
      await docloom("tools", "sign", "plain.pdf", ...signer, ...place, "--reason", "Approved", "-o", "signed.pdf"),
    ).toMatchObject({ code: 0 });
    const refused = await docloom("tools", "compress", "signed.pdf", "--signed", "refuse", "-o", "small.pdf");
    expect(JSON.parse(refused.stderr)).toMatchObject({ code: "pdf_signed" });
    const changed = await docloom("tools", "compress", "signed.pdf", "-o", "small.pdf");
    expect(JSON.parse(changed.stdout)).toMatchObject({ warnings: [expect.stringContaining("signatures do not hold")] });
    const verified = await docloom("tools", "verify", "signed.pdf");
    expect(verified.code).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({ valid: true, signatures: [{ reason: "Approved" }] });
    expect(await docloom("tools", "verify", "plain.pdf")).toMatchObject({ code: 1 });
    expect(await docloom("tools", "sign", "plain.pdf")).toMatchObject({ code: 2 });
  });
});

describe("docloom dev", () => {
  /** News of the page, as its EventSource gets them. */
  async function* newsOf(address: string, signal: AbortSignal) {
    const response = await fetch(`${address}/events`, { signal });
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    const decoder = new TextDecoder();
    for (let text = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        yield JSON.parse(text.slice("data: ".length, end)) as { version: number; error: string };
        text = text.slice(end + 2);
      }
    }
  }

  it("shows the PDF anew within a second of each save of template or data, and errors with their place", async () => {
    const folder = fs.mkdtempSync(path.join(packed.project, "dev-"));
    await packed.docloom(["init", ".", "--url", url], { cwd: folder });
    const main = path.join(packed.project, "node_modules/docloom/dist/cli/main.js");
    const child = spawn(process.execPath, [main, "dev", "documents/Invoice", "--port", "0", "--json"], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: packed.project, ...credentials },
    });
    const stop = new AbortController();
    try {
      const [first] = await once(child.stdout, "data");
      const { address } = JSON.parse(String(first).split("\n")[0] ?? "");
      const news = newsOf(address, stop.signal);
      const until = async (isIt: (state: { version: number; error: string }) => boolean) => {
        for (;;) {
          const { done, value } = await news.next();
          if (done) throw new Error("docloom dev ended");
          if (isIt(value)) return value;
        }
      };
      let { version } = await until((state) => state.version > 0);
      expect(await (await fetch(address)).text()).toContain("/pdfjs/build/pdf.min.mjs");
      expect((await fetch(`${address}/pdfjs/build/pdf.min.mjs`)).status).toBe(200);
      expect((await fetch(`${address}/pdfjs/..%2f..%2fpackage.json`)).status).toBe(404);

      const template = path.join(folder, "documents/Invoice/template.html");
      const data = path.join(folder, "documents/Invoice/samples/default.json");
      const times: number[] = [];
      for (let turn = 0; turn < 6; turn++) {
        const file = turn % 2 ? template : data;
        const saved = performance.now();
        fs.writeFileSync(
          file,
          fs.readFileSync(file, "utf8").replace(/Ada Lovelace|<h1>\w+/, (text) => `${text}x`),
        );
        const before = version;
        version = (await until((state) => state.version > before)).version;
        expect(
          Buffer.from(await (await fetch(`${address}/document.pdf`)).arrayBuffer())
            .subarray(0, 5)
            .toString(),
        ).toBe("%PDF-");
        times.push(performance.now() - saved);
      }
      console.log(`docloom dev: ${times.map((time) => time.toFixed(0)).join(", ")} ms from save to PDF`);
      expect(Math.min(...times)).toBeLessThan(1_000);

      fs.writeFileSync(template, "<p>\n{if $Name}</p>");
      const wrong = await until((state) => state.error !== "");
      expect(wrong.error).toMatch(/template\.html:2:1/);
    } finally {
      stop.abort();
      child.kill("SIGTERM");
      await once(child, "close");
    }
    const left = await packed.docloom(["runs", "--json"], { env: credentials });
    expect(left.code).toBe(0);
    const scratch = await fetch(`${url}/api/documents?folder=docloom-dev`, {
      headers: { authorization: `Basic ${btoa(`${KEY}:${SECRET}`)}` },
    });
    expect(scratch.ok ? await scratch.json() : []).toEqual([]);
  });
});
