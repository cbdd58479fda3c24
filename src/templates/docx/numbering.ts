import { parseXml } from "../../opc/xml-tree.ts";
import type { Printer } from "../ooxml/printer.ts";
import type { RenderJob } from "../ooxml/render-job.ts";

/** Numbers of list instances that renders add begin here: above what word processors give. */
const FIRST_RESTARTED_NUM_ID = 100_001;
export const firstRichNumId = 200_001;
const FIRST_ABSTRACT_ID = 200_001;
const LEVELS = 9;

const NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
export const NUMBERING_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml";
export const NUMBERING_RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering";

const listKey = (numId: string): string => `list ${numId}`;

/** At the start of each turn but the first, the lists of the turn get numbers of their own. */
export function listRestartPrinter(numIds: readonly string[]): Printer {
  return {
    print: (_, job) => {
      for (const numId of numIds) {
        const isFirst = job.next(`turns ${numId}`, 0) === 0;
        if (isFirst) continue;
        const fresh = job.next("numId", FIRST_RESTARTED_NUM_ID);
        job.restartedLists.push({ numId: fresh, copyOf: Number(numId) });
        job.current.set(listKey(numId), String(fresh));
      }
      return "";
    },
  };
}

export function listNumberPrinter(numId: string): Printer {
  return { print: (_, job) => job.current.get(listKey(numId)) ?? numId };
}

/** The numbering part with the lists that a render has added; undefined when it added none. */
export function numberingWith(xml: string | undefined, job: RenderJob): string | undefined {
  if (job.restartedLists.length === 0 && job.richLists.length === 0) return undefined;
  const source =
    xml ??
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="${NAMESPACE}"></w:numbering>`;
  const root = parseXml(source);
  const abstractOf = new Map<string, string>();
  for (const num of root.elements("w:num"))
    abstractOf.set(num.attribute("w:numId") ?? "", num.child("w:abstractNumId")?.attribute("w:val") ?? "");

  const abstracts = [false, true]
    .filter((ordered) => job.richLists.some((list) => list.ordered === ordered))
    .map((ordered) => abstractNumbering(ordered));
  const nums = [
    ...job.restartedLists.map(({ numId, copyOf }) => {
      const abstractId = abstractOf.get(String(copyOf));
      return abstractId ? numberingInstance(numId, abstractId, 1) : "";
    }),
    ...job.richLists.map(({ numId, ordered, start }) =>
      numberingInstance(numId, String(FIRST_ABSTRACT_ID + Number(ordered)), ordered ? start : undefined),
    ),
  ];
  // Schema order: pictures, abstract definitions, instances, then the rest (ECMA-376 Part 1, 17.9.15).
  const firstNum = root.elements().find(({ name }) => name === "w:num" || name === "w:numIdMacAtCleanup");
  const lastNum = root.elements("w:num").at(-1);
  const opening = root.selfClosing
    ? `${source.slice(root.start, root.openEnd - 2)}>`
    : source.slice(root.start, root.openEnd);
  const end = root.selfClosing ? root.openEnd : root.closeStart;
  const abstractsAt = firstNum?.start ?? end;
  const numsAt = lastNum?.end ?? firstNum?.start ?? end;
  const body = (from: number, to: number) => source.slice(Math.max(from, root.openEnd), Math.max(to, root.openEnd));
  return (
    source.slice(0, root.start) +
    opening +
    body(root.openEnd, abstractsAt) +
    abstracts.join("") +
    body(abstractsAt, numsAt) +
    nums.join("") +
    body(numsAt, end) +
    "</w:numbering>"
  );
}

/** An instance that counts from the start again, on all levels. */
function numberingInstance(numId: number, abstractId: string, start: number | undefined): string {
  const overrides =
    start === undefined
      ? ""
      : Array.from(
          { length: LEVELS },
          (_, level) =>
            `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${level === 0 ? start : 1}"/></w:lvlOverride>`,
        ).join("");
  return `<w:num w:numId="${numId}"><w:abstractNumId w:val="${abstractId}"/>${overrides}</w:num>`;
}

const BULLETS = ["•", "◦", "▪"] as const;
const FORMATS = ["decimal", "lowerLetter", "lowerRoman"] as const;

function abstractNumbering(ordered: boolean): string {
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const format = ordered ? FORMATS[level % 3]! : "bullet";
    const text = ordered ? `%${level + 1}.` : BULLETS[level % 3]!;
    return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
  });
  return `<w:abstractNum w:abstractNumId="${FIRST_ABSTRACT_ID + Number(ordered)}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join("")}</w:abstractNum>`;
}
