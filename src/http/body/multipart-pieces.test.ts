import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import { multipartPieces } from "./multipart-pieces.ts";

/** The pieces of a body that arrives in chunks of one size; content is joined, bytes are text. */
async function piecesOf(body: string, chunkSize: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(body);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.slice(at, at + chunkSize);
  }
  const pieces: string[] = [];
  let content = "";
  for await (const piece of multipartPieces(chunks(), "b")) {
    if (piece.kind === "content") content += new TextDecoder().decode(piece.bytes);
    else if (piece.kind === "header") pieces.push(`header ${new TextDecoder().decode(piece.bytes)}`);
    else {
      pieces.push(`content ${content}`);
      content = "";
    }
  }
  return pieces;
}

describe("the pieces of a multipart body", () => {
  const body =
    "--b\r\nA: 1\r\nB: 2\r\n\r\none\r\n--b \t\r\nC: 3\r\n\r\n\r\n--b\r\n\r\n-\r\n\r\n--\r\n--b--\r\nepilogue --b\r\n";

  it("are the same however the body is cut", async () => {
    for (let size = 1; size <= body.length; size++) {
      expect(await piecesOf(body, size)).toEqual([
        "header A: 1\r\nB: 2",
        "content one",
        "header C: 3",
        "content ",
        "header ",
        "content -\r\n\r\n--",
      ]);
    }
  });

  it("come as they arrive: content is not kept back until its part ends", async () => {
    async function* endless() {
      yield new TextEncoder().encode("--b\r\nA: 1\r\n\r\n");
      for (;;) yield new Uint8Array(1000);
    }
    let bytes = 0;
    for await (const piece of multipartPieces(endless(), "b")) {
      if (piece.kind === "content") bytes += piece.bytes.length;
      if (bytes > 50_000) break;
    }
    expect(bytes).toBeLessThan(52_000);
  });

  it.each([
    ["nothing", "does not start"],
    ["--b\r\nA: 1\r\n\r\nno end", "ends before"],
    [`--b\r\nA: ${"x".repeat(9000)}\r\n\r\n\r\n--b--`, "header"],
    [`--b${"x".repeat(9000)}`, "not followed by a line break"],
    ["", "ends before"],
  ])("are refused when the body is wrong (%#)", async (wrong, message) => {
    const failure = await piecesOf(wrong, 4096).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: "body_not_form", message: expect.stringContaining(message) });
  });
});
