import type { TagSite } from "./ast.ts";
import { EACH } from "./field-paths.ts";
import type { FieldNode, ReadingTag } from "./field-tree.ts";
import { NameIndex } from "./fold-name.ts";
import { nearestName } from "./nearest-name.ts";
import { strayReads } from "./stray-names.ts";
import { shortenTag } from "./template-error.ts";
import { toText } from "./values.ts";

/** Where a tag is, for the person who wrote it, such as `table 2, row 3`; empty if nothing can be said. */
export type PlaceOf = (site: TagSite, part: string) => string;

const MAX_WARNINGS = 20;
/** Looks at members and rows; data that would take more are left alone, and nothing is said about them. */
const MAX_LOOK_UPS = 300_000;
/** Rows whose names are gathered if a member is in none of them. */
const MAX_NAMED_ROWS = 1_000;
const MAX_SHOWN_NAMES = 8;
const MAX_SHOWN_TEXT = 40;

/**
 * Where the data differ from what the template reads: a text or a number where a list is repeated, a list or an object
 * where a value is printed, members that no row or object has while they have one of almost this name, and values that a
 * running total of the template begins with; and names of loops' items outside of their loops. Names of the data itself
 * are not looked at.
 *
 * @param loops the names that loops give here and in other texts of the same document
 */
export function dataMistakes(
  root: FieldNode,
  data: Record<string, unknown>,
  placeOf: PlaceOf,
  loops: ReadonlyMap<string, string> = root.loopTags,
): string[] {
  const check = new DataCheck(placeOf);
  const names = new NameIndex(Object.keys(data));
  for (const { name, tag, loop } of strayReads(root, loops))
    if (names.find(name) === undefined) check.stray(name, tag, loop);
  for (const node of root.members.values()) {
    const key = names.find(node.name);
    if (key === undefined) continue;
    check.start(node, key, data[key]);
    check.values(node, node.name, [data[key]], false);
  }
  return check.warnings;
}

type Row = Readonly<Record<string, unknown>>;

class DataCheck {
  readonly warnings: string[] = [];
  readonly #placeOf: PlaceOf;
  #lookUps = 0;

  constructor(placeOf: PlaceOf) {
    this.#placeOf = placeOf;
  }

