import { createHash } from "node:crypto";
import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../document.ts";
import { formatDate } from "../information.ts";
import { latin1 } from "../lexer.ts";
import { decodeWithin } from "../metered-walk.ts";
import { readNameTree, writeNameTree } from "../name-tree.ts";
import { dict, name, PdfDict, PdfName, type PdfObject, type PdfRef, PdfStream, PdfString } from "../objects.ts";
import { decodeText, encodeText, latin1String } from "../text-strings.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";

/** A file within a PDF (ISO 32000-2, 7.11.4). */
export interface Attachment {
  name: string;
  bytes: Uint8Array;
  /** Media type, e.g. `text/plain`. */
  mediaType?: string;
  description?: string;
  /** What it is to the document (AFRelationship, 7.11.3, table 43); `Unspecified` if absent. */
  relationship?: "Alternative" | "Data" | "Source" | "Supplement" | "Unspecified";
}

/** A file within a PDF that is not unpacked yet. */
export interface PackedAttachment extends Omit<Attachment, "bytes" | "relationship"> {
  file: PdfStream;
}

/** The files attached to a document as a whole. */
export function readAttachments(document: PdfDocument): Attachment[] {
  return listAttachments(document).map(({ file, ...rest }) => ({ ...rest, bytes: decodeWithin(document, file).bytes }));
}

/** {@link readAttachments} without their bytes. */
export function listAttachments(document: PdfDocument): PackedAttachment[] {
  const names = document.dict(document.catalog.get("Names"));
  const attachments: PackedAttachment[] = [];
  for (const [key, value] of readNameTree(document, names?.get("EmbeddedFiles"))) {
    const specification = document.dict(value);
    const files = document.dict(specification?.get("EF"));
    const file = document.stream(files?.get("UF") ?? files?.get("F"));
    if (!specification || !file) continue;
    const title = document.string(specification.get("UF") ?? specification.get("F"));
    const description = document.string(specification.get("Desc"));
    const mediaType = document.resolve(file.dict.get("Subtype"));
    attachments.push({
      name: title ? decodeText(title) : key,
      file,
      ...(mediaType instanceof PdfName ? { mediaType: mediaType.value } : {}),
      ...(description ? { description: decodeText(description) } : {}),
    });
  }
  return attachments;
}

/** Attaches files; one with the name of an attached file replaces it. @param now date of the files */
export function attachFiles(
  bytes: Uint8Array,
  attachments: readonly Attachment[],
  options: { password?: string; now?: Date } = {},
): Uint8Array {
  const document = openForChange(bytes, options);
  addAttachments(document, attachments, options.now);
  return writePdf(document);
}

/** {@link attachFiles} for an open document. @returns the files' specifications */
export function addAttachments(
  document: PdfDocument,
  attachments: readonly Attachment[],
  now: Date | undefined,
): PdfRef[] {
  const names = new PdfDict(document.dict(document.catalog.get("Names")));
  const entries = new Map<string, PdfObject>(readNameTree(document, names.get("EmbeddedFiles")));
  const added = attachments.map((attachment) => {
    const specification = fileSpecification(document, attachment, now);
    entries.set(latin1(encodeText(attachment.name).bytes), specification);
    return specification;
  });
  const tree = writeNameTree(document, entries);
  if (tree) names.set("EmbeddedFiles", tree);
  document.catalog.set("Names", names);
  return added;
}

function fileSpecification(document: PdfDocument, attachment: Attachment, now: Date | undefined): PdfRef {
  const { bytes, mediaType, description } = attachment;
  const date = now && latin1String(formatDate(now));
  const file = new PdfStream(
    dict({
      Type: name("EmbeddedFile"),
      Subtype: mediaType === undefined ? undefined : new PdfName(mediaType),
      Filter: name("FlateDecode"),
      Params: dict({
        Size: bytes.length,
        CheckSum: new PdfString(createHash("md5").update(bytes).digest()),
        ModDate: date,
      }),
    }),
    deflate(bytes),
  );
  const title = encodeText(attachment.name);
  return document.add(
    dict({
      Type: name("Filespec"),
      F: title,
      UF: title,
      EF: dict({ F: document.add(file) }),
      Desc: description === undefined ? undefined : encodeText(description),
      AFRelationship: name(attachment.relationship ?? "Unspecified"),
    }),
  );
}
