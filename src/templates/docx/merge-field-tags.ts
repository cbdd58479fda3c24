import { type FieldInstruction, parseFieldInstruction } from "../../office/field-instruction.ts";
import type { ValueFormat } from "../ooxml/printer.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import { datePicture } from "./date-picture.ts";
import type { FieldSources } from "./document-settings.ts";
import { fieldFormatOf, formatFieldValue } from "./fields/field-value.ts";
import { addressText, finalizedLines, greetingText } from "./greeting-fields.ts";
import { tagName } from "./tag-name.ts";

/** What takes the place of a field: a text with tags, and how their values are shown. */
export interface FieldText {
  text: string;
  format?: ValueFormat;
}

/** The text that a field's instruction stands for; undefined for fields that are not filled from data. */
export function textOfField(instruction: string, { mappedNames, variables }: FieldSources): FieldText | undefined {
  const parsed = parseFieldInstruction(instruction);
  switch (parsed.name) {
    case "MERGEFIELD":
      return mergeField(parsed);
    case "GREETINGLINE":
      return linesOf(greetingText(parsed, mappedNames));
    case "ADDRESSBLOCK":
      return linesOf(addressText(parsed, mappedNames));
    case "DOCVARIABLE": {
      const text = variables.get((parsed.arguments[0] ?? "").toLowerCase());
      const format = formatOf(`DOCVARIABLE ${parsed.arguments[0] ?? ""}`, parsed.switches);
      if (text === undefined || !format) return text === undefined ? undefined : { text };
      return { text: text.includes("{") ? text : `{'${text.replace(/[\\']/g, "\\$&")}'}`, format };
    }
    case "MERGEREC":
    case "MERGESEQ":
      // Each record has a document of its own.
      return { text: "1" };
    case "NEXT":
    case "NEXTIF":
    case "SKIPIF":
      return { text: "" };
    default:
      return undefined;
  }
}

/** A string with tags as one tag: its lines are settled when their values are known. */
function linesOf(string: string): FieldText {
  return { text: `{"${string}"}`, format: (value) => finalizedLines(textOfValue(value)) };
}

/** MERGEFIELD (17.16.5.35) with its switches. */
function mergeField({ arguments: [column = ""], switches }: FieldInstruction): FieldText | undefined {
  const name = tagName(column);
  if (name === undefined) return undefined;
  const image = switches.get("@")?.[0];
  const tag = `{$${name}${image === undefined ? "" : `|date_format:"${datePicture(image)}"`}}`;
  const [before = "", after = ""] = [switches.get("b")?.[0], switches.get("f")?.[0]];
  const text = before || after ? `{if isset($${name}) && $${name} !== ""}${before}${tag}${after}{/if}` : tag;
  const format = formatOf(column, switches);
  return format ? { text, format } : { text };
}

function formatOf(column: string, switches: FieldInstruction["switches"]): ValueFormat | undefined {
  const format = fieldFormatOf(switches);
  if (!format) return undefined;
  return (value, job) => {
    const text = textOfValue(value);
    const shown = formatFieldValue(text, format, job.fieldLocale);
    if (shown !== undefined) return shown;
    const wanted = format.image ?? format.general.join(" ");
    job.warn(
      `The field ${column} shows numbers as “${wanted}”, and its value “${text.slice(0, 60)}” is none: it is printed as it is.`,
    );
    return value;
  };
}
