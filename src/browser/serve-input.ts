import { INPUT_PATH, INPUT_PIECE_BYTES } from "./layout-protocol.ts";
import type { SealedTab } from "./sealed-tab.ts";

/** Hands a file to the page in pieces; returns their paths. */
export function serveInput(tab: SealedTab, bytes: Uint8Array): string[] {
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
  return paths;
}
