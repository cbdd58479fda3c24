import { Buffer } from "node:buffer";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { openPdf, type PdfDocument } from "../../src/pdf/document.ts";
import { PdfRef } from "../../src/pdf/objects.ts";
import { decodeText } from "../../src/pdf/text-strings.ts";
import { faultsOf } from "../../src/word/testing/package-faults.ts";
import { fileOfEachKind } from "../support/file-kinds.ts";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";

/** One file of each kind in one request, by URL and by contents in turn. */
const files = Object.entries(fileOfEachKind());
const titles = files.map(([name]) => name.replace(/\.\w+$/, ""));

let service: DeliveryService;
let http: TestHttpServer;

beforeAll(async () => {
  [service, http] = await Promise.all([startDeliveryService(), startHttpServer()]);
  for (const [name, bytes] of files) http.answers.set(`/files/${name}`, (response) => response.end(bytes));
});
afterAll(async () => {
  await service.close();
  await http.close();
});

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const address = (name: string) => `http://127.0.0.1:${http.port}/files/${name}`;

/** @param byUrl 0 or 1: which of the files are given by URL */
function jsonBody(output: string, byUrl: number): RequestInit {
  const infos = files.map(([name, bytes], index) =>
    index % 2 === byUrl ? { name, url: address(name) } : { name, contents: base64(bytes) },
  );
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify({ output, files: infos }) };
}

function formBody(output: string, byUrl: number): RequestInit {
  const form = new URLSearchParams({ output });
  for (const [index, [name, bytes]] of files.entries()) {
    form.append(`files[${index}][name]`, name);
    if (index % 2 === byUrl) form.append(`files[${index}][url]`, address(name));
    else form.append(`files[${index}][contents]`, base64(bytes));
  }
  const headers = { authorization: AUTHORIZATION, "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", headers, body: form.toString() };
}

async function answerOf(init: RequestInit): Promise<Uint8Array> {
  const response = await service.fetch("/api/tools/combine", init);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status, new TextDecoder().decode(bytes.subarray(0, 500))).toBe(200);
  expect(response.headers.get("conversion-warnings")).toBeNull();
  return bytes;
}

function outline(document: PdfDocument): { title: string; page: number }[] {
  const entries: { title: string; page: number }[] = [];
  const outlines = document.dict(document.catalog.get("Outlines"));
  for (let item = document.dict(outlines?.get("First")); item; item = document.dict(item.get("Next"))) {
    const target = document.array(item.get("Dest")) ?? document.array(document.dict(item.get("A"))?.get("D"));
    const [leadsTo] = target ?? [];
    const page = document.pages.findIndex(({ ref }) => leadsTo instanceof PdfRef && ref.number === leadsTo.number);
    entries.push({ title: decodeText(present(document.string(item.get("Title")))), page });
  }
  return entries;
}

describe("combine of one file of each kind", () => {
  it.each([
    ["JSON", jsonBody, 0],
    ["JSON, the others by URL", jsonBody, 1],
    ["form pairs", formBody, 0],
    ["form pairs, the others by URL", formBody, 1],
  ] as const)("to PDF, by %s", async (_, body, byUrl) => {
    const document = openPdf(await answerOf(body("pdf", byUrl)));
    expect(document.pages).toHaveLength(files.length + 2);
    // The TIFF and the PDF at the end have two pages; every other file has one.
    const behind = files.findIndex(([name]) => name === "fax.tiff");
    const expected = titles.map((title, index) => ({ title, page: index > behind ? index + 1 : index }));
    expect(outline(document)).toEqual(expected);
  });

  it.each([
    ["JSON", jsonBody],
    ["form pairs", formBody],
  ] as const)("to a Word document, by %s", async (_, body) => {
    const bytes = await answerOf(body("docx", 0));
    expect(faultsOf(bytes)).toEqual([]);
    const document = strFromU8(present(unzipSync(bytes)["word/document.xml"]));
    const texts = [...document.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(" ");
    const order = ["in docx", "in doc ", "in xlsx", "1.5", "in xls ", "in htm ", "in html"].map((text) =>
      texts.indexOf(text),
    );
    expect(order.every((at, index) => at >= 0 && at > (order[index - 1] ?? -1))).toBe(true);
    // Two slides, seven pictures and two times two pages.
    expect(document.match(/<pic:pic[ >]/g)).toHaveLength(13);
    const images = [...document.matchAll(/<wp:docPr [^>]*descr="([^"]*)"/g)].map(([, alt]) => alt);
    expect(images).toEqual([
      "Page 1 of talk.pptx",
      "Page 1 of old.ppt",
      "photo.jpeg",
      "photo.jpg",
      "logo.png",
      "dot.gif",
      "shot.webp",
      "paint.bmp",
      "Page 1 of fax.tiff",
      "Page 2 of fax.tiff",
      "fax.tif",
      "Page 1 of scan.pdf",
      "Page 2 of scan.pdf",
    ]);
  });
});
