import type { ProfileLevel } from "./profiles.ts";

/** What is at one place in the XML; the tables of CII and UBL are made of them. */
export type MappingNode = Leaf | Constant | Group;

interface Common {
  tag: string;
  /** The poorest profile that has it; every one when absent. */
  from?: ProfileLevel;
}

/** An element with a text, which is a member of the record. */
export interface Leaf extends Common {
  kind: "text" | "date" | "amount";
  to: string;
  /** Attributes that are members, too, by their names. */
  attributes?: Readonly<Record<string, string>>;
  /** Attributes that are always there; when reading, an element with others is another one. */
  fixed?: Readonly<Record<string, string>>;
  /** A list of texts. */
  many?: boolean;
  /** A list of records: text and attributes are members of each, the text under this name. */
  item?: string;
  /** Line breaks at its ends say something. */
  verbatim?: true;
  /** The invoice's currency is written beside the amount (UBL's `currencyID`). */
  currency?: true;
}

/** An element that says which of several things its parent is. */
export interface Constant extends Common {
  kind: "constant";
  value: string;
  /** Others say the same when they are read. */
  open?: true;
}

/** An element of elements: their members are those of the record itself, or of a member. */
export interface Group extends Common {
  kind: "group";
  to?: string;
  many?: boolean;
  children: readonly MappingNode[];
  /** Written even if nothing is in it. */
  always?: boolean;
}

export type LeafOptions = Omit<Leaf, "kind" | "tag" | "to">;

export const text = (tag: string, to: string, options: LeafOptions = {}): Leaf => ({
  kind: "text",
  tag,
  to,
  ...options,
});
export const amount = (tag: string, to: string, options: LeafOptions = {}): Leaf => ({
  kind: "amount",
  tag,
  to,
  ...options,
});
export const constant = (tag: string, value: string, options: Partial<Constant> = {}): Constant => ({
  kind: "constant",
  tag,
  value,
  ...options,
});
export const group = (tag: string, children: readonly MappingNode[], options: Partial<Group> = {}): Group => ({
  kind: "group",
  tag,
  children,
  ...options,
});
/** A date by day (qualifier 102: CCYYMMDD). */
export const date = (tag: string, to: string, options: Partial<Group> = {}, namespace = "udt"): Group =>
  group(tag, [{ kind: "date", tag: `${namespace}:DateTimeString`, to, fixed: { format: "102" } }], options);

/** What only EXTENDED has. */
export const EXTENDED = { from: "extended" } as const;
/** A list that only EXTENDED has. */
export const listOf = (to: string) => ({ to, many: true, ...EXTENDED });
