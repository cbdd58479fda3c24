import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { convertToPdf } from "../../src/convert/convert-to-pdf.ts";
import { placeOfficeFile, type SentOfficeFile, type SentPdf } from "../../src/convert/office/placement.ts";
import type { PoolAnswer } from "../../src/domain/pool/free-worker.ts";
import { receivedBytes } from "../../src/domain/pool/sent-bytes.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { fileOfEachKind } from "../support/file-kinds.ts";
import { paragraph, wordDocument } from "../support/office-files.ts";

const NOW = new Date(0);
const OPTIONS = { kind: "docx", fileName: "a.docx", now: NOW, timeZone: undefined, maxPages: 2_000 } as const;
const FONTS = { fonts: [], read: async () => undefined };
const { ASSETS } = env;
const letter = wordDocument(paragraph("A letter"));
const page = "<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>page</w:t></w:r></w:p>";
const book = wordDocument(page.repeat(60));

const files = Object.entries(fileOfEachKind()).filter(([name]) => /\.(?:docx?|xlsx?|pptx?)$/.test(name));

describe("without a browser", () => {
  const BROWSER_POOL = new Proxy(env.BROWSER_POOL, {
    get: () => {
      throw new Error("no browser");
    },
  });
  const context = { env: { ...env, BROWSER_POOL }, internalHosts: [], fonts: FONTS, now: NOW };

  it.each(files)("%s becomes a PDF, always the same", async (name, bytes) => {
    const first = await convertToPdf({ name, bytes }, context);
    const again = await convertToPdf({ name, bytes: bytes.slice() }, context);
    expect([first.renderer, first.warnings]).toEqual(["pages", []]);
    expect(openPdf(first.bytes ?? new Uint8Array()).pages).toHaveLength(1);
    expect(again).toEqual(first);
  });

  it("all six kinds are among them", () => {
    expect(files).toHaveLength(6);
  });
});

describe("conversions at the same time", () => {
  it("take turns: a letter is done before a book that began earlier", async () => {
    const done: string[] = [];
    const convert = async (name: string, bytes: Uint8Array) => {
      await placeOfficeFile(bytes, OPTIONS, FONTS, { ASSETS });
      done.push(name);
    };
    await convert("first", letter);
    await Promise.all([convert("book", book), convert("letter", letter), convert("other letter", letter)]);
    expect(done).toEqual(["first", "letter", "other letter", "book"]);
  });
});

describe("when the isolate is busy", () => {
  /** Five letters at once, some of which are sent to a pool that treats them like this. */
  async function fiveAtOnce(elsewhere: () => Promise<PoolAnswer<SentPdf>>) {
    const asked: string[] = [];
    const TOOL_WORKERS = {
      getByName: (name: string) => {
        asked.push(name);
        return { reserve: async () => true, renderOfficeFile: elsewhere };
      },
    };
    const letters = Array.from({ length: 5 }, () => placeOfficeFile(letter, OPTIONS, FONTS, { ASSETS, TOOL_WORKERS }));
    // Those that are drawn here are done before the next test begins, whatever the others answer.
    await Promise.allSettled(letters);
    return { asked, answers: await Promise.all(letters) };
  }

  it("files are drawn by others of the pool", async () => {
    const file = { bytes: Uint8Array.of(1), warnings: [] };
    const { asked, answers } = await fiveAtOnce(async () => ({ result: file }));
    expect(asked).toHaveLength(2);
    expect(answers.filter(({ bytes }) => bytes === file.bytes)).toHaveLength(2);
    for (const name of asked) expect(name).toMatch(/^tools-\d+$/);
  });

  it("what they refuse is refused, and not tried again", async () => {
    const failure = { code: "too_complex", message: "too much" } as const;
    let asked = 0;
    const refuses = async () => {
      asked++;
      return { failure };
    };
    await expect(fiveAtOnce(refuses)).rejects.toMatchObject(failure);
    expect(asked).toBe(2);
  });

  it("a file whose isolate dies is drawn by another one", async () => {
    const file = { bytes: Uint8Array.of(1), warnings: [] };
    let deaths = 0;
    const { asked, answers } = await fiveAtOnce(async () => {
      if (++deaths > 2) return { result: file };
      throw new Error("Durable Object reset because its code was updated.");
    });
    expect(asked).toHaveLength(4);
    expect(answers.filter(({ bytes }) => bytes === file.bytes)).toHaveLength(2);
  });

  it("and if that dies, too, the caller is told to come again: it would kill this one", async () => {
    const dies = () => Promise.reject(new Error("out of memory"));
    await expect(fiveAtOnce(dies)).rejects.toMatchObject({ code: "work_interrupted", retryAfterSeconds: 5 });
  });

  it("or if it is larger than what others wait for, while it is drawn elsewhere from its beginning", async () => {
    const file = { bytes: Uint8Array.of(1), warnings: [] };
    const TOOL_WORKERS = {
      getByName: () => ({ reserve: async () => true, renderOfficeFile: async () => ({ result: file }) }),
    };
    const long = wordDocument(paragraph("word ".repeat(20_000)).repeat(10));
    const place = (bytes: Uint8Array) => placeOfficeFile(bytes, OPTIONS, FONTS, { ASSETS, TOOL_WORKERS });
    expect((await place(long)).bytes).toBe(file.bytes);
    expect((await place(letter)).bytes).not.toBe(file.bytes);
  });

  it("fonts of the workspace go by their keys, and large files in pieces", async () => {
    const sent: SentOfficeFile[] = [];
    const TOOL_WORKERS = {
      getByName: () => ({
        reserve: async () => true,
        async renderOfficeFile(file: SentOfficeFile) {
          sent.push(file);
          return { result: { bytes: new Response("%PDF").body as ReadableStream<Uint8Array>, warnings: [] } };
        },
      }),
    };
    const font = { key: "f/w/1", family: "Brand", styleFamily: undefined, postScriptName: "Brand" };
    const fonts = [{ ...font, weight: 400, isBold: false, isItalic: false }];
    const read = () => Promise.reject(new Error("read where it is needed"));
    const large = new Uint8Array(9e6);
    const drawn = await placeOfficeFile(
      large,
      OPTIONS,
      { fonts, read },
      { ASSETS, TOOL_WORKERS },
      { workspaceId: "w" },
    );
    expect(new TextDecoder().decode(drawn.bytes)).toBe("%PDF");
    expect(sent).toMatchObject([{ fonts, workspaceId: "w", bytes: expect.any(ReadableStream) }]);
    expect((await receivedBytes(sent[0]?.bytes ?? new Uint8Array())).length).toBe(9e6);
  });

  it("objects of the pool draw the same bytes", async () => {
    const here = await placeOfficeFile(letter, OPTIONS, FONTS, { ASSETS });
    const sent = { bytes: letter, options: OPTIONS, fonts: [], workspaceId: undefined };
    expect(await env.TOOL_WORKERS.getByName("tools-1").renderOfficeFile(sent)).toEqual({ result: here });
  });
});
