/** The streams of a PowerPoint file (MS-PPT 2.1) within its container, and which version wrote them. */

import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import { CompoundFile } from "../../office/compound-file.ts";
import { summaryCodePage } from "../summary-information.ts";

export interface PresentationStreams {
  document: Uint8Array;
  images: Uint8Array | undefined;
  /** Where the newest UserEditAtom lies; undefined when the file does not say. */
  currentEditAt: number | undefined;
}

export type OpenedPresentation =
  | { version: "97"; streams: PresentationStreams }
  /** One stream holds everything; texts are in the code page. */
  | { version: "95" | "4"; stream: Uint8Array; codePage: number };

const DOCUMENT = "powerpoint document";
/** Files for PowerPoint 95 and 97 at once keep the newer form in a storage of its own. */
const DUAL_STORAGE = "pp97_dualstorage/";
/** The presentation as PowerPoint 4 writes it. */
const POWERPOINT_4 = "pp40";
const SUMMARY = "\u0005summaryinformation";
const ROOT_95 = 3;
const ENCRYPTED_TOKEN = 0xf3d1_c4df;

/** Throws a plain `Error` with a sentence for people when there is no presentation that can be read. */
export function openPresentation(bytes: Uint8Array): OpenedPresentation {
  const file = new CompoundFile(bytes);
  const paths = file.paths();
  const found = [`${DUAL_STORAGE}${DOCUMENT}`, DOCUMENT, ...paths.filter((path) => path.endsWith(`/${DOCUMENT}`))];
  const path = found.find((candidate) => file.stream(candidate) !== undefined);
  const document = path === undefined ? undefined : file.stream(path);
  const codePage = () => summaryCodePage(file.stream(SUMMARY) ?? new Uint8Array(0));
  if (path === undefined || !document) {
    const stream = file.stream(POWERPOINT_4);
    if (!stream) throw new UnreadableFile("the file has no presentation in it");
    return { version: "4", stream, codePage: codePage() };
  }
  if (isPowerPoint95(document)) return { version: "95", stream: document, codePage: codePage() };
  const folder = path.slice(0, -DOCUMENT.length);
  const images = file.stream(`${folder}pictures`);
  const currentEditAt = currentEdit(file.stream(`${folder}current user`));
  return { version: "97", streams: { document, images, currentEditAt } };
}

/** In PowerPoint 95 the first record is of this type and holds all others; later versions never begin with one. */
function isPowerPoint95(document: Uint8Array): boolean {
  const reader = new ByteReader(document);
  return reader.u16(0) === ROOT_95 && reader.u32(8) > 0 && reader.u32(8) <= document.length;
}

/** CurrentUserAtom (MS-PPT 2.3.2). */
function currentEdit(stream: Uint8Array | undefined): number | undefined {
  if (!stream || stream.length < 20) return undefined;
  const reader = new ByteReader(stream);
  if (reader.u32(12) === ENCRYPTED_TOKEN) throw new UnreadableFile("the presentation is password-protected");
  return reader.u32(16);
}
