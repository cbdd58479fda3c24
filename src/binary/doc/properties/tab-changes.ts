/** Tab stops that a paragraph adds and takes away (MS-DOC 2.9.181 to 2.9.184, `TBD` 2.9.320). Positions in twips. */

import { element } from "../xml-writer.ts";
import type { Sprm } from "./sprm.ts";
import { SPRM } from "./sprm-codes.ts";

export interface TabChange {
  cleared: number[];
  /** Position -> the stop there. */
  added: Map<number, { alignment: string; leader: string }>;
}

const ALIGNMENTS = ["left", "center", "right", "decimal", "bar", "left", "num"];
const LEADERS = ["none", "dot", "hyphen", "underscore", "heavy", "middleDot"];
const WITH_TOLERANCES = SPRM.sprmPChgTabs;

/** Adds the operand of sprmPChgTabs or sprmPChgTabsPapx to what came before. */
export function readTabChange(change: TabChange, { code, reader, operand, size }: Sprm): void {
  const end = operand + size;
  const deleted = reader.u8(operand);
  let at = operand + 1;
  for (let index = 0; index < deleted && at + 2 <= end; index++, at += 2) {
    const position = reader.i16(at);
    change.added.delete(position);
    change.cleared.push(position);
  }
  if (code === WITH_TOLERANCES) at += 2 * deleted;
  const added = at < end ? reader.u8(at) : 0;
  at += 1;
  for (let index = 0; index < added && at + 2 * added + index < end; index++) {
    const description = reader.u8(at + 2 * added + index);
    change.added.set(reader.i16(at + 2 * index), {
      alignment: ALIGNMENTS[description & 7] ?? "left",
      leader: LEADERS[(description >> 3) & 7] ?? "none",
    });
  }
}

export function tabsXml({ cleared, added }: TabChange): string {
  const stops = cleared
    .filter((position) => !added.has(position))
    .map((position) => element("w:tab", { "w:val": "clear", "w:pos": position }));
  for (const [position, { alignment, leader }] of added) {
    stops.push(element("w:tab", { "w:val": alignment, "w:leader": leader, "w:pos": position }));
  }
  return stops.length > 0 ? element("w:tabs", {}, stops.join("")) : "";
}
