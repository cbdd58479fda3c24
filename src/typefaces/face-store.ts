/**
 * The faces that the service has: an index of font files, each for some characters of a family, and the files that were
 * fetched lately. One for an isolate; what it keeps stays within a budget.
 */
import { z } from "zod";
import { Face } from "./face.ts";

/** Reads a static asset; undefined where there is none. */
export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>;

/** A font file. */
export interface FaceFile {
  /** What it is known by: a file's content never changes. */
  readonly path: string;
  /** Reads it, where it is no static asset. */
  readonly read?: () => Promise<Uint8Array | undefined>;
}

/** A face of a family, for some of its characters. */
export interface FaceRule {
  readonly weight: number;
  readonly italic: boolean;
  /** First and last code points in turn, ascending; undefined takes every character that the file has. */
  readonly ranges: readonly number[] | undefined;
  readonly file: FaceFile;
  /** A font that others made may have rules of layout without end: it draws no letters that need them. */
  readonly isForeign?: boolean;
}

const indexSchema = z.object({
  families: z.array(
    z.object({
      names: z.array(z.string()),
      faces: z.array(
        z.object({ file: z.string(), weight: z.number(), italic: z.boolean(), ranges: z.array(z.number()) }),
      ),
    }),
  ),
});

/** What `scripts/build-faces.ts` writes. */
export type FaceIndex = z.infer<typeof indexSchema>;

export const FACE_INDEX_PATH = "/faces/index.json";

/** The faces of a dozen documents; a font of Chinese is a hundred times as large as one of English, in slices. */
const BUDGET_BYTES = 16 * 1024 * 1024;

export class FaceStore {
  readonly #families = new Map<string, FaceRule[]>();
  readonly #read: ReadAsset;
  readonly #budgetBytes: number;
  /** What is held, used last at the end; null for a file that cannot be used. */
  readonly #held = new Map<string, Face | null>();
  #heldBytes = 0;

  private constructor(index: FaceIndex, read: ReadAsset, budgetBytes: number) {
    this.#read = read;
    this.#budgetBytes = budgetBytes;
    const files = new Map<string, FaceFile>();
    for (const { names, faces } of index.families) {
      const rules = faces.map(({ file: path, ...rule }): FaceRule => {
        const file = files.get(path) ?? { path };
        files.set(path, file);
        return { ...rule, file };
      });
      for (const name of names) {
        const key = name.toLowerCase();
        this.#families.set(key, [...(this.#families.get(key) ?? []), ...rules]);
      }
    }
  }

  /** @throws Error when the set-up did not make the index */
  static async open(read: ReadAsset, budgetBytes = BUDGET_BYTES): Promise<FaceStore> {
    const bytes = await read(FACE_INDEX_PATH);
    if (!bytes) throw new Error(`${FACE_INDEX_PATH} is missing: run the set-up.`);
    return new FaceStore(indexSchema.parse(JSON.parse(new TextDecoder().decode(bytes))), read, budgetBytes);
  }

  /** No rules for a family that the service does not have. */
  family(name: string): readonly FaceRule[] {
    return this.#families.get(name.toLowerCase()) ?? [];
  }

  has(name: string): boolean {
    return this.#families.has(name.toLowerCase());
  }

  /** The faces of files, fetched where they are not held; null for a file that cannot be used. */
  async load(files: Iterable<FaceFile>): Promise<Map<FaceFile, Face | null>> {
    const faces = new Map<FaceFile, Face | null>();
    await Promise.all(Array.from(files, async (file) => faces.set(file, await this.#face(file))));
    for (const path of this.#held.keys()) {
      if (this.#heldBytes <= this.#budgetBytes) break;
      this.#drop(path);
    }
    return faces;
  }

  async #face({ path, read }: FaceFile): Promise<Face | null> {
    let face = this.#held.get(path);
    if (face === undefined) {
      const bytes = await (read ? read() : this.#read(path));
      // Someone else may have fetched it meanwhile.
      face = this.#held.get(path) ?? ((bytes && Face.open(bytes)) || null);
    }
    this.#drop(path);
    this.#held.set(path, face);
    this.#heldBytes += face?.bytes.length ?? 0;
    return face;
  }

  #drop(path: string): void {
    this.#heldBytes -= this.#held.get(path)?.bytes.length ?? 0;
    this.#held.delete(path);
  }
}
