/** Runs of a paragraph while they are written: texts of one format are one run. */
import { escapeXmlText } from "../../office/xml-text.ts";
import type { MarkupCount } from "../markup-count.ts";

export class RunWriter {
  readonly #count: MarkupCount;
  readonly #runs: string[] = [];
  #text = "";
  #properties = "";
  /** Of the last run that shows something. */
  #last: string | undefined;
  /** White space that follows is part of one that is there, or of the paragraph's beginning (OpenDocument 1.3 Part 3, 6.1.2). */
  #skipsSpace = true;

  constructor(count: MarkupCount) {
    this.#count = count;
  }

  /** Adds text as it stands in the file. @param properties `w:rPr` or nothing */
  addText(source: string, properties: string): void {
    let text = source.replace(/[ \t\r\n]+/g, " ");
    if (this.#skipsSpace && text.startsWith(" ")) text = text.slice(1);
    if (text === "") return;
    this.#skipsSpace = text.endsWith(" ");
    this.addCharacters(text, properties);
  }

  /** Adds text as it is shown. */
  addCharacters(text: string, properties: string): void {
    this.#count.add(text.length);
    if (properties !== this.#properties) this.#endText();
    this.#properties = properties;
    this.#last = properties;
    this.#text += text;
  }

  /** White space after this counts. */
  endSpace(): void {
    this.#skipsSpace = false;
  }

  /** Adds what stands in a run: a tab, a break, a drawing. */
  addInRun(markup: string, properties = ""): void {
    this.#skipsSpace = false;
    this.#last = properties;
    this.addMarkup(`<w:r>${properties}${markup}</w:r>`);
  }

  /** Adds markup among the runs: the beginning of a bookmark. */
  addMarkup(markup: string): void {
    this.#endText();
    this.#count.add(markup.length);
    this.#runs.push(markup);
  }

  /** `w:rPr` of the last run, or nothing; undefined if there is none. */
  get lastProperties(): string | undefined {
    return this.#last;
  }

  finish(): string {
    this.#endText();
    return this.#runs.join("");
  }

  #endText(): void {
    if (this.#text !== "") {
      const markup = `<w:r>${this.#properties}<w:t xml:space="preserve">${escapeXmlText(this.#text)}</w:t></w:r>`;
      // its characters were counted as they came
      this.#count.add(markup.length - this.#text.length);
      this.#runs.push(markup);
    }
    this.#text = "";
  }
}
