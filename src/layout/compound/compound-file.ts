/** Streams of a compound file (MS-CFB), the container of Office 97-2003. */
import { type CFB$Container, type CFB$Entry, read } from "cfb";

/** A storage's streams by path: `WordDocument`, `ObjectPool/_1234/\u0001Ole10Native`. Case does not matter. */
export class CompoundFile {
  readonly #streams = new Map<string, CFB$Entry>();

  /** Throws a plain `Error` when the container is damaged. */
  constructor(bytes: Uint8Array) {
    const container = readContainer(bytes);
    const prefix = (container.FullPaths[0] ?? "").length;
    for (const [index, entry] of container.FileIndex.entries()) {
      const path = (container.FullPaths[index] ?? "").slice(prefix);
      if (entry.type === 2 && path !== "") this.#streams.set(path.toLowerCase(), entry);
    }
  }

  /** The bytes of a stream, undefined when there is none of this path. */
  stream(path: string): Uint8Array | undefined {
    const content = this.#streams.get(path.toLowerCase())?.content;
    return content === undefined ? undefined : Uint8Array.from(content);
  }

  /** Paths of all streams, in lower case. */
  paths(): string[] {
    return [...this.#streams.keys()];
  }
}

function readContainer(bytes: Uint8Array): CFB$Container {
  try {
    return read(bytes, { type: "array" });
  } catch (error) {
    throw new Error(`the file's container is damaged (${error instanceof Error ? error.message : String(error)})`);
  }
}
