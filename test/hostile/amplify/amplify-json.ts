import type { Random } from "../../smarty/random.ts";
import { type Amplified, timesOf } from "./amplified.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Data in which an item of a list, a member or a text is there many times, or lists are nested. */
export function amplifyJson(bytes: Uint8Array, random: Random): Amplified | undefined {
  const text = new TextDecoder().decode(bytes);
  const places = placesIn(JSON.parse(text) as Json, []);
  const place = random.pick(places);
  const encode = (value: Json) => new TextEncoder().encode(JSON.stringify(value));
  const size = Buffer.byteLength(JSON.stringify(valueAt(JSON.parse(text) as Json, place)));
  const change = random.pick(["item", "item", "member", "member", "text"] as const);
  const make = (times: number) => {
    const data = JSON.parse(text) as Json;
    return encode(replaced(data, place, (value) => amplifiedValue(value, change, times)));
  };
  return { what: `${change} at /${place.join("/")}`, times: timesOf(size), make };
}

function amplifiedValue(value: Json, change: "item" | "member" | "text", times: number): Json {
  const numbers = Array.from({ length: times }, (_, index) => index);
  if (change === "item") return Array.isArray(value) ? numbers.flatMap(() => value) : numbers.map(() => value);
  if (change === "member") return Object.fromEntries(numbers.map((each) => [`name${each}`, value]));
  return (typeof value === "string" && value !== "" ? value : "a").repeat(times);
}

function placesIn(value: Json, path: string[]): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

function valueAt(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>(
    (at, key) => (typeof at === "object" && at !== null ? ((at as Record<string, Json>)[key] ?? null) : null),
    value,
  );
}

function replaced(value: Json, [key, ...rest]: readonly string[], change: (value: Json) => Json): Json {
  if (key === undefined) return change(value);
  if (typeof value !== "object" || value === null) return value;
  const members = value as Record<string, Json>;
  members[key] = replaced(members[key] ?? null, rest, change);
  return value;
}
