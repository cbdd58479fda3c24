import type { Finding } from "./finding.ts";
import { variableOf } from "./translate.ts";

/**
 * Mail-merge regions as reporting engines for Word know them: MERGEFIELDs, or texts, called `TableStart:Orders` and
 * `TableEnd:Orders` around what is repeated.
 */
const REGION = /(?:Table|Range|Group)(Start|End):([\p{L}_][\p{L}\p{N}_.]*)/uy;
const REGION_FIELD = /^(?:Table|Range|Group)(Start|End)_(.+)$/;

/** A region's mark that starts at `at` of a text, with the brackets around it. */
export function regionAt(text: string, at: number): Finding | undefined {
  const opening = /^(?:<<|&lt;&lt;|[[{«])/.exec(text.slice(at, at + 8))?.[0].length ?? 0;
  REGION.lastIndex = at + opening;
  const match = REGION.exec(text);
  if (!match) return undefined;
  const [mark, edge = "", list = ""] = match;
  const end = at + opening + mark.length;
  const closing = opening > 0 ? (/^(?:>>|&gt;&gt;|[\]}»])/.exec(text.slice(end, end + 8))?.[0].length ?? 0) : 0;
  return { at, end: end + closing, ...regionFinding(mark, edge, list) };
}

/** The same of a merge field's name, in which the colon has become `_`. */
export function regionOfField(name: string): Omit<Finding, "at" | "end"> | undefined {
  const [, edge, list] = REGION_FIELD.exec(name) ?? [];
  return edge === undefined || list === undefined ? undefined : regionFinding(`Table${edge}:${list}`, edge, list);
}

function regionFinding(mark: string, edge: string, list: string): Omit<Finding, "at" | "end"> {
  const item = /s$/.test(list) && list.length > 2 ? list.slice(0, -1) : `${list}_item`;
  const remedy =
    edge === "Start"
      ? `Here a row of a table begins with \`{tablerow ${variableOf(list)} as ${variableOf(item)}}\`, other text with \`{foreach ${variableOf(list)} as ${variableOf(item)}}\`; its fields are written \`{${variableOf(item)}.Name}\`.`
      : "Here it is written `{/tablerow}` or `{/foreach}`.";
  return {
    code: "foreign_syntax",
    message: `\`${mark}\` looks like a region of a mail merge, and nothing is repeated by it`,
    remedy,
  };
}
