import { Zip, ZipPassThrough } from "fflate";

/** The earliest time a ZIP can say: the same files give the same bytes whenever they are packed. */
const ZIP_EPOCH = new Date(1980, 0, 1);

/**
 * A ZIP archive as a stream; its files are stored, not deflated, because PDFs are packed already. Each file is asked
 * for when the reader has taken the one before, so that they are never in memory together.
 */
export function zipStream(files: Iterable<{ name: string; bytes: Uint8Array }>): ReadableStream<Uint8Array> {
  const iterator = files[Symbol.iterator]();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const zip = new Zip((error, chunk, final) => {
    if (error) controller.error(error);
    else {
      controller.enqueue(chunk);
      if (final) controller.close();
    }
  });
  return new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      pull() {
        const next = iterator.next();
        if (next.done) return zip.end();
        const entry = new ZipPassThrough(next.value.name);
        entry.mtime = ZIP_EPOCH;
        zip.add(entry);
        entry.push(next.value.bytes, true);
      },
    },
    { highWaterMark: 1 },
  );
}
