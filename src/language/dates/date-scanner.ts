import { present } from "../../domain/present.ts";
import { LazyAutomaton } from "../regex/lazy-automaton.ts";
import { NO_FLAGS } from "../regex/pattern-flags.ts";
import { parsePattern } from "../regex/pattern-parser.ts";
import { compileProgram } from "../regex/program.ts";
import { DATE_FORMATS, type DateFormat } from "./date-formats.ts";

const MAX_INSTRUCTIONS = 20_000;
const NAMES = Object.keys(DATE_FORMATS) as DateFormat[];

let automaton: LazyAutomaton | undefined;

/** The longest format that matches at a position, and where it ends; undefined when none does. */
export function scanDateFormat(text: string, from: number): { format: DateFormat; end: number } | undefined {
  automaton ??= new LazyAutomaton(
    compileProgram(
      NAMES.map((name) => parsePattern(DATE_FORMATS[name], NO_FLAGS).node),
      MAX_INSTRUCTIONS,
    ),
    false,
  );
  const match = automaton.longest(text, from);
  return match && { format: present(NAMES[match.rule]), end: match.end };
}
