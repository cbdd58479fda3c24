import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { readJson } from "../project/json-file.ts";

const stateSchema = z.object({
  /** Runs up to this id were seen. */
  cursor: z.string(),
  /** Runs that were seen but not forwarded yet. */
  pending: z.array(z.string()),
  secret: z.string(),
});

/** What `listen` knows from one start to the next: where it is, and the secret that signs what it forwards. */
export class ListenJournal {
  readonly #file: string;
  readonly #state: z.output<typeof stateSchema>;

  /** @param name distinguishes what is listened to: service, target and filters */
  constructor(folder: string, name: string) {
    const hash = createHash("sha256").update(name).digest("hex").slice(0, 16);
    this.#file = path.join(folder, `listen-${hash}.json`);
    this.#state = fs.existsSync(this.#file)
      ? readJson(this.#file, stateSchema)
      : { cursor: "", pending: [], secret: `whsec_${randomBytes(24).toString("base64")}` };
  }

  get cursor(): string {
    return this.#state.cursor;
  }

  get pending(): readonly string[] {
    return this.#state.pending;
  }

  get secret(): string {
    return this.#state.secret;
  }

  /** Runs that have come since; they are pending until they have been forwarded. */
  saw(cursor: string, runs: readonly string[]): void {
    this.#state.cursor = cursor;
    this.#state.pending.push(...runs);
    this.#write();
  }

  /** What came before this start is not forwarded any more; the secret stays. */
  forget(): void {
    this.#state.cursor = "";
    this.#state.pending = [];
    this.#write();
  }

  forwarded(run: string): void {
    this.#state.pending = this.#state.pending.filter((id) => id !== run);
    this.#write();
  }

  /** A file that is half written would be lost with everything in it. */
  #write(): void {
    fs.mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${this.#file}.new`, JSON.stringify(this.#state), { mode: 0o600 });
    fs.renameSync(`${this.#file}.new`, this.#file);
  }
}
