import { Zip, ZipPassThrough } from "fflate";

/** The earliest time a ZIP can state: the same files give the same bytes whenever they are packed. */
const ZIP_EPOCH = new Date(1980, 0, 1);

/** A file of an archive; its bytes are asked for when the file before it has been taken. */
export interface ZipFile {
  name: string;
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/**
 * The pieces of a ZIP archive. Its files are stored, not deflated, because PDFs are packed already; none of them is in
 * memory as a whole.
 */
export async function* zipChunks(files: Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for (const { name, chunks } of files) {
    const entry = new ZipPassThrough(name);
    entry.mtime = ZIP_EPOCH;
    zip.add(entry);
    for await (const chunk of chunks) {
      entry.push(chunk);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
