import { present } from "../../domain/present.ts";
import type { Runtime } from "../runtime.ts";
import { floatToText, toText } from "../values.ts";
import type { ModifierTable } from "./modifier.ts";
import { substring } from "./text-edit.ts";

/** PHP's sprintf(). */
export const SPRINTF: ModifierTable = {
  string_format: { run: (runtime, value, format) => formatText(runtime, toText(format), [value]), least: 1 },
  sprintf: { run: (runtime, format, ...list) => formatText(runtime, toText(format), list) },
};

const DIRECTIVE = /%(?:(\d+)\$)?((?:[-+ 0]|'[\s\S]){0,100})([1-9]\d*)?(?:\.(\d+))?([bcdeEfFgGhHosuxX%])/g;
const MAX_WIDTH = 10_000;
const MAX_PRECISION = 53;

interface Directive {
  filler: string;
  left: boolean;
  plus: boolean;
  width: number;
  precision: number | undefined;
}

export function formatText(runtime: Runtime, format: string, list: readonly unknown[]): string {
  let next = 0;
  const text = format.replace(DIRECTIVE, (_, place, flags: string, width, precision, kind: string) => {
    if (kind === "%") return "%";
    const value = place === undefined ? list[next++] : list[Number(place) - 1];
    const directive: Directive = {
      ...readFlags(flags),
      width: Math.min(MAX_WIDTH, Number(width ?? 0)),
      precision: precision === undefined ? undefined : Number(precision),
    };
    return justify(formatOne(runtime, kind, value, directive), kind, directive);
  });
  runtime.reserve(text.length);
  return text;
}

function readFlags(flags: string): { filler: string; left: boolean; plus: boolean } {
  const read = { filler: " ", left: false, plus: false };
  for (let index = 0; index < flags.length; index++) {
    const flag = flags.charAt(index);
    if (flag === "'") read.filler = flags.charAt(++index);
    else if (flag === "0" || flag === " ") read.filler = flag;
    else if (flag === "-") read.left = true;
    else read.plus = true;
  }
  return read;
}

function formatOne(runtime: Runtime, kind: string, value: unknown, directive: Directive): string {
  if (kind === "s") {
    const text = toText(value);
    return directive.precision === undefined ? text : substring(text, 0, directive.precision);
  }
  const number = runtime.number(value);
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
  const precision = Math.min(MAX_PRECISION, directive.precision ?? 6);
  const sign = directive.plus && number >= 0 ? "+" : "";
  switch (kind) {
    case "d":
      return sign + wholeText(Math.trunc(number));
    case "u":
      return BigInt.asUintN(64, BigInt(Math.trunc(number))).toString();
    case "f":
    case "F":
      return sign + fixedText(number, precision);
    case "e":
      return sign + number.toExponential(precision);
    case "E":
      return sign + number.toExponential(precision).toUpperCase();
    case "g":
    case "G":
    case "h":
    case "H":
      return sign + generalText(number, precision, kind);
    case "x":
      return BigInt.asUintN(64, BigInt(Math.trunc(number))).toString(16);
    case "X":
      return BigInt.asUintN(64, BigInt(Math.trunc(number)))
        .toString(16)
        .toUpperCase();
    case "o":
      return BigInt.asUintN(64, BigInt(Math.trunc(number))).toString(8);
    case "b":
      return BigInt.asUintN(64, BigInt(Math.trunc(number))).toString(2);
    default:
      return String.fromCharCode(Math.trunc(number) & 255);
  }
}

function wholeText(number: number): string {
  return Number.isSafeInteger(number) ? String(number + 0) : BigInt(number).toString();
}

/** Fixed-point digits of the exact double; exact halves go to the even digit, as C's printf does it. */
function fixedText(number: number, precision: number): string {
  const magnitude = Math.abs(number);
  const sign = number < 0 ? "-" : "";
  if (magnitude >= 1e21)
    return sign + BigInt(magnitude).toString() + (precision > 0 ? `.${"0".repeat(precision)}` : "");
  const text = magnitude.toFixed(precision);
  const exact = magnitude.toFixed(Math.min(100, precision + 30));
  const kept = exact.length - Math.min(30, 100 - precision);
  if (!/^\.?50*$/.test(exact.slice(kept))) return sign + text;
  const below = exact.slice(0, kept).replace(/\.$/, "");
  return sign + ("02468".includes(present(below.at(-1))) ? below : text);
}

function generalText(number: number, precision: number, kind: string): string {
  const text = floatToText(number, Math.max(1, precision)).replace(/E([-+])/, "e$1");
  return kind === "G" || kind === "H" ? text.toUpperCase() : text;
}

/** Zeros go between a sign and the digits. */
function justify(text: string, kind: string, { filler, left, width }: Directive): string {
  const missing = width - Array.from(text).length;
  if (missing <= 0) return text;
  const padding = filler.repeat(missing);
  // Zeros after a whole number would change it.
  if (left) return text + (filler === "0" && "du".includes(kind) ? " ".repeat(missing) : padding);
  const signed = filler === "0" && kind !== "s" && /^[-+]/.test(text);
  return signed ? text[0] + padding + text.slice(1) : padding + text;
}
