/** What the printers of one part share. */

import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Expression } from "../../language/ast.ts";
import type { BlockMark, MarkupElement, TagMark } from "./markup-tree.ts";
import type { Printer } from "./printer.ts";
import type { RepeatedPart } from "./repeated-parts.ts";
import type { TagRegister } from "./tag-register.ts";

/** What the written part belongs to, and how its format prints. */
export interface WriterContext {
  part: string;
  register: TagRegister;
  /** Texts of relationship targets with tags, by relationship id. */
  linkTargets: ReadonlyMap<string, Expression>;
  /** Prints a tag in the text of a paragraph. `path` leads from the paragraph (or what holds it) down to the text. */
  textPrinter(path: readonly MarkupElement[], tag: TagMark | undefined): Printer;
  /** Prints a {html} block that covers whole paragraphs. */
  blockPrinter(block: BlockMark): Printer;
  /** Lists that restart with each turn of this loop. */
  restartedLists(block: BlockMark): readonly string[];
  listRestart?(numIds: readonly string[]): Printer;
  listNumber?(numId: string): Printer;
  /** All elements hold nothing but values, such as those of a part with data. */
  holdsValues?: boolean;
  /** Ids of paragraphs stay where loops repeat them: something else refers to them. */
  keepsParagraphIds?: boolean;
  /** The content of a footnote, endnote or comment that a loop repeats. */
  noteContent?(kind: NoteKind, id: string): AssemblyToken[] | undefined;
  /** The part that a relationship of this one leads to, if it is written anew with each turn of a loop. */
  repeatedPart?(relationshipId: string): RepeatedPart | undefined;
  /** The same for the drawing of a diagram, whose relationship belongs to the part that shows the diagram. */
  repeatedDrawing?(relationshipId: string): RepeatedPart | undefined;
}

export type NoteKind = "footnote" | "endnote" | "comment";

/** An output tag that only asks a printer, e.g. for the next id. */
export function askPrinter(printer: Printer, value: Expression = NOTHING, source = ""): AssemblyToken {
  return { kind: "tag", tag: { role: "output", at: value.at, source, expression: value, raw: false }, meta: printer };
}

const NOTHING: Expression = { kind: "literal", at: 0, value: null };
