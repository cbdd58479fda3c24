/// <reference types="vite/client" />
import type { Calls } from "./counted-bindings.ts";

const PAGES = import.meta.glob<string>("../../../docs/scale.md", { query: "?raw", import: "default", eager: true });

/** What docs/scale.md says of a kind of merge. A cell that is empty says nothing. */
interface SaidCalls {
  roundTrips: number | undefined;
  calls: Partial<Calls>;
}

/** A row of its table, by its first cell. @throws Error if there is none, or a number is not one */
export function saidCalls(name: string): SaidCalls {
  const [page = ""] = Object.values(PAGES);
  const row = page
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .find(([, what]) => what === name);
  if (!row) throw new Error(`docs/scale.md has no row "${name}"`);
  const [, , trips = "", d1 = "", r2 = "", messages = ""] = row;
  const [reads = "", writes = ""] = r2.split("/");
  const said = { d1: count(d1), r2Reads: count(reads), r2Writes: count(writes), queue: count(messages) };
  return {
    roundTrips: count(trips),
    calls: Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
  };
}

/** Words may follow it. */
function count(cell: string): number | undefined {
  const text = cell.trim();
  if (text === "") return undefined;
  const value = Number.parseInt(text, 10);
  if (Number.isNaN(value)) throw new Error(`"${cell}" is no count`);
  return value;
}
