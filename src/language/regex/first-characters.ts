import { present } from "../../domain/present.ts";
import type { CharacterSet } from "./character-set.ts";
import type { Program } from "./program.ts";

/**
 * A test for the characters with which a match can start, so that a search can leap over the others; it accepts
 * everything when a match can be empty.
 */
export function firstCharacterTest(program: Program): (codePoint: number) => boolean {
  const sets: CharacterSet[] = [];
  const visited = new Set<number>();
  const pending = [0];
  while (pending.length > 0) {
    const pc = present(pending.pop());
    if (visited.has(pc)) continue;
    visited.add(pc);
    const instruction = present(program[pc]);
    if (instruction.op === "match") return () => true;
    if (instruction.op === "take") sets.push(instruction.set);
    else if (instruction.op === "split" || instruction.op === "again")
      pending.push(instruction.first, instruction.second);
    else pending.push(instruction.op === "jump" ? instruction.target : pc + 1);
  }
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => (sets.some((set) => set.has(code)) ? 1 : 0));
  return (codePoint) => (codePoint < 128 ? ascii[codePoint] === 1 : sets.some((set) => set.has(codePoint)));
}
