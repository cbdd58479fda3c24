import { createHash } from "node:crypto";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { dict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import type { WrittenPdf } from "../writer.ts";
import { IncrementalUpdate } from "./incremental-update.ts";

/** What a file carries to verify its signatures (ISO 32000-2, 12.8.4.3): DER. */
export interface SecurityStore {
  certificates: readonly Uint8Array[];
  ocsps: readonly Uint8Array[];
  crls: readonly Uint8Array[];
}

const LISTS = [
  ["certificates", "Certs", "Cert"],
  ["ocsps", "OCSPs", "OCSP"],
  ["crls", "CRLs", "CRL"],
] as const;

/** More of each are not read, or longer ones, or more bytes in all. */
const MAX_ITEMS = 200;
const MAX_ITEM_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Adds to a signed file what verifies a signature, as an update; what the file's store already has stays.
 * @param contents of the signature, with the zeros that fill its room
 */
export function addSecurityStore(file: WrittenPdf, contents: Uint8Array, store: SecurityStore): Uint8Array {
  const update = IncrementalUpdate.after(file);
  const { document } = update;
  const present = document.dict(document.catalog.get("DSS"));
  const whole = dict({ ...Object.fromEntries(present ?? []) });
  const own = dict({});
  for (const [member, list, ofSignature] of LISTS) {
    const before = document.array(present?.get(list)) ?? [];
    const known = new Map(itemsOf(document, before).map(({ bytes: item, ref }) => [print(item), ref]));
    const added: PdfObject[] = [];
    const refs = store[member].map((item) => {
      const found = known.get(print(item));
      if (found) return found;
      const ref = update.add(new PdfStream(dict({ Length: item.length }), item));
      known.set(print(item), ref);
      added.push(ref);
      return ref;
    });
    if (before.length + added.length > 0) whole.set(list, [...before, ...added]);
    if (refs.length > 0) own.set(ofSignature, refs);
  }
  const bySignature = dict({ ...Object.fromEntries(document.dict(present?.get("VRI")) ?? []) });
  bySignature.set(createHash("sha1").update(contents).digest("hex").toUpperCase(), own);
  whole.set("VRI", bySignature);
  document.catalog.set("DSS", update.add(whole));
  const root = document.trailer.get("Root");
  if (root instanceof PdfRef) update.touch(root);
  return update.write().bytes;
}

/** The store of a file; empty if it has none. @throws Failure `pdf_too_complex` */
export function readSecurityStore(document: PdfDocument): SecurityStore {
  const store = document.dict(document.catalog.get("DSS"));
  const room = { bytes: MAX_BYTES };
  const list = (name: string) =>
    itemsOf(document, document.array(store?.get(name)) ?? [], room).map(({ bytes }) => bytes);
  return { certificates: list("Certs"), ocsps: list("OCSPs"), crls: list("CRLs") };
}

/** @param room how many more bytes are read */
function itemsOf(
  document: PdfDocument,
  list: readonly PdfObject[],
  room = { bytes: MAX_BYTES },
): { bytes: Uint8Array; ref: PdfRef }[] {
  const items: { bytes: Uint8Array; ref: PdfRef }[] = [];
  for (const ref of list.slice(0, MAX_ITEMS)) {
    const stream = ref instanceof PdfRef ? document.stream(ref) : undefined;
    if (!(ref instanceof PdfRef) || !stream) continue;
    const { bytes } = decodeWithin(document, stream, MAX_ITEM_BYTES);
    room.bytes -= bytes.length;
    if (room.bytes < 0) break;
    items.push({ bytes, ref });
  }
  return items;
}

const print = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
