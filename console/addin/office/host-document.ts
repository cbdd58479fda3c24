/** What a loop can repeat: the selected rows, the selected text, a slide, a sheet. */
export type LoopKind = "rows" | "text" | "slide" | "sheet";

/** Something that the service has found in the open file. */
export interface Finding {
  /** The part of the file: `Prices!B4` in workbooks, the name of a part elsewhere. */
  part?: string;
  /** The same in words: `slide 3`. */
  place?: string;
  /** The text around it. */
  text?: string;
  tag?: string;
}

/** The file that is open in a program of Office, for screens that need not know in which. */
export interface HostDocument {
  /** `Word`, as people know it. */
  readonly program: string;
  /** The type of document that its files are templates of. */
  readonly type: "docx" | "xlsx" | "pptx";
  /** What loops can repeat here, the usual one first. */
  readonly loops: readonly LoopKind[];
  /** The name of the file without what it ends with; empty if it was never saved. */
  readonly name: string;
  /** Where it is; empty if it was never saved. */
  readonly address: string;

  /** Writes a text at the cursor. @throws Error in words for the person */
  insertText(text: string): Promise<void>;
  /** Writes a text before what is selected, and one behind it. @throws Error in words for the person */
  wrapSelection(before: string, after: string): Promise<void>;
  /**
   * Writes a text at the beginning of the first selected row, and one at the end of the last.
   * @param textsFor the two texts, by the number of rows
   * @throws Error in words for the person
   */
  wrapRows(textsFor: (rows: number) => readonly [before: string, after: string]): Promise<void>;
  /** Puts a placeholder whose alternative text is the field; where there are none, the tag of a picture. @throws Error */
  insertPicture(field: string): Promise<void>;
  /** Selects what was found. @returns false if it is not there any more, or cannot be selected */
  select(finding: Finding): Promise<boolean>;
  /** The file as it is now, also what was not saved. @throws Error */
  readFile(): Promise<Uint8Array<ArrayBuffer>>;
}
