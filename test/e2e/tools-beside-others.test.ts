import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPages, type FileObject } from "../../src/pdf/testing/build-file.ts";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { sharedService } from "../support/servers/whole-service.ts";

/** Heavy work beside other requests, and tools whose work is done later, with real queues and objects. */
const headers = { authorization: AUTHORIZATION };
const server = sharedService();

beforeAll(async () => {
  await server.listen();
});

afterAll(async () => {
  await server.close();
});

/** Words in an order that is the same each time and packs neither well nor badly. */
function prose(length: number, seed: number): Uint8Array {
  let state = seed;
  const words = ["amount", "of", "delivery", "the", "invoice", "for", "terms", "and", "payment", "within"];
  let text = "";
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${words[state % words.length]}${state % 977} `;
  }
  return Buffer.from(text.slice(0, length));
}

/** A PDF with uncompressed streams of 200 kB: a hundred are seconds of work for compress_pdf. */
function unpackedPdf(streams: number): File {
  const objects: Record<number, FileObject> = {};
  for (let index = 0; index < streams; index++)
    objects[1000 + index] = { entries: "", bytes: prose(200_000, index + 1) };
  const bytes = buildPages(streams, { page: (index) => `/ProseData ${1000 + index} 0 R`, objects });
  return new File([bytes as Uint8Array<ArrayBuffer>], "Unpacked.pdf");
}

/** The same as a multipart request. */
async function compressRequest(streams: number, more: Record<string, string> = {}) {
  const form = new FormData();
  form.append("file", unpackedPdf(streams));
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return {
    method: "POST",
    headers: { ...headers, ...more, "content-type": type },
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
}

it("a long compress makes nobody else wait for it", async () => {
  await (await server.fetch("/api/user", { headers })).text();
  const request = await compressRequest(110);
  const started = Date.now();
  let isDone = false;
  const compressing = server.fetch("/api/tools/compress_pdf", request);
  const compressed = compressing.then(async (response) => {
    const { byteLength } = await response.arrayBuffer();
    isDone = true;
    return { status: response.status, byteLength, milliseconds: Date.now() - started };
  });
  const waits: number[] = [];
  while (!isDone) {
    const asked = Date.now();
    const response = await server.fetch("/api/user", { headers });
    expect(response.status).toBe(200);
    await response.text();
    waits.push(Date.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { status, byteLength, milliseconds } = await compressed;
  const longest = Math.max(...waits);
  console.log(`compress_pdf ${milliseconds} ms; GET /api/user beside it, ${waits.length} times: longest ${longest} ms`);
  expect([status, byteLength < 19_000_000]).toEqual([200, true]);
  expect(milliseconds).toBeGreaterThan(1_500);
  expect(longest).toBeLessThan(milliseconds / 4);
});

it("a tool's work is accepted at once, done by the queue and downloaded", async () => {
  const accepted = await server.fetch(
    "/api/tools/compress_pdf",
    await compressRequest(110, { prefer: "respond-async" }),
  );
  expect(accepted.status).toBe(202);
  const { run_id } = (await accepted.json()) as { run_id: string };
  let run: { status: string; files: { url: string; size: number }[] } | undefined;
  while (run?.status !== "done") {
    const response = await server.fetch(`/api/runs/${run_id}`, { headers });
    run = (await response.json()) as NonNullable<typeof run>;
    expect(["accepted", "running", "done"]).toContain(run.status);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const [file] = run.files;
  const download = await server.fetch(new URL(file?.url ?? "").pathname);
  expect((await download.arrayBuffer()).byteLength).toBe(file?.size);
});
