/**
 * The faces that the service has: an index of font files, each for some characters of a family, and the files that were
 * fetched recently. One per isolate; what it keeps stays within a budget.
 */

import * as z from "zod";
import { type CodePointRanges, readRanges } from "../code-point-ranges.ts";
import { Face } from "../face.ts";

/** Reads a static asset; undefined where there is none. */
export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>;

/** A font file. */
export interface FaceFile {
  /** Its key: a file's content never changes. */
  readonly path: string;
  /** Reads it, if it is not a static asset. */
  readonly read?: () => Promise<Uint8Array | undefined>;
  /** The family of a font that strangers made. */
  readonly customFamily?: string;
}

/** A face of a family, for some of its characters. */
export interface FaceSource {
  readonly weight: number;
  readonly italic: boolean;
  /** Undefined takes every character that the file has. */
  readonly ranges: CodePointRanges | undefined;
  readonly file: FaceFile;
}

const indexSchema = z.object({
  families: z.array(
    z.object({
      names: z.array(z.string()),
      faces: z.array(
        // As text, which is parsed for the families that documents name: parsing all of it would take half of a first
        // conversion.
        z.object({ file: z.string(), weight: z.number(), italic: z.boolean(), ranges: z.string() }),
      ),
    }),
  ),
});

/** What `scripts/build-faces.ts` writes; ranges by `writeRanges` of font/code-point-ranges.ts. */
export type FaceIndex = z.infer<typeof indexSchema>;

export const FACE_INDEX_PATH = "/faces/index.json";

/** The faces of a dozen documents; a font of Chinese is a hundred times as large as one of English, in slices. */
const BUDGET_BYTES = 16 * 1024 * 1024;

const NO_SOURCES: readonly FaceSource[] = [];

export class FaceStore {
  /** Name in lower case -> the families of the index that have it. */
  readonly #families = new Map<string, FaceIndex["families"]>();
  readonly #sources = new Map<FaceIndex["families"][number], FaceSource[]>();
  /** Name in lower case, of those in the index. */
  readonly #sourcesByName = new Map<string, readonly FaceSource[]>();
  readonly #files = new Map<string, FaceFile>();
  readonly #read: ReadAsset;
  readonly #budgetBytes: number;
  /** What is held, last used at the end; null for a file that cannot be used. */
  readonly #cached = new Map<string, Face | null>();
  #cachedBytes = 0;

  private constructor(index: FaceIndex, read: ReadAsset, budgetBytes: number) {
    this.#read = read;
    this.#budgetBytes = budgetBytes;
    for (const family of index.families) {
      for (const name of family.names) {
        const key = name.toLowerCase();
        this.#families.set(key, [...(this.#families.get(key) ?? []), family]);
      }
    }
  }

  /** @throws Error if the set-up did not make the index */
  static async open(read: ReadAsset, budgetBytes = BUDGET_BYTES): Promise<FaceStore> {
    const bytes = await read(FACE_INDEX_PATH);
    if (!bytes) throw new Error(`${FACE_INDEX_PATH} is missing: run the set-up.`);
    return new FaceStore(indexSchema.parse(JSON.parse(new TextDecoder().decode(bytes))), read, budgetBytes);
  }

  /** No rules for a family that the service does not have; the same array each time. */
  family(name: string): readonly FaceSource[] {
    const key = name.toLowerCase();
    const families = this.#families.get(key);
    if (!families) return NO_SOURCES;
    let sources = this.#sourcesByName.get(key);
    if (!sources) {
      sources = families.flatMap((family) => this.#sourcesOf(family));
      this.#sourcesByName.set(key, sources);
    }
    return sources;
  }

  #sourcesOf(family: FaceIndex["families"][number]): readonly FaceSource[] {
    let sources = this.#sources.get(family);
    if (!sources) {
      sources = family.faces.map(({ file: path, ranges, ...source }): FaceSource => {
        const file = this.#files.get(path) ?? { path };
        this.#files.set(path, file);
        return { ...source, ranges: readRanges(ranges), file };
      });
      this.#sources.set(family, sources);
    }
    return sources;
  }

  has(name: string): boolean {
    return this.#families.has(name.toLowerCase());
  }

  /** The faces of files, fetched if they are not held; null for a file that cannot be used. */
  async load(files: Iterable<FaceFile>): Promise<Map<FaceFile, Face | null>> {
    const faces = new Map<FaceFile, Face | null>();
    await Promise.all(Array.from(files, async (file) => faces.set(file, await this.#face(file))));
    for (const path of this.#cached.keys()) {
      if (this.#cachedBytes <= this.#budgetBytes) break;
      this.#drop(path);
    }
    return faces;
  }

  async #face({ path, read }: FaceFile): Promise<Face | null> {
    let face = this.#cached.get(path);
    if (face === undefined) {
      const bytes = await (read ? read() : this.#read(path));
      // Another caller may have fetched it meanwhile.
      face = this.#cached.get(path) ?? ((bytes && Face.open(bytes)) || null);
    }
    this.#drop(path);
    this.#cached.set(path, face);
    this.#cachedBytes += face?.bytes.length ?? 0;
    return face;
  }

  #drop(path: string): void {
    this.#cachedBytes -= this.#cached.get(path)?.bytes.length ?? 0;
    this.#cached.delete(path);
  }
}
