import type { Runtime } from "../runtime.ts";
import { entriesOf, isCollection, Markup, toText } from "../values.ts";
import type { ModifierTable } from "./modifier.ts";

/**
 * JSON texts, written as PHP writes them: slashes and characters beyond ASCII escaped. The flags of `json_encode` are
 * PHP's, as far as they make a text safe where markup is: JSON_HEX_TAG 1, _AMP 2, _APOS 4, _QUOT 8.
 */
export const JSON_TEXT: ModifierTable = {
  json_encode: { run: (runtime, value, flags) => withHexEscapes(encode(runtime, value, 0), Number(flags) || 0) },
  json_decode: { run: decode, hint: "text" },
};

const MAX_DEPTH = 128;

function encode(runtime: Runtime, value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) {
    runtime.warn("invalid_argument", "A value is nested too deeply for JSON");
    return "null";
  }
  if (value === undefined || value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "number") return Number.isFinite(value) ? encodeNumber(value) : "0";
  if (!isCollection(value)) return encodeText(runtime, value instanceof Markup ? value.html : toText(value));
  const entries = entriesOf(value);
  runtime.charge(entries.length);
  if (Array.isArray(value)) return `[${entries.map(([, item]) => encode(runtime, item, depth + 1)).join(",")}]`;
  const members = entries.map(
    ([key, item]) => `${encodeText(runtime, String(key))}:${encode(runtime, item, depth + 1)}`,
  );
  return `{${members.join(",")}}`;
}

const HEX_ESCAPES: readonly [flag: number, characters: RegExp][] = [
  [1, /[<>]/g],
  [2, /&/g],
  [4, /'/g],
  [8, /\\"/g],
];

/** Outside of strings JSON has none of these characters, so they can be replaced all over. */
function withHexEscapes(json: string, flags: number): string {
  let escaped = json;
  for (const [flag, characters] of HEX_ESCAPES)
    if ((flags & flag) !== 0) escaped = escaped.replace(characters, (found) => hexEscape(found.slice(-1)));
  return escaped;
}

const hexEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The shortest digits that mean the same double; exponents as PHP writes them. */
function encodeNumber(value: number): string {
  const text = value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential() : String(value);
  return text.replace(/^(-?\d+)e([-+])/, "$1.0e$2");
}

function encodeText(runtime: Runtime, text: string): string {
  runtime.reserve(text.length * 2);
  return JSON.stringify(text)
    .replaceAll("/", "\\/")
    .replace(/[\u007f-\uffff]/g, (character) =>
      character === "\u007f" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

function decode(runtime: Runtime, value: unknown): unknown {
  const text = toText(value);
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() !== "") runtime.warn("invalid_json", "The text is not valid JSON");
    return null;
  }
}
