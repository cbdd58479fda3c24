/** OpenDocument presentations (OpenDocument 1.3, ISO/IEC 26300) -> the parts of a PresentationML package. */
import { PackageBuilder } from "../../binary/doc/package-builder.ts";
import { checkLimit } from "../../domain/limits.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { decodePart } from "../../office/decode-part.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { MarkupCount } from "../markup-count.ts";
import { EmbeddedObjects } from "../open-document/embedded-objects.ts";
import { FormControls } from "../open-document/form-controls.ts";
import { childOf, elementsOf, type OdfNode, readOdf, textOf } from "../open-document/odf-nodes.ts";
import { Pictures } from "../open-document/pictures.ts";
import { StyleBook } from "../open-document/style-book.ts";
import { Paints } from "../open-drawing/paints.ts";
import { type ListLevels, levelsOf } from "../open-drawing/shape-style.ts";
import { readTemplate, type TableTemplate } from "../open-drawing/table-writer.ts";
import type { ReadParts } from "../read-parts.ts";
import { DeckReader } from "./deck-reader.ts";
import { PRESENTATION_PART, SlideParts } from "./slide-parts.ts";

const ROOTS: ReadonlySet<string> = new Set(["office:document-content", "office:document"]);

/** @throws UnreadableFile, Failure `archive_invalid`, `archive_too_large`, `xml_invalid`, `too_complex` */
export function odpToParts(bytes: Uint8Array): ReadParts {
  const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  const root = (name: string): OdfNode | undefined => {
    const found = zip.read(name);
    return found && readOdf(decodePart(found));
  };
  const content = zip.read("content.xml");
  if (!content) throw new UnreadableFile('The part "content.xml" is missing.');
  checkLimit("wordMainPartBytes", content.length);

  const warnings = new Set<string>();
  const controls = new FormControls();
  const book = new StyleBook();
  const builder = new PackageBuilder(bytes.length, PRESENTATION_PART);
  const count = new MarkupCount();
  const pictures = new Pictures(builder, (name) => zip.read(name), warnings);
  const objects = new EmbeddedObjects(builder, (name) => zip.read(name), count);
  const paints = new Paints(pictures);
  const lists = new Map<string, ListLevels>();
  const templates = new Map<string, TableTemplate>();
  const parts = new SlideParts(builder);
  const deck = new DeckReader(
    { prefix: "p", book, count, pictures, objects, controls, paints, lists, templates, warnings, cells: { count: 0 } },
    parts,
  );
  const addStyles = (document: OdfNode | undefined) => {
    const [named, automatic] = [childOf(document, "office:styles"), childOf(document, "office:automatic-styles")];
    book.addFonts(childOf(document, "office:font-face-decls"));
    book.addStyles(named, false);
    book.addStyles(automatic, true);
    paints.addStyles(named);
    for (const node of [...elementsOf(named), ...elementsOf(automatic)]) {
      if (node.name === "text:list-style") lists.set(node.attributes["style:name"] ?? "", levelsOf(node));
      else if (node.name === "table:table-template")
        templates.set(node.attributes["table:name"] ?? node.attributes["text:style-name"] ?? "", readTemplate(node));
    }
    deck.addMasters(automatic, childOf(document, "office:master-styles"));
  };
  addStyles(root("styles.xml"));
  readSlides(decodePart(content), deck, addStyles);
  if (parts.slideCount === 0) throw new UnreadableFile("It has no slides.");
  addProperties(builder, root("meta.xml"));
  parts.finish(deck.size);
  return { parts: builder.parts, warnings: [...warnings] };
}

/** The styles stand before the slides, which are read one by one. */
function readSlides(content: string, deck: DeckReader, addStyles: (root: OdfNode) => void): void {
  const head: OdfNode = { name: "office:document-content", attributes: {}, children: [] };
  readOdf(content, {
    isOpened: (name) => ROOTS.has(name) || name === "office:body" || name === "office:presentation",
    enter(node) {
      if (node.name === "office:body") addStyles(head);
    },
    block(node) {
      if (node.name === "draw:page") deck.addSlide(node);
      else if (/^presentation:(?:header|footer|date-time)-decl$/.test(node.name)) deck.addText(node);
      else if (/^office:(?:font-face-decls|styles|automatic-styles|master-styles)$/.test(node.name))
        head.children.push(node);
    },
    leave() {},
  });
}

function addProperties(builder: PackageBuilder, root: OdfNode | undefined): void {
  const properties = elementsOf(childOf(root, "office:meta")).flatMap((node): (readonly [string, string])[] =>
    /^dc:(?:title|subject|creator|language)$/.test(node.name) ? [[node.name, textOf(node)]] : [],
  );
  if (properties.length > 0) builder.addCoreProperties(properties);
}
