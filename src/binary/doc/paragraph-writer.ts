import { paragraphPropertiesXml } from "./properties/paragraph-properties.ts";
import { EMPTY_RUN, RunWriter } from "./run-writer.ts";
import type { SourceDocument } from "./source-document.ts";
import { styleId } from "./styles-writer.ts";
import type { ParagraphFormatting } from "./text-formatting.ts";
import type { StoryContext } from "./writer-context.ts";
import { element, valued } from "./xml-writer.ts";

interface ParagraphEnd {
  formatting: ParagraphFormatting;
  /** `w:sectPr`, if a section ends with the paragraph. */
  section: string;
  /** The paragraph ends with a page break instead of a mark. */
  isPageBreak: boolean;
}

export class ParagraphWriter {
  readonly #source: SourceDocument;
  readonly #runs: RunWriter;

  constructor(context: StoryContext) {
    this.#source = context.source;
    this.#runs = new RunWriter(context);
  }

  /** The characters from `start` up to the mark at `end`. */
  write(start: number, end: number, { formatting, section, isPageBreak }: ParagraphEnd): string {
    const { styles, formatting: textFormatting } = this.#source;
    const { style, properties } = formatting;
    const named = styles.has(style, "paragraph") ? style : 0;
    const mark = textFormatting.characterRun(end).properties;
    const markXml = (mark.deleted ? "<w:del/>" : "") + this.#runs.propertiesXml(mark, named);
    const paragraphProperties =
      valued("w:pStyle", styles.has(named, "paragraph") ? styleId(named) : undefined) +
      paragraphPropertiesXml(properties) +
      element("w:rPr", {}, markXml) +
      section;
    const runs = this.#runs.write(start, end, named) + (isPageBreak ? EMPTY_RUN('<w:br w:type="page"/>') : "");
    return element("w:p", {}, element("w:pPr", {}, paragraphProperties) + runs);
  }
}
