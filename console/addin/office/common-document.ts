import type { AsyncResult, OfficeDocument, OfficeFile } from "./office-api.ts";

/** Largest slices that all programs take. */
const SLICE_BYTES = 4 * 1024 * 1024;

/** A call of the older interface as a promise. @throws Error with the program's own message */
export function settled<Value>(call: (done: (result: AsyncResult<Value>) => void) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    call(({ status, value, error }) => {
      if (status === "succeeded") resolve(value);
      else reject(new Error(error?.message ?? "The program did not say why it refused."));
    });
  });
}

/** The open file as a package, read in slices. Programs keep two at most open: it is closed whatever happens. */
export async function readFile(document: OfficeDocument): Promise<Uint8Array<ArrayBuffer>> {
  const file = await settled<OfficeFile>((done) =>
    document.getFileAsync("compressed", { sliceSize: SLICE_BYTES }, done),
  );
  try {
    const slices: Uint8Array<ArrayBuffer>[] = [];
    for (let index = 0; index < file.sliceCount; index++) {
      const { data } = await settled<{ data: readonly number[] }>((done) => file.getSliceAsync(index, done));
      slices.push(new Uint8Array(data));
    }
    return new Uint8Array(await new Blob(slices).arrayBuffer());
  } finally {
    file.closeAsync();
  }
}

/** What all programs have in common. */
export function fileFacts({ url = "" }: Pick<OfficeDocument, "url">): { name: string; address: string } {
  const last =
    url
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/[?#].*$/, "") ?? "";
  return { address: url, name: decoded(last).replace(/\.\w+$/, "") };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A name with a percent sign of its own, as on a disk.
    return text;
  }
}
