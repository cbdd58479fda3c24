import { Failure } from "../domain/failure.ts";
import type { Relationships } from "./relationships.ts";

/**
 * Name of a package's main part: what its relationship of this type points to.
 * @param root the relationships of the package itself
 * @throws Failure `archive_invalid`, with the part that is missing
 */
export function mainPartOf(root: Relationships, zip: { has(name: string): boolean }): string {
  const [office] = root.ofType("officeDocument");
  const part = office && root.targetPart(office);
  if (part === undefined)
    throw new Failure("archive_invalid", 'The file has no main part: "_rels/.rels" names no document.');
  if (!zip.has(part)) throw new Failure("archive_invalid", `The part "${part}" is missing, the main one of the file.`);
  return part;
}
