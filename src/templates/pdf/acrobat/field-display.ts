import { type DateContext, maskOf, shownDate } from "./date-display.ts";
import { numberOf, shownNumber, shownPercent } from "./number-display.ts";
import { readScriptCall, type ScriptConstant } from "./script-call.ts";
import { shownSpecial } from "./special-display.ts";

/** How Acrobat shows the value of a field: one of its own functions with constant arguments (JavaScript for Acrobat API Reference). */
export type FieldDisplay =
  | { kind: "number" | "percent" | "special"; given: readonly ScriptConstant[] }
  | { kind: "date" | "time"; mask: string };

/** A value as its field keeps it, and as it shows it. */
export interface DisplayedValue {
  value: string;
  shown: string;
  isRed: boolean;
}

/** Reads the format of a field; undefined for a script of its author's own, which is not run. */
export function readDisplay(script: string): FieldDisplay | undefined {
  const call = readScriptCall(script);
  switch (call?.name) {
    case "AFNumber_Format":
      return { kind: "number", given: call.arguments };
    case "AFPercent_Format":
      return { kind: "percent", given: call.arguments };
    case "AFSpecial_Format":
      return { kind: "special", given: call.arguments };
    case "AFDate_Format":
    case "AFDate_FormatEx":
      return byMask("date", call.arguments[0]);
    case "AFTime_Format":
    case "AFTime_FormatEx":
      return byMask("time", call.arguments[0]);
    default:
      return undefined;
  }
}

function byMask(kind: "date" | "time", given: ScriptConstant | undefined): FieldDisplay | undefined {
  const mask = maskOf(kind === "time", given);
  return mask === undefined || mask === "" ? undefined : { kind, mask };
}

/** A text as the field shows it; undefined if it is not what the field takes. */
export function displayed(display: FieldDisplay, text: string, context: DateContext): DisplayedValue | undefined {
  switch (display.kind) {
    case "number": {
      const number = numberOf(text);
      if (number === undefined) return undefined;
      return { value: plainNumber(number), ...shownNumber(number, display.given) };
    }
    case "percent": {
      const number = numberOf(text);
      if (number === undefined) return undefined;
      // Somebody who writes the sign means what it says.
      const share = text.trim().endsWith("%") ? number / 100 : number;
      return { value: plainNumber(share), shown: shownPercent(share, display.given), isRed: false };
    }
    case "special": {
      const shown = shownSpecial(text, display.given[0]);
      return shown === undefined ? undefined : { value: text, shown, isRed: false };
    }
    default: {
      const shown = shownDate(text, display.mask, display.kind === "time", context);
      return shown === undefined ? undefined : { value: shown, shown, isRed: false };
    }
  }
}

const plainNumber = (number: number): string => String(Number(number.toPrecision(15)));

const SPECIAL = ["a zip code", "a zip code with four more digits", "a telephone number", "a social security number"];

/** What a field takes, in words. */
export function takenBy(display: FieldDisplay): string {
  switch (display.kind) {
    case "number":
      return "a number";
    case "percent":
      return "a share such as 0.125";
    case "special":
      return SPECIAL[Number(display.given[0])] ?? "digits";
    default:
      return `a ${display.kind} (${display.mask})`;
  }
}
