import { Failure } from "../domain/failure.ts";
import { decodePart } from "./decode-part.ts";
import { inflateNatively } from "./inflate-native.ts";
import { OFFICE_LIMITS } from "./limits.ts";
import { damagedPart } from "./part-name.ts";
import { scanXml, type XmlVisitor } from "./xml-scanner.ts";
import { ZipArchive } from "./zip-archive.ts";

const MARKUP = /\.(?:xml|rels)$/i;
const MOST_NAMED = 10;

const NOTHING: XmlVisitor = { open() {}, close() {}, text() {}, cdata() {}, other() {} };

/**
 * Refuses a package with parts whose XML is damaged: no Office program opens it, or anything made from it. Empty parts,
 * which some programs leave, do not count.
 *
 * @param textOf the text of a part
 * @throws Failure `xml_invalid` with the first {@link MOST_NAMED} of them
 */
export function refuseDamagedParts(names: readonly string[], textOf: (name: string) => string): void {
  const errors = damagedParts(names, textOf);
  if (errors[0]) throw new Failure("xml_invalid", damagedPart(errors[0].part, errors[0].message), { errors });
}

/**
 * A failure that a reader of a package ran into, with the parts whose XML is damaged: the code that reads a part knows
 * its text, not its name. Any other failure stays as it is.
 */
export function withDamagedParts(error: unknown, bytes: Uint8Array): unknown {
  if (!(error instanceof Failure && error.code === "xml_invalid") || error.errors.length > 0) return error;
  try {
    const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
    refuseDamagedParts(zip.names(), (name) => decodePart(zip.read(name) ?? new Uint8Array()));
    return error;
  } catch (named) {
    return named;
  }
}

function damagedParts(names: readonly string[], textOf: (name: string) => string): { part: string; message: string }[] {
  const found: { part: string; message: string }[] = [];
  for (const part of names) {
    if (!MARKUP.test(part) || found.length === MOST_NAMED) continue;
    const text = textOf(part);
    try {
      if (text.trim() !== "") scanXml(text, NOTHING);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      found.push({ part, message: error.message });
    }
  }

  return found;
}
