import type { PdfDocument } from "../document.ts";
import { readNameTree } from "../name-tree.ts";
import { name, type PdfObject, PdfRef } from "../objects.ts";

/** Any bytes (RFC 2046, 4.5.1). */
const UNKNOWN_TYPE = "application/octet-stream";

/** Says of each attached file what PDF/A-3 asks for: its names, media type, and what it is to the document (ISO 19005-3, 6.8). */
export function describeAttachments(document: PdfDocument): void {
  const names = document.dict(document.catalog.get("Names"));
  const entries = readNameTree(document, names?.get("EmbeddedFiles")).map(([, value]) => value);
  const annotations = document.pages.flatMap((page) =>
    (document.array(page.dict.get("Annots")) ?? []).flatMap((object) => document.dict(object)?.get("FS") ?? []),
  );
  const associated: PdfObject[] = [...(document.array(document.catalog.get("AF")) ?? [])];
  const known = new Set(associated.map((object) => document.dict(object)));
  for (const object of [...entries, ...annotations]) {
    document.work.spend(8);
    const specification = document.dict(object);
    const files = document.dict(specification?.get("EF"));
    if (!specification || !files || known.has(specification)) continue;
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
    associated.push(object instanceof PdfRef ? object : document.add(specification));
  }
  if (associated.length > 0) document.catalog.set("AF", associated);
}
