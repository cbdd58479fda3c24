/** Opens a Word file and says which way its pages are made. */
import { embeddedFaces } from "../layout/fonts/embedded-fonts.ts";
import type { WordDocument } from "../layout/model/blocks.ts";
import { readDocument } from "../layout/word/document-reader.ts";
import type { OpcPackage } from "../office/package.ts";
import { Face } from "../typefaces/face.ts";
import type { OwnFace } from "../typefaces/font-library.ts";
import { PackagePictures } from "./drawing/package-pictures.ts";
import type { PictureLookup } from "./drawing/vector-drawer.ts";
import { type WordNeed, wordNeeds } from "./word/word-needs.ts";

export interface OpenWordOptions {
  /** Wall clock of the reader, for DATE and TIME fields. */
  now: Date;
  fileName: string;
}

/** A Word document that commands can draw, or why they cannot. */
export type OpenedWordFile =
  | { way: "pages"; document: WordDocument; faces: OwnFace[]; picture: PictureLookup; mainPartBytes: number }
  | { way: "browser"; because: readonly (WordNeed | "its size")[] };

/** Some 400 pages of tables. Its text is in memory while it is read, piece by piece. */
const MAX_MAIN_PART_BYTES = 24 * 1024 * 1024;

/** @throws Error with a sentence for people if the document cannot be read */
export function openWordFile(pack: OpcPackage, options: OpenWordOptions): OpenedWordFile {
  const mainPart = pack.targetOfType("", "officeDocument") ?? "word/document.xml";
  const mainPartBytes = pack.bytes(mainPart)?.length ?? 0;
  if (mainPartBytes > MAX_MAIN_PART_BYTES) return { way: "browser", because: ["its size"] };
  const pictures = new PackagePictures();
  const { pack: _, ...document } = readDocument(pack, {
    ...options,
    imageUrl: (from, part, substitute) => pictures.source(from, part, substitute),
  });
  const because = wordNeeds(document, (source, use) => pictures.isDrawable(source, use));
  if (because.size > 0) return { way: "browser", because: [...because] };
  const faces = embeddedFaces(pack).flatMap(({ family, bytes: file, weight, style }): OwnFace[] => {
    const face = Face.open(file);
    return face?.mayEmbed ? [{ family, weight: Number(weight), italic: style === "italic", face }] : [];
  });
  return { way: "pages", document, faces, picture: pictures.lookUp, mainPartBytes };
}
