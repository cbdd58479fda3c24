import { parseFieldInstruction } from "../../../office/field-instruction.ts";
import { XmlEdits } from "../../../office/xml-edits.ts";
import { parseXml } from "../../../office/xml-tree.ts";
import type { OutputPackage } from "../../ooxml/output-package.ts";
import { shownInstruction } from "./instruction-text.ts";
import { ListLabels } from "./list-labels.ts";
import { type FieldContext, recalculate } from "./recalculate.ts";
import { type Field, instructionOf, readStory, type Story } from "./story.ts";
import { FieldStyles } from "./styles.ts";
import { HeadingBookmarks, rebuildTableOfContents } from "./table-of-contents.ts";
import { writeFields } from "./write-fields.ts";

/** Fields whose results merged data can change (ECMA-376 Part 1, 17.16.5). */
const CALCULATED =
  /(?:^|[>"\s])(?:REF|PAGEREF|TOC|TOA|INDEX|SEQ|STYLEREF|IF|COMPARE|SET|ASK|FILLIN|QUOTE|DOCPROPERTY|TITLE|SUBJECT|AUTHOR|KEYWORDS|COMMENTS|LASTSAVEDBY)(?:[\s"<]|$)|(?:^|>|")\s*=/i;
/** A part that is longer is left to word processors: its tree would take too much of an isolate. */
const MAX_PART_CHARACTERS = 6_000_000;

/** What the fields of a merged document are calculated with. */
export interface FieldSettings {
  main: string;
  /** Parts that have fields to be calculated. */
  parts: readonly string[];
  locale: string;
  fieldLocale: string;
  textWidthTwips: number;
  warn(message: string): void;
}

/** Whether a part has fields to be calculated; instructions may be cut into runs. */
export function hasCalculatedFields(xml: string): boolean {
  if (!/<w:(?:instrText|fldSimple)\b/.test(xml)) return false;
  const instructions = Array.from(xml.matchAll(/<w:instrText\b[^>]*>([^<]*)</g), ([, text]) => text).join("");
  if (CALCULATED.test(instructions.replace(/\\/g, " \\"))) return true;
  return Array.from(xml.matchAll(/<w:fldSimple\b[^>]*? w:instr="([^"]*)"/g)).some(([, text = ""]) =>
    CALCULATED.test(text),
  );
}

/** Gives the fields of a merged document the results they have now, or marks them dirty for the word processor. */
export function finalizeFields(output: OutputPackage, settings: FieldSettings): void {
  const mainXml = output.text(settings.main);
  if (settings.parts.length === 0 || mainXml === undefined) return;
  const texts = new Map(settings.parts.map((part) => [part, output.text(part) ?? ""]));
  if (mainXml.length > MAX_PART_CHARACTERS) {
    settings.warn(
      "The document is too long for its fields to be calculated: the word processor does it when it is opened.",
    );
    for (const [part, xml] of texts) output.set(part, withDirtyFields(xml));
    return;
  }
  const styles = new FieldStyles(output.text("word/styles.xml"));
  const numbering = output.text("word/numbering.xml");
  const story = readStory(mainXml);
  const main = { story, labels: new ListLabels(numbering, styles, story.paragraphs) };
  const properties = propertiesOf(output);
  const { locale, fieldLocale, warn } = settings;
  const shared = { styles, properties, locale, fieldLocale, main, warn };
  if (texts.has(settings.main))
    finalizePart(output, settings.main, main.story, { ...shared, labels: main.labels }, settings);
  for (const [part, xml] of texts) {
    if (part === settings.main) continue;
    const own = readStory(xml);
    finalizePart(output, part, own, { ...shared, labels: new ListLabels(numbering, styles, own.paragraphs) }, settings);
  }
}

function finalizePart(
  output: OutputPackage,
  part: string,
  story: Story,
  context: FieldContext,
  { textWidthTwips }: FieldSettings,
): void {
  recalculate(story, context);
  const edits = new XmlEdits(story.xml);
  const bookmarks = new HeadingBookmarks(story, edits);
  const rebuilt = new Set<Field>();
  for (const field of story.fields) {
    if (field.end < 0 || field.isLocked || field.isSimple) continue;
    const parsed = parseFieldInstruction(instructionOf(story, field));
    if (parsed.name !== "TOC" || parsed.switches.has("f")) continue;
    if (rebuildTableOfContents(story, field, parsed, { ...context, textWidthTwips }, bookmarks, edits))
      rebuilt.add(field);
  }
  writeFields(story, edits, rebuilt, (field) => {
    context.warn(
      `The field “${shownInstruction(story, field)}” shows what it did in the template until a word processor opens the file: its result takes the place of more than text.`,
    );
  });
  if (!edits.isEmpty) output.set(part, edits.toString());
}

/** Fields whose results are written anew from text elsewhere: a tag in an old result is not a tag of its own. */
const REPEATING = /^\s*(?:TOC|TOA|INDEX|REF|PAGEREF|STYLEREF)\b/i;
const FIELD_MARKUP =
  /<w:fldChar\b[^>]*?w:fldCharType="(begin|separate|end)"[^>]*>|<w:instrText\b[^>]*>([^<]*)<|(<w:t(?: [^>]*)?>)([^<]*)(?=<\/w:t>)/g;

/** A part of a template without the tags that fields remember from the texts they repeat. */
export function withoutStoredTags(xml: string): string {
  if (!hasCalculatedFields(xml)) return xml;
  const open: { instruction: string; inResult: boolean }[] = [];
  return xml.replace(
    FIELD_MARKUP,
    (whole, type: string | undefined, instruction: string | undefined, start: string | undefined, text = "") => {
      const field = open.at(-1);
      if (type === "begin") open.push({ instruction: "", inResult: false });
      else if (type === "end") open.pop();
      else if (type === "separate" && field) field.inResult = true;
      else if (instruction !== undefined && field && !field.inResult) field.instruction += instruction;
      else if (start !== undefined && text.includes("{"))
        if (open.some((each) => each.inResult && REPEATING.test(each.instruction)))
          return start + text.replace(/\{[^{}]*\}|[{}]/g, "");
      return whole;
    },
  );
}

function withDirtyFields(xml: string): string {
  return xml.replace(/<w:fldChar w:fldCharType="begin"(?=\s*\/?>)/g, '$& w:dirty="true"');
}

const CORE_NAMES: Readonly<Record<string, string>> = {
  creator: "author",
  description: "comments",
  lastmodifiedby: "lastsavedby",
};

/** The merged properties of the document by the names that fields give them. */
function propertiesOf(output: OutputPackage): Map<string, string> {
  const properties = new Map<string, string>();
  const read = (type: RegExp) =>
    output.contentTypes
      .partsOf((each) => type.test(each))
      .flatMap((part) => {
        const xml = output.text(part);
        return xml === undefined ? [] : parseXml(xml).elements();
      });
  for (const element of read(/(?:core|extended)-properties\+xml$/)) {
    const name = element.name.slice(element.name.indexOf(":") + 1).toLowerCase();
    properties.set(CORE_NAMES[name] ?? name, element.text());
  }
  for (const element of read(/custom-properties\+xml$/))
    properties.set((element.attribute("name") ?? "").toLowerCase(), element.text());
  return properties;
}
