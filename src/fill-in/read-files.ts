import type { FillInKind } from "../domain/fill-in.ts";
import { dataUri, type FileOf, isDrawn, MAX_FILE_BYTES, mediaTypeOf, type PostedFile } from "./posted-file.ts";
import { typedAt } from "./typed.ts";
import type { Speech } from "./words.ts";

/** What was made of an answer, as a data URI or a text; empty if there was none. */
interface ReadFile {
  value: string;
  problem?: string;
}

const NONE: ReadFile = { value: "" };

/** A picture or file, judged by what is in it. */
export function readFile(kind: FillInKind, sent: unknown, speech: Speech, fileOf: FileOf): ReadFile {
  const file = fileOf(sent);
  if (!file || file.bytes.length === 0) return NONE;
  return kind === "file" ? readAs("file", file, speech) : readAs("picture", file, speech);
}

/** A signature: drawn, else a picture of one, else a name that was typed. */
export function readSignature(sent: unknown, speech: Speech, fileOf: FileOf): ReadFile {
  const drawn = typedAt(sent, ["drawn"]);
  if (isDrawn(drawn)) return { value: drawn };
  const picture = fileOf(typedAt(sent, ["picture"]));
  if (picture && picture.bytes.length > 0) return readAs("signature", picture, speech);
  const name = typedAt(sent, ["name"]);
  if (typeof name !== "string") return NONE;
  const value = name
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .trim()
    .toWellFormed();
  return value.length > 200 ? { value: "", problem: speech.say("tooLong", 200) } : { value };
}

function readAs(kind: keyof typeof MAX_FILE_BYTES, file: PostedFile, speech: Speech): ReadFile {
  const most = MAX_FILE_BYTES[kind];
  if (file.bytes.length > most) return { value: "", problem: speech.say("tooLarge", most / 1e6) };
  const mediaType = mediaTypeOf(file);
  if (kind !== "file" && !mediaType?.startsWith("image/")) return { value: "", problem: speech.say("noPicture") };
  return mediaType ? { value: dataUri(mediaType, file) } : { value: "", problem: speech.say("noFile") };
}
