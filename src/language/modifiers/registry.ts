import { ARRAYS } from "./arrays.ts";
import { BASIC } from "./basic.ts";
import { DATE } from "./date.ts";
import { ESCAPE } from "./escape.ts";
import { INTERNATIONAL } from "./international.ts";
import { JSON_TEXT } from "./json.ts";
import { LISTS } from "./lists.ts";
import type { Modifier, ModifierTable } from "./modifier.ts";
import { NUMBER } from "./number.ts";
import { SPRINTF } from "./sprintf.ts";
import { TEXT_CASE } from "./text-case.ts";
import { TEXT_COUNT } from "./text-count.ts";
import { TEXT_EDIT } from "./text-edit.ts";
import { TEXT_WRAP } from "./text-wrap.ts";

const GROUPS: readonly ModifierTable[] = [
  BASIC,
  TEXT_CASE,
  TEXT_EDIT,
  TEXT_WRAP,
  TEXT_COUNT,
  ESCAPE,
  JSON_TEXT,
  NUMBER,
  SPRINTF,
  INTERNATIONAL,
  DATE,
  ARRAYS,
  LISTS,
];

let byName: Map<string, Modifier> | undefined;

function table(): Map<string, Modifier> {
  byName ??= new Map(GROUPS.flatMap((group) => Object.entries(group)));
  return byName;
}

/** A modifier by its lower-case name; every modifier is also a function. */
export function findModifier(name: string): Modifier | undefined {
  return table().get(name);
}

export function modifierNames(): Iterable<string> {
  return table().keys();
}

/** Whether `{word(...)}` can only be a call. */
export function isFunctionName(word: string): boolean {
  const lower = word.toLowerCase();
  return lower === "array" || table().has(lower);
}
