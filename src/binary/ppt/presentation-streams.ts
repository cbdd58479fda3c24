/** The streams of a PowerPoint file (MS-PPT 2.1) within its container. */

import { ByteReader } from "../../office/byte-reader.ts";
import { CompoundFile } from "../../office/compound-file.ts";

export interface PresentationStreams {
  document: Uint8Array;
  pictures: Uint8Array | undefined;
  /** Where the newest UserEditAtom lies; undefined when the file does not say. */
  currentEditAt: number | undefined;
}

const DOCUMENT = "powerpoint document";
/** Files for PowerPoint 95 and 97 at once keep the newer form in a storage of its own. */
const DUAL_STORAGE = "pp97_dualstorage/";
/** The presentation as PowerPoint 95 writes it. */
const POWERPOINT_95 = "pp40";
const ENCRYPTED_TOKEN = 0xf3d1_c4df;

/** Throws a plain `Error` with a sentence for people when there is no presentation that can be read. */
export function openPresentationStreams(bytes: Uint8Array): PresentationStreams {
  const file = new CompoundFile(bytes);
  const paths = file.paths();
  const found = [`${DUAL_STORAGE}${DOCUMENT}`, DOCUMENT, ...paths.filter((path) => path.endsWith(`/${DOCUMENT}`))];
  const path = found.find((candidate) => file.stream(candidate) !== undefined);
  if (path === undefined && paths.includes(POWERPOINT_95)) {
    throw new Error("presentations of PowerPoint 95 cannot be read: save the file in a newer format");
  }
  const document = path === undefined ? undefined : file.stream(path);
  if (path === undefined || !document) throw new Error("the file has no presentation in it");
  const folder = path.slice(0, -DOCUMENT.length);
  return {
    document,
    pictures: file.stream(`${folder}pictures`),
    currentEditAt: currentEdit(file.stream(`${folder}current user`)),
  };
}

/** CurrentUserAtom (MS-PPT 2.3.2). */
function currentEdit(stream: Uint8Array | undefined): number | undefined {
  if (!stream || stream.length < 20) return undefined;
  const reader = new ByteReader(stream);
  if (reader.u32(12) === ENCRYPTED_TOKEN) throw new Error("the presentation is under a password");
  return reader.u32(16);
}
