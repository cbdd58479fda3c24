/** NDJSON, compressed (RFC 1952). */
export async function gzipLines(lines: readonly string[]): Promise<Uint8Array> {
  const text = lines.map((line) => `${line}\n`).join("");
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

export async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const text = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(text).text()).split("\n").filter((line) => line !== "");
}
