import { createTwoFilesPatch } from "diff";
import type { DocumentMembers } from "./document-folder.ts";

export interface Difference {
  /** A member of document.json, or `template`. */
  what: string;
  from: string;
  to: string;
  /** Lines of a unified diff, for templates that are text. */
  lines?: string[];
}

interface Side {
  members: DocumentMembers;
  template: Uint8Array;
}

/** What would change if `from` became like `to`; members that `to` does not name stay. */
export function differencesOf(from: Side, to: Side): Difference[] {
  const members = Object.entries(to.members).flatMap(([what, value]) => {
    const before = shown((from.members as Record<string, unknown>)[what]);
    const after = shown(value);
    return before === after || (what === "active" && before === "" && after === "1")
      ? []
      : [{ what, from: before, to: after }];
  });
  return [...members, ...templateDifference(from.template, to.template, to.members.type)];
}

function templateDifference(from: Uint8Array, to: Uint8Array, type: string): Difference[] {
  if (Buffer.from(from).equals(to)) return [];
  const sizes = { what: "template", from: `${from.byteLength} bytes`, to: `${to.byteLength} bytes` };
  if (type !== "html") return [sizes];

  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const patch = createTwoFilesPatch("template", "template", text(from), text(to), "", "", { context: 2 });
  return [{ ...sizes, lines: patch.split("\n").slice(4, -1) }];
}

/** The same text for the same value, whatever the order of members; lengths of paper as numbers. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return JSON.stringify(sorted(value));
  const text = String(value);
  return /^\d+\.\d*0+$|^\d+\.$/.test(text) ? String(Number(text)) : text;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
