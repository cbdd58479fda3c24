/** A document of Word 97 to 2003 -> the parts of a WordprocessingML package. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { CompoundFile } from "../../office/compound-file.ts";
import { readSummaryInformation } from "../summary-information.ts";
import { settingsXml } from "./document-settings.ts";
import { noteSeparatorsXml, writeHeaders } from "./header-writer.ts";
import { numberingXml } from "./numbering-writer.ts";
import { MAIN_PART, PackageBuilder, PartRelationships } from "./package-builder.ts";
import { pictureBullets } from "./picture-bullets.ts";
import { sectionXml } from "./properties/section-properties.ts";
import { SourceDocument } from "./source-document.ts";
import { storyContext } from "./story-context.ts";
import { writeStory } from "./story-writer.ts";
import { styleId, stylesXml } from "./styles-writer.ts";
import { element } from "./xml-writer.ts";

/** Text is written once; what is anchored or inherited twice may be written twice, too. */
const MAX_WRITINGS = 3;

/**
 * Part names without a leading slash with their bytes. What is damaged is left out as long as there is text.
 * Throws a plain `Error` with a sentence for people when there is none, and for files under a password or of Word 95.
 */
export function docToParts(bytes: Uint8Array): Map<string, Uint8Array> {
  const file = new CompoundFile(bytes);
  const wordDocument = file.stream("WordDocument");
  if (!wordDocument) throw new UnreadableFile("the file is not a Word document");
  const source = new SourceDocument({
    wordDocument,
    table: (name) => file.stream(name),
    data: file.stream("Data") ?? new Uint8Array(),
    object: (path) => file.stream(path),
  });
  const builder = new PackageBuilder(MAX_WRITINGS * source.text.length);
  const summary = readSummaryInformation(file.stream("\u0005SummaryInformation") ?? new Uint8Array());
  builder.addCoreProperties(Object.entries(summary));
  return partsOf(source, builder);
}

function partsOf(source: SourceDocument, builder: PackageBuilder): Map<string, Uint8Array> {
  const relationships = new PartRelationships();
  const related = (type: string, part: string, root: string, content: string, own?: PartRelationships) => {
    builder.add(part, root, content, own);
    relationships.to(type, part);
  };
  related("styles", "word/styles.xml", "w:styles", stylesXml(source.styles, source.fonts));
  related("settings", "word/settings.xml", "w:settings", settingsXml(source.table("Dop")));
  if (source.listInstances.length > 0) {
    const styleIdOf = (style: number) => (source.styles.has(style, "paragraph") ? styleId(style) : undefined);
    const own = new PartRelationships();
    const environment = { fonts: source.fonts, styleIdOf, pictureBullet: pictureBullets(source, builder, own) };
    const numbering = numberingXml(source.lists, source.listInstances, environment);
    related("numbering", "word/numbering.xml", "w:numbering", numbering, own);
  }
  for (const kind of ["footnote", "endnote"] as const) {
    const part = `word/${kind}s.xml`;
    const own = new PartRelationships();
    const notes = notesXml(kind, source, builder, own);
    if (notes !== "") related(`${kind}s`, part, `w:${kind}s`, notes, own);
  }
  const headers = writeHeaders(source, builder, relationships);
  const sectionAt = new Map<number, string>();
  for (const [index, { end, properties }] of source.sections.entries()) {
    sectionAt.set(end, sectionXml(properties, headers[index] ?? ""));
  }
  const main = source.fib.story("main");
  const last = source.sections.at(-1);
  const lastXml = last ? (sectionAt.get(last.end) ?? "") : "";
  if (last) sectionAt.delete(last.end);
  const context = storyContext(source, "main", builder, relationships);
  const body = writeStory(main, context, (position) => sectionAt.get(position));
  builder.add(MAIN_PART, "w:document", element("w:body", {}, body + lastXml), relationships);
  builder.finish();

  return builder.parts;
}

function notesXml(
  kind: "footnote" | "endnote",
  source: SourceDocument,
  builder: PackageBuilder,
  relationships: PartRelationships,
): string {
  const story = kind === "footnote" ? "footnotes" : "endnotes";
  const references = source[story];
  const { start, end } = source.fib.story(story);
  const context = storyContext(source, story, builder, relationships);
  let xml = "";
  for (let index = 0; index < references.length; index++) {
    const text = references.text(index);
    const range = { start: start + text.start, end: Math.min(end, start + text.end) };
    xml += element(`w:${kind}`, { "w:id": index }, writeStory(range, context));
  }
  return xml === "" ? "" : noteSeparatorsXml(kind, source, builder, relationships) + xml;
}
