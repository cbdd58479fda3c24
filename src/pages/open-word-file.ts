/** Opens a Word file and says which way its pages are made. */
import { docToParts } from "../binary/doc/doc-to-parts.ts";
import { embeddedFaces } from "../layout/fonts/embedded-fonts.ts";
import type { WordDocument } from "../layout/model/blocks.ts";
import { readDocument } from "../layout/word/document-reader.ts";
import { metafileDrawing, metafileKind, pictureInMetafile } from "../metafile/metafile.ts";
import { inflateNatively } from "../office/inflate-native.ts";
import { OpcPackage } from "../office/package.ts";
import { pictureFormat } from "../pictures/picture-format.ts";
import { Face } from "../typefaces/face.ts";
import type { OwnFace } from "../typefaces/font-library.ts";
import { isPixels, type PictureLookup } from "./word/fills.ts";
import { isDrawableMetafile } from "./word/metafile-drawer.ts";
import { type WordNeed, wordNeeds } from "./word/word-needs.ts";

export interface OpenWordOptions {
  /** Wall clock of the reader, for DATE and TIME fields. */
  now: Date;
  fileName: string;
}

/** A Word document that commands can draw, or why they cannot. */
export type OpenedWordFile =
  | { way: "pages"; document: WordDocument; faces: OwnFace[]; picture: PictureLookup }
  | { way: "browser"; because: readonly (WordNeed | "fonts of another kind than TrueType" | "size")[] };

/** A page takes a megabyte while it is laid out, and its markup some tens of kilobytes. */
const MAX_MAIN_PART_BYTES = 3 * 1024 * 1024;

/** @throws Error with a sentence for people when the file cannot be read */
export function openWordFile(kind: "docx" | "doc", bytes: Uint8Array, options: OpenWordOptions): OpenedWordFile {
  const pack = kind === "doc" ? OpcPackage.ofParts(docToParts(bytes)) : OpcPackage.ofZip(bytes, inflateNatively);
  const mainPart = pack.targetOfType("", "officeDocument") ?? "word/document.xml";
  if ((pack.bytes(mainPart)?.length ?? 0) > MAX_MAIN_PART_BYTES) return { way: "browser", because: ["size"] };
  const pictures = new Pictures();
  const { pack: _, ...document } = readDocument(pack, {
    ...options,
    imageUrl: (from, part) => pictures.source(from, part),
  });
  const because: Extract<OpenedWordFile, { way: "browser" }>["because"][number][] = [
    ...wordNeeds(document, (source, use) => pictures.isDrawable(source, use)),
  ];
  const faces = embeddedFaces(pack).flatMap(({ family, bytes: file, weight, style }): OwnFace[] => {
    const face = Face.open(file);
    return face?.mayEmbed ? [{ family, weight: Number(weight), italic: style === "italic", face }] : [];
  });
  if (embeddedFaces(pack).some(({ bytes: file }) => isCff(file))) because.push("fonts of another kind than TrueType");
  if (because.length > 0) return { way: "browser", because };
  return { way: "pages", document, faces, picture: pictures.lookUp };
}

/** OpenType with outlines of PostScript. */
function isCff(font: Uint8Array): boolean {
  return font[0] === 0x4f && font[1] === 0x54 && font[2] === 0x54 && font[3] === 0x4f;
}

/** The pictures of a package and of those within it, by names of our own. */
class Pictures {
  readonly #names = new Map<OpcPackage, Map<string, string | undefined>>();
  readonly #pictures = new Map<string, ReturnType<PictureLookup>>();

  /** The name of a part; undefined where there is none. */
  source(pack: OpcPackage, part: string): string | undefined {
    let names = this.#names.get(pack);
    if (!names) {
      names = new Map();
      this.#names.set(pack, names);
    }
    if (!names.has(part)) names.set(part, this.#add(pack.bytes(part)));
    return names.get(part);
  }

  isDrawable(source: string, use: "picture" | "fill"): boolean {
    const picture = this.#pictures.get(source);
    return isPixels(picture) || (use === "picture" && picture !== undefined);
  }

  /** Without what was read of the package: its markup is larger than the document. */
  get lookUp(): PictureLookup {
    const pictures = this.#pictures;
    return (source) => pictures.get(source);
  }

  #add(bytes: Uint8Array | undefined): string | undefined {
    if (!bytes) return undefined;
    const name = `picture ${this.#pictures.size}`;
    this.#pictures.set(name, readPicture(bytes));
    return name;
  }
}

function readPicture(bytes: Uint8Array): ReturnType<PictureLookup> {
  const format = pictureFormat(bytes);
  if (format) return { format, bytes };
  const kind = metafileKind(bytes);
  if (!kind) return undefined;
  const wrapped = pictureInMetafile(bytes, kind);
  const wrappedFormat = wrapped && pictureFormat(wrapped);
  if (wrapped && wrappedFormat) return { format: wrappedFormat, bytes: wrapped };
  const drawing = metafileDrawing(bytes, kind);
  return drawing && isDrawableMetafile(drawing) ? drawing : undefined;
}