  /** A running total of the template that has the name of a value: it begins with that, which is rarely meant. */
  start(node: FieldNode, key: string, value: unknown): void {
    if (!node.grows || !isSingle(value)) return;
    const what = `begins with what the data have for ${shortened(key)}, ${kindOf(value)}.`;
    this.#warn(
      { first: node.grows },
      what,
      ` If it is to begin with nothing, write {$${node.name} = 0} before the loop.`,
    );
  }

  /** A loop's variable where the loop is not, and no field of the data. */
  stray(name: string, tag: ReadingTag, loop: string): void {
    this.#warn(
      { first: tag },
      `is not inside ${shortenTag(loop)}, which makes $${name}: it prints what the last turn left there, or nothing.`,
      "",
    );
  }

  /** @param values what the data have at the path of the node; `areRows` where they are the items of a list */
  values(node: FieldNode, path: string, values: readonly unknown[], areRows: boolean): void {
    if (this.#isSpent(values.length)) return;
    const container = node.print && values.find(isContainer);
    if (container !== undefined) this.#warnOfPrint(node, path, container);
    if (node.members.size === 0 && node.loops.length === 0) return;
    const single = values.find(isSingle);
    const mayBeSingle = node.isProbed || node.uses.has("printed");
    if (single !== undefined && node.loops.length > 0) {
      if (!mayBeSingle) this.#warnOfLoop(node, path, single);
      return;
    }
    const each = node.members.get(EACH);
    const items = each && itemsOf(values);
    if (each && items && items.length > 0) this.values(each, `${path}${EACH}`, items, true);
    const members = [...node.members.values()].filter(({ name }) => name !== EACH);
    if (members.length === 0) return;
    const rows = values.filter(isRow);
    if (rows.length > 0) this.#members(members, path, rows, areRows);
    else if (single !== undefined && !mayBeSingle && values.every((value) => isSingle(value)))
      this.#warnOfMemberOfText(members, path, single, areRows);
  }

  #members(members: readonly FieldNode[], path: string, rows: readonly Row[], areRows: boolean): void {
    const missing: FieldNode[] = [];
    const found = new Map<FieldNode, string>();
    for (const member of members) {
      if (this.#isSpent(1)) return;
      const at = rows.findIndex((row) => Object.hasOwn(row, member.name));
      if (this.#isSpent(at < 0 ? rows.length : at)) return;
      if (at < 0) missing.push(member);
      else found.set(member, member.name);
    }
    if (missing.length > 0) {
      const names = [...new Set(rows.slice(0, MAX_NAMED_ROWS).flatMap((row) => Object.keys(row)))];
      if (this.#isSpent(names.length + Math.min(rows.length, MAX_NAMED_ROWS))) return;
      this.#warnOfMissing(missing, found, names, { path, areRows });
    }
    for (const [member, name] of found) {
      if (member.members.size === 0 && member.loops.length === 0 && !member.print) continue;
      if (this.#isSpent(rows.length)) return;
      this.values(
        member,
        `${path}.${member.name}`,
        rows.map((row) => row[name]),
        false,
      );
    }
  }

  /** Members that no row has by their own name: those that are found under another spelling join `found`. */
  #warnOfMissing(
    missing: readonly FieldNode[],
    found: Map<FieldNode, string>,
    names: readonly string[],
    { path, areRows }: { path: string; areRows: boolean },
  ): void {
    const index = new NameIndex(names);
    for (const member of missing) {
      const name = index.find(member.name);
      if (name !== undefined) found.set(member, name);
    }
    const used = new Set(found.values());
    const unused = names.filter((name) => !used.has(name));
    const absent = missing.filter((member) => !found.has(member));
    const slips = absent.flatMap((member) => {
      const near = nearestName(member.name, unused);
      return near === undefined ? [] : [[member, near] as const];
    });
    for (const [member, near] of slips) this.#warnOfMember(member, path, names, areRows, near);
    // Nothing of what the loop reads is there: these are rows of something else.
    const [first] = absent.filter(({ required }) => required);
    if (areRows && slips.length === 0 && found.size === 0 && first && names.length > 0)
      this.#warnOfMember(first, path, names, areRows, undefined);
  }

  #warnOfMember(
    member: FieldNode,
    path: string,
    names: readonly string[],
    areRows: boolean,
    near: string | undefined,
  ): void {
    const shown = names.slice(0, MAX_SHOWN_NAMES).map(shortened).join(", ");
    const more = names.length > MAX_SHOWN_NAMES ? ", …" : "";
    const holder = areRows
      ? `no row of ${listOf(path)} has “${shortened(member.name)}”. They have ${shown}${more}`
      : `${path} has no “${shortened(member.name)}”. It has ${shown}${more}`;
    this.#warn(member, `finds nothing: ${holder}`, near === undefined ? "." : `; did you mean ${shortened(near)}?`);
  }

  #warnOfMemberOfText(members: readonly FieldNode[], path: string, value: unknown, areRows: boolean): void {
    const [first] = members.filter(({ required }) => required);
    if (!first) return;
    const holder = areRows ? `each item of ${listOf(path)} is` : `${path} is`;
    const what = `finds nothing: ${holder} ${kindOf(value)} in the data, and has no “${shortened(first.name)}”.`;
    this.#warn(
      first,
      what,
      areRows ? ` Send objects: [{"${first.name}": …}].` : ` Send an object: {"${first.name}": …}.`,
    );
  }

  #warnOfPrint(node: FieldNode, path: string, value: object): void {
    const isList = Array.isArray(value);
    const [first = "name"] = isList ? [] : Object.keys(value);
    const wayOut = isList
      ? ` Repeat it by {foreach}, or join it: {$${node.name}|join:", "}.`
      : ` Print a member of it, such as .${shortened(first)}.`;
    this.#warn(
      { first: node.print },
      `prints “Array”: ${path} is ${isList ? "a list" : "an object"} in the data.`,
      wayOut,
    );
  }

  #warnOfLoop(node: FieldNode, path: string, value: unknown): void {
    const [loop] = node.loops;
    if (!loop) return;
    const members = node.members.get(EACH)?.members;
    const [name] = [...(members?.keys() ?? [])].filter((each) => each !== EACH);
    const wanted = name === undefined ? "[…]" : `[{"${name}": …}]`;
    const what = `repeats the items of a list, and ${path} is ${kindOf(value)} in the data: it ran once.`;
    this.#warn({ first: loop }, what, ` Send a list: ${wanted}.`);
  }

  #warn({ first }: Pick<FieldNode, "first">, what: string, wayOut: string): void {
    if (!first || this.warnings.length >= MAX_WARNINGS) return;
    const { site, part } = first;
    const place = this.#placeOf(site, part);
    const message = `${place && `In ${place}: `}${shortenTag(site.source.replace(/\s+/g, " ")) || "A tag"} ${what}${wayOut}`;
    if (!this.warnings.includes(message)) this.warnings.push(message);
  }

  #isSpent(lookUps: number): boolean {
    this.#lookUps += lookUps;
    return this.#lookUps > MAX_LOOK_UPS;
  }
}

/**
 * A text, a number or a yes where something with members is meant; nothing, and an empty text, mean that there is no
 * list at all.
 */
function isSingle(value: unknown): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number" || value === true;
}

/** A list or an object that has something in it. */
function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items of lists, as loops see them: members of an object count as such. */
function itemsOf(values: readonly unknown[]): readonly unknown[] {
  const [only] = values;
  if (values.length === 1 && Array.isArray(only)) return only;
  return values.flatMap((value) => (Array.isArray(value) ? value : isRow(value) ? Object.values(value) : []));
}

/** `orders[].items[]` is a row of `orders[].items`. */
const listOf = (path: string): string => path.slice(0, -EACH.length);

function kindOf(value: unknown): string {
  if (value === true) return "true";
  return typeof value === "number" ? `the number ${toText(value)}` : `the text “${shortened(String(value))}”`;
}

const shortened = (text: string): string =>
  text.length > MAX_SHOWN_TEXT ? `${text.slice(0, MAX_SHOWN_TEXT - 1)}…` : text;
