import type { DataSchema } from "../../api/documents.ts";
import { asMembers } from "../data-form/members.ts";

/** A field as it is offered: what to write, and what it holds in the data at hand. */
export interface OfferedTag {
  /** By its path: `Customer.Name`. */
  name: string;
  /** What is written: `{$Customer.Name}`. */
  tag: string;
  /** Its value in the sample; empty if there is none. */
  value: string;
}

const MAX_VALUE = 60;

/** Every field of the data, those of objects by their paths; a list as a loop over it. */
export function offeredTags(schema: DataSchema | undefined, data: unknown, path = ""): OfferedTag[] {
  const members = asMembers(data);

  return Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => {
    const at = path === "" ? name : `${path}.${name}`;
    const types = [member.type].flat();
    if (types.includes("object")) return offeredTags(member, members[name], at);
    if (types.includes("array")) return [listTag(at, member.items ?? {}, members[name])];

    return [{ name: at, tag: `{$${at}}`, value: shownValue(members[name]) }];
  });
}

function listTag(name: string, item: DataSchema, value: unknown): OfferedTag {
  const [first] = Object.keys(item.properties ?? {});
  const count = Array.isArray(value) ? value.length : 0;
  const entry = first === undefined ? "{$item}" : `{$item.${first}}`;

  return {
    name,
    tag: `{foreach $${name} as $item}${entry} {/foreach}`,
    value: count === 0 ? "a list" : `a list, ${count} in the sample`,
  };
}

function shownValue(value: unknown): string {
  if (value === undefined || value === null || typeof value === "object") return "";
  const text = String(value);

  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, "");

/** Those whose name or value has the text. */
export const matchingTags = (tags: readonly OfferedTag[], typed: string): OfferedTag[] =>
  tags.filter(({ name, value }) => folded(name).includes(folded(typed)) || folded(value).includes(folded(typed)));
