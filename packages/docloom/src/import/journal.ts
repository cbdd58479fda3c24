import { createHash, createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { readJson } from "../project/json-file.ts";

export type ImportedKind = "document" | "route" | "delivery";

const entrySchema = z.object({
  /** `begun`: whether the target has it is not known, as the import stopped in between. */
  state: z.enum(["begun", "done"]),
  id: z.string().optional(),
});

const entriesSchema = z.record(z.string(), entrySchema).default({});

const journalSchema = z.object({
  document: entriesSchema,
  route: entriesSchema,
  delivery: entriesSchema,
  /** What the secrets of this import are derived from. */
  seed: z.string().default(() => randomBytes(24).toString("base64url")),
});

/**
 * What an import has taken over so far: written before and after each step, so that an import that was stopped
 * continues where it was and nothing is taken twice.
 */
export class ImportJournal {
  readonly file: string;
  readonly #entries: z.output<typeof journalSchema>;
  readonly #name: string;

  /** @param name distinguishes imports: source and target, with their accounts */
  constructor(folder: string, name: string) {
    this.#name = name;
    this.file = path.join(folder, `import-${hash(name).slice(0, 16)}.json`);
    this.#entries = fs.existsSync(this.file) ? readJson(this.file, journalSchema) : journalSchema.parse({});
  }

  /** The id at the target of what was taken. */
  idOf(kind: ImportedKind, sourceId: string): string | undefined {
    const entry = this.#entries[kind][sourceId];
    return entry?.state === "done" ? entry.id : undefined;
  }

  targetIds(kind: ImportedKind): Set<string> {
    return new Set(Object.values(this.#entries[kind]).flatMap(({ id }) => (id === undefined ? [] : [id])));
  }

  begin(kind: ImportedKind, sourceId: string): void {
    this.#entries[kind][sourceId] = { state: "begun" };
    this.#write();
  }

  done(kind: ImportedKind, sourceId: string, id: string): void {
    this.#entries[kind][sourceId] = { state: "done", id };
    this.#write();
  }

  /** It was begun, refused by the target, and does not exist. */
  refused(kind: ImportedKind, sourceId: string): void {
    delete this.#entries[kind][sourceId];
    this.#write();
  }

  /** The same on every try: a target that knows such keys makes one thing from several tries. */
  idempotencyKey(kind: ImportedKind, sourceId: string): string {
    return `import-${hash(`${this.#name}/${kind}/${sourceId}`).slice(0, 32)}`;
  }

  /**
   * A secret for things that need one that no service shows: the same on every try, so that all tries are one request.
   */
  secretFor(kind: ImportedKind, sourceId: string): string {
    return createHmac("sha256", this.#entries.seed).update(`${kind}/${sourceId}`).digest("base64url");
  }

  #write(): void {
    fs.mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${this.file}.new`, JSON.stringify(this.#entries), { mode: 0o600 });
    fs.renameSync(`${this.file}.new`, this.file);
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
