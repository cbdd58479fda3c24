/** OpenDocument text (OpenDocument 1.3, ISO/IEC 26300) -> the parts of a WordprocessingML package. */
import { MAIN_PART, PackageBuilder } from "../../binary/doc/package-builder.ts";
import { element, valued } from "../../binary/doc/xml-writer.ts";
import { checkLimit } from "../../domain/limits.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { decodePart } from "../../office/decode-part.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { MarkupCount } from "../markup-count.ts";
import { EmbeddedObjects } from "../open-document/embedded-objects.ts";
import { FormControls } from "../open-document/form-controls.ts";
import { wholeTwips } from "../open-document/measures.ts";
import { childOf, elementsOf, type OdfNode, readOdf, textOf } from "../open-document/odf-nodes.ts";
import { Pictures } from "../open-document/pictures.ts";
import { StyleBook } from "../open-document/style-book.ts";
import { Paints } from "../open-drawing/paints.ts";
import type { ReadParts } from "../read-parts.ts";
import { BodyReader, isStretch } from "./body-reader.ts";
import { DatePictures } from "./date-pictures.ts";
import { LinkedFrames, mayHaveChains } from "./linked-frames.ts";
import { Lists } from "./lists.ts";
import { Notes } from "./notes.ts";
import { Pages } from "./pages.ts";
import { readSettings } from "./settings.ts";
import type { Shared } from "./shared.ts";
import { TextFormats } from "./text-formats.ts";
import { stylesXml } from "./word-styles.ts";

/** @throws UnreadableFile, Failure `archive_invalid`, `archive_too_large`, `xml_invalid`, `too_complex` */
export function odtToParts(bytes: Uint8Array): ReadParts {
  const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  const part = (name: string) => {
    const found = zip.read(name);
    return found && decodePart(found);
  };
  const content = part("content.xml");
  if (content === undefined) throw new UnreadableFile('The part "content.xml" is missing.');
  checkLimit("wordMainPartBytes", content.length);
  const styles = optional(part("styles.xml"));
  const settings = readSettings(optional(part("settings.xml")));

  const book = new StyleBook();
  const count = new MarkupCount();
  const lists = new Lists(book, count);
  const pages = new Pages(book);
  const dates = new DatePictures();
  const builder = new PackageBuilder(bytes.length);
  const notes = new Notes(builder);
  const warnings = new Set<string>();
  const frames = framesOf(content);
  const controls = new FormControls();
  const formats = new TextFormats(book);
  const objects = new EmbeddedObjects(builder, (name) => zip.read(name), count);
  const pictures = new Pictures(builder, (name) => zip.read(name), warnings);
  const paints = new Paints(pictures);
  const addStyles = (root: OdfNode | undefined) => {
    book.addFonts(childOf(root, "office:font-face-decls"));
    const [named, automatic] = [childOf(root, "office:styles"), childOf(root, "office:automatic-styles")];
    book.addStyles(named, false);
    book.addStyles(automatic, true);
    lists.addStyles(named);
    lists.addStyles(automatic);
    notes.addStyles(named);
    dates.addStyles(named);
    paints.addStyles(named);
    if (root) frames.add(root);
    dates.addStyles(automatic);
    pages.addStyles(automatic, childOf(root, "office:master-styles"));
  };
  addStyles(styles);
  const shared: Shared = {
    ...{ book, formats, lists, dates, notes, pictures, objects, paints, frames, controls, count, warnings },
    rules: settings,
    bookmarks: new Map(),
  };
  const body = readBody(content, shared, pages, addStyles);

  const related = (name: string, markup: string) => {
    builder.add(`word/${name}.xml`, `w:${name}`, markup);
    body.relationships.to(name, `word/${name}.xml`);
  };
  const markup = body.finish(settings.endnotesFollow);
  related("styles", stylesXml(book, settings));
  const tab = wholeTwips(book.defaults("paragraph", "paragraph").attributes["style:tab-stop-distance"]);
  related(
    "settings",
    (pages.isMirrored ? "<w:mirrorMargins/>" : "") +
      valued("w:defaultTabStop", tab) +
      (pages.hasEvenHeaders ? "<w:evenAndOddHeaders/>" : "") +
      notes.settingsXml +
      settings.compatXml,
  );
  const numbering = lists.xml();
  if (numbering !== "") related("numbering", numbering);
  notes.finish(body.relationships);
  addProperties(builder, optional(part("meta.xml")));
  builder.add(MAIN_PART, "w:document", element("w:body", {}, markup), body.relationships);
  builder.finish();
  return { parts: builder.parts, warnings: [...warnings] };
}

/** A frame may stand before the one whose text goes on in it. */
function framesOf(content: string): LinkedFrames {
  const frames = new LinkedFrames();
  if (!mayHaveChains(content)) return frames;
  readOdf(content, {
    isOpened: isStretch,
    enter: () => undefined,
    block: (node) => frames.add(node),
    leave: () => undefined,
  });
  return frames;
}

/** The styles stand before the text, which is read block by block. */
function readBody(content: string, shared: Shared, pages: Pages, addStyles: (root: OdfNode) => void): BodyReader {
  const root: OdfNode = { name: "office:document-content", attributes: {}, children: [] };
  let body: BodyReader | undefined;
  const isPart = (name: string) => name === "office:document-content" || name === "office:document";
  readOdf(content, {
    isOpened: (name) => isPart(name) || (body?.isOpened(name) ?? name === "office:body"),
    enter(node) {
      if (node.name === "office:body") {
        addStyles(root);
        body = new BodyReader(shared, pages);
      } else body?.enter(node);
    },
    block(node) {
      if (body) body.block(node);
      else root.children.push(node);
    },
    leave: (node) => body?.leave(node),
  });
  if (!body) throw new UnreadableFile("It has no text.");
  return body;
}

function optional(xml: string | undefined): OdfNode | undefined {
  return xml === undefined ? undefined : readOdf(xml);
}

function addProperties(builder: PackageBuilder, root: OdfNode | undefined): void {
  const meta = childOf(root, "office:meta");
  const properties = elementsOf(meta).flatMap((node): (readonly [string, string])[] =>
    /^dc:(?:title|subject|creator|language)$/.test(node.name) ? [[node.name, textOf(node)]] : [],
  );
  if (properties.length > 0) builder.addCoreProperties(properties);
}
