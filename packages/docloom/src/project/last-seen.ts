import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { Deliveries } from "./deliveries.ts";
import { type Difference, shown } from "./differences.ts";
import type { DocumentMembers } from "./document-folder.ts";
import { readJson } from "./json-file.ts";
import type { Project } from "./project-file.ts";
import type { Samples } from "./samples.ts";

/** Id of a document -> a member, `template`, `sample <name>` or `delivery <name>` -> fingerprints that it had when it was last seen. */
const seenSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())));

/** What a document has at the service. */
export interface Sight {
  members: DocumentMembers;
  template: Uint8Array;
  samples?: Samples;
  deliveries?: Deliveries;
}

/**
 * The state of the service's documents when this project last pulled or pushed them; any difference from it there is
 * somebody else's change. Kept on this machine, outside the project: a fresh clone has seen nothing.
 */
export class LastSeen {
  readonly #file: string;
  readonly #all: z.output<typeof seenSchema>;

  /** @param stateFolder where commands keep what they need next time */
  constructor(stateFolder: string, project: Project, url: string, workspace = "") {
    const name = fingerprint(
      JSON.stringify([new URL(url).origin, fs.realpathSync(project.folder), ...(workspace === "" ? [] : [workspace])]),
    );
    this.#file = path.join(stateFolder, `seen-${name}.json`);
    this.#all = fs.existsSync(this.#file) ? readJson(this.#file, seenSchema) : {};
  }

  /**
   * The differences that would overwrite what has been changed at the service since. Of a document that this machine has
   * never seen, as a pipeline's has not, the service says whether a person changed its template last.
   * @param byPerson whether its newest template was saved in the console
   */
  changedSince(id: string, now: Sight, differences: readonly Difference[], byPerson: boolean): Difference[] {
    const seen = this.#all[id];
    if (!seen) return byPerson ? [...differences] : [];

    const there = fingerprintsOf(now);
    return differences.filter(({ what }) => {
      const current = there.get(what);
      return current !== undefined && !(seen[what] ?? []).includes(current);
    });
  }

  has(id: string): boolean {
    return this.#all[id] !== undefined;
  }

  /**
   * From now on, once it is saved, the document is known as it is.
   * @param draft a template that somebody may publish
   */
  set(id: string, sight: Sight, draft?: Uint8Array): void {
    const entry = Object.fromEntries([...fingerprintsOf(sight)].map(([what, value]) => [what, [value]]));
    if (draft) entry.template?.push(fingerprint(draft));
    this.#all[id] = entry;
  }

  save(): void {
    fs.mkdirSync(path.dirname(this.#file), { recursive: true });
    fs.writeFileSync(this.#file, `${JSON.stringify(this.#all)}\n`);
  }
}

function fingerprintsOf({
  members,
  template,
  samples = new Map(),
  deliveries = new Map(),
}: Sight): Map<string, string> {
  return new Map([
    ...Object.entries(members).map(([what, value]): [string, string] => [what, fingerprint(shown(value))]),
    ["template", fingerprint(template)],
    ...[...samples].map(([name, data]): [string, string] => [`sample ${name}`, fingerprint(shown(data))]),
    ...[...deliveries].map(([name, delivery]): [string, string] => [`delivery ${name}`, fingerprint(shown(delivery))]),
  ]);
}

function fingerprint(of: string | Uint8Array): string {
  return createHash("sha256").update(of).digest("base64url").slice(0, 16);
}
