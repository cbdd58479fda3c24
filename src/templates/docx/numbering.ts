import { present } from "../../domain/present.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import type { Printer } from "../ooxml/printer.ts";
import type { RenderJob } from "../ooxml/render-job.ts";

/** Numbers of list instances that renders add begin here: above those that word processors give. */
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
        const fresh = job.freshId("numId", FIRST_RESTARTED_NUM_ID);
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
  const lists = new Map(root.elements("w:num").map((num) => [num.attribute("w:numId") ?? "", num]));

  const abstracts = [false, true]
    .filter((ordered) => job.richLists.some((list) => list.ordered === ordered))
    .map((ordered) => abstractNumbering(ordered, FIRST_ABSTRACT_ID + job.basis.highestId + Number(ordered)));
  const nums = [
    ...job.restartedLists.map(({ numId, copyOf }) => {
      const list = lists.get(String(copyOf));
      return list ? restartedInstance(numId, list, root) : "";
    }),
    ...job.richLists.map(({ numId, ordered, level, start }) =>
      numberingInstance(
        numId,
        String(FIRST_ABSTRACT_ID + job.basis.highestId + Number(ordered)),
        ordered ? Array.from({ length: LEVELS }, (_, each) => startOf(each, level, start)) : undefined,
      ),
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

/** Levels above that of a list are those of the lists around it, which go on counting. */
function startOf(each: number, level: number, start: number): number | undefined {
  if (each < level) return undefined;
  return each === level ? start : 1;
}

/** Another instance of a list: it counts anew from where the list itself begins. */
function restartedInstance(numId: number, list: XmlElement, root: XmlElement): string {
  const abstractId = list.child("w:abstractNumId")?.attribute("w:val") ?? "";
  const abstract = root.elements("w:abstractNum").find((each) => each.attribute("w:abstractNumId") === abstractId);
  const ofLevel = (levels: readonly XmlElement[] | undefined, level: number) =>
    levels?.find((each) => each.attribute("w:ilvl") === String(level));
  const starts = Array.from({ length: LEVELS }, (_, level) => {
    const override = ofLevel(list.elements("w:lvlOverride"), level);
    const start =
      override?.child("w:startOverride") ??
      override?.child("w:lvl")?.child("w:start") ??
      ofLevel(abstract?.elements("w:lvl"), level)?.child("w:start");
    return Number(start?.attribute("w:val") ?? 1);
  });
  return numberingInstance(numId, abstractId, starts);
}

/** An instance whose levels count from their starts, if they have some. */
function numberingInstance(
  numId: number,
  abstractId: string,
  starts: readonly (number | undefined)[] | undefined,
): string {
  const overrides = (starts ?? [])
    .map((start, level) =>
      start === undefined ? "" : `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
    )
    .join("");
  return `<w:num w:numId="${numId}"><w:abstractNumId w:val="${abstractId}"/>${overrides}</w:num>`;
}

const BULLETS = ["•", "◦", "▪"] as const;
const FORMATS = ["decimal", "lowerLetter", "lowerRoman"] as const;

function abstractNumbering(ordered: boolean, id: number): string {
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const format = ordered ? present(FORMATS[level % 3]) : "bullet";
    const text = ordered ? `%${level + 1}.` : present(BULLETS[level % 3]);
    return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
  });
  return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join("")}</w:abstractNum>`;
}
