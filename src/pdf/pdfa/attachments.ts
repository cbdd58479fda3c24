import type { PdfDocument } from "../document.ts";
import { name, type PdfObject } from "../objects.ts";
import { everyDictionary } from "./every-dictionary.ts";

/** Any bytes (RFC 2046, 4.5.1). */
const UNKNOWN_TYPE = "application/octet-stream";

/**
 * States for each attached file what PDF/A-3 asks for: its names, media type, and relationship to the document (ISO
 * 19005-3, 6.8).
 */
export function describeAttachments(document: PdfDocument): void {
  const associated: PdfObject[] = [...(document.array(document.catalog.get("AF")) ?? [])];
  const known = new Set(associated.map((object) => document.dict(object)));
  everyDictionary(document, (specification, reference) => {
    const files = document.dict(specification.get("EF"));
    if (!files || known.has(specification)) return;
    known.add(specification);
    const title = specification.get("UF") ?? specification.get("F");
    if (title !== undefined) for (const key of ["F", "UF"]) if (!specification.has(key)) specification.set(key, title);
    if (!specification.has("AFRelationship")) specification.set("AFRelationship", name("Unspecified"));
    for (const file of files.values()) {
      const stream = document.stream(file);
      const type = document.name(stream?.dict.get("Subtype"));
      if (stream && (type === undefined || !/^[-\w+.]+\/[-\w+.]+$/.test(type))) {
        stream.dict.set("Subtype", name(UNKNOWN_TYPE));
      }
    }
    associated.push(reference ?? document.add(specification));
  });
  if (associated.length > 0) document.catalog.set("AF", associated);
}
