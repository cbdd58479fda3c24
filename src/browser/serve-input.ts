import type { SandboxedTab } from "./sandboxed-tab.ts";

/** The file reaches the page in pieces: one message to the browser holds 32 MiB, and base64 adds a third. */
const INPUT_PIECE_BYTES = 8 * 1024 * 1024;
const INPUT_PATH = "/input/";

/** A file that waits for the page in pieces. */
export interface ServedInput {
  paths: readonly string[];
  byteLength: number;
}

/** What {@link INPUT_SCRIPT} has put into the page. */
export interface InputPage {
  gatherInput?: (input: ServedInput) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Hands a file to the page in pieces, which its `gatherInput` puts together. */
export function serveInput(tab: SandboxedTab, bytes: Uint8Array): ServedInput {
  const paths: string[] = [];
  for (let start = 0; start < bytes.byteLength; start += INPUT_PIECE_BYTES) {
    const path = `${INPUT_PATH}${paths.length}`;
    tab.resources.serve(path, {
      contentType: "application/octet-stream",
      headers: { "access-control-allow-origin": "*" },
      body: bytes.subarray(start, start + INPUT_PIECE_BYTES),
    });
    paths.push(path);
  }
  return { paths, byteLength: bytes.byteLength };
}

/** Runs in the page. */
/* istanbul ignore next -- @preserve */
async function gatherInput({ paths, byteLength }: ServedInput): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(byteLength);
  let offset = 0;
  for (const path of paths) {
    const piece = new Uint8Array(await (await fetch(path)).arrayBuffer());
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}

/** The page's part: a function sent into the page can call nothing outside it except what is in the page already. */
export const INPUT_SCRIPT = `globalThis.gatherInput=${gatherInput}`;
