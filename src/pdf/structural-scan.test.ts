import { describe, expect, it } from "vitest";
import { type ByteSource, memorySource, readAhead } from "./byte-source.ts";
import { openPdf, openPdfSource } from "./document.ts";
import type { PdfStream } from "./objects.ts";
import { encryptPdf } from "./operations/encrypt.ts";
import { scanStructure } from "./structural-scan.ts";
import { buildPages, type FileObject } from "./testing/build-file.ts";
import { writePdf, writePdfChunks } from "./writer.ts";

/** A source that counts what it is asked for. */
function counted(bytes: Uint8Array): ByteSource & { reads: number; bytesRead: number } {
  const source = {
    size: bytes.length,
    reads: 0,
    bytesRead: 0,
    async read(offset: number, length: number) {
      source.reads++;
      source.bytesRead += length;
      return bytes.slice(offset, offset + length);
    },
  };
  return source;
}

/** Ten pages with an attachment of 20 KB each. */
function bigFile(length = "", end = ""): Uint8Array {
  const objects: Record<number, FileObject> = {};
  for (let index = 0; index < 10; index++) {
    const bytes = new Uint8Array(20_000).fill(index);
    objects[100 + index] = { entries: length, bytes: Buffer.concat([bytes, Buffer.from(end)]) };
  }
  return buildPages(10, { page: (index) => `/PieceInfo ${100 + index} 0 R`, objects });
}

const collect = async (chunks: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
};

describe("a skeleton", () => {
  it("holds all but the bytes of larger streams", async () => {
    const { bytes, bodies } = await scanStructure(memorySource(bigFile()));
    expect(bodies.size).toBe(10);
    expect(bytes.length).toBeLessThan(6000);
    const bodiesInOrder = await Promise.all([...bodies.values()].map((body) => body.load()));
    expect(bodiesInOrder.map((body) => [body.length, body[0], body.at(-1)])).toEqual(
      Array.from({ length: 10 }, (_, index) => [20_000, index, index]),
    );
  });

  it("gives the same file as the whole", async () => {
    const packed = writePdf(openPdf(bigFile()));
    const locked = encryptPdf(packed, { userPassword: "u", ownerPassword: "o" });
    for (const [file, password] of [
      [bigFile(), undefined],
      [packed, undefined],
      [locked, "u"],
    ] as const) {
      const document = await openPdfSource(memorySource(file), { password, wholeFileBytes: 0 });
      expect(await collect(writePdfChunks(document))).toEqual(writePdf(openPdf(file, { password })));
    }
  });

  it("is not misled by keywords within streams whose length is known", async () => {
    const file = bigFile("", "\nendstream endobj 1 0 obj <</Type/Catalog>> stream\nendstream ");
    const document = await openPdfSource(memorySource(file), { wholeFileBytes: 0 });
    expect(document.pages).toHaveLength(10);
    expect(await collect(writePdfChunks(document))).toEqual(writePdf(openPdf(file)));
  });

  it("says so if bytes are wanted that were not loaded", async () => {
    const document = await openPdfSource(memorySource(bigFile()), { wholeFileBytes: 0 });
    const stream = document.objects.get(100) as PdfStream;
    expect(() => stream.bytes()).toThrow(expect.objectContaining({ code: "file_too_large" }));
    expect((await stream.load()).length).toBe(20_000);
  });
});

describe("reading ahead", () => {
  it("joins consecutive reads, and no others", async () => {
    const forward = counted(new Uint8Array(1_000_000));
    const ahead = readAhead(forward);
    for (let offset = 0; offset < 1_000_000; offset += 10_000)
      expect((await ahead.read(offset, 10_000)).length).toBe(10_000);
    expect(forward.reads).toBe(2);
    const scattered = counted(new Uint8Array(10_000_000));
    const direct = readAhead(scattered);
    for (const offset of [9_000_000, 1_000_000, 5_000_000]) await direct.read(offset, 100);
    expect(scattered.bytesRead).toBe(300);
  });

  it("gives the bytes that were asked for", async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index);
    const ahead = readAhead(memorySource(bytes));
    for (const [offset, length] of [
      [0, 10],
      [12, 20],
      [4000, 100],
      [30, 5],
      [4990, 100],
    ] as const) {
      expect(await ahead.read(offset, length)).toEqual(bytes.slice(offset, offset + length));
    }
  });
});
