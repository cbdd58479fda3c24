import { dict, name, type PdfDict } from "../objects.ts";
import { formatNumber } from "../serialize.ts";
import { encodeText } from "../text-strings.ts";
import { FieldFlag } from "./field-tree.ts";
import { NEW_FIELD_FONTS, type NewField } from "./new-field.ts";
import { formatActions } from "./value-format.ts";

const ALIGNMENTS = { left: 0, center: 1, right: 2 } as const;

/** What a field's widgets have in common (tables 226, 228 to 232). */
export function fieldEntries(field: NewField): PdfDict {
  const entries = dict({ TU: encodeText(field.tooltip || field.name) });
  let flags = field.required ? FieldFlag.required : 0;
  const text = () => {
    entries.set("DA", encodeText(newDefaultAppearance(field)));
    if (field.align && field.align !== "left") entries.set("Q", ALIGNMENTS[field.align]);
    if (field.text) entries.set("V", encodeText(field.text));
  };
  switch (field.kind) {
    case "text":
    case "multiline":
    case "comb": {
      entries.set("FT", name("Tx"));
      if (field.kind === "multiline") flags |= FieldFlag.multiline;
      if (field.kind === "comb") flags |= FieldFlag.comb;
      const most = field.kind === "comb" ? (field.count ?? field.maxLength) : field.maxLength;
      if (most !== undefined) entries.set("MaxLen", most);
      if (field.kind === "text" && field.format) entries.set("AA", formatActions(field.format));
      text();
      break;
    }
    case "choice": {
      entries.set("FT", name("Ch"));
      const options = field.options ?? [];
      flags = newChoice(flags, options);
      entries.set("Opt", options.map(encodeText));
      text();
      break;
    }
    case "signature":
      entries.set("FT", name("Sig"));
      break;
    case "image":
      entries.set("FT", name("Btn"));
      flags |= FieldFlag.pushButton;
      break;
    default:
      entries.set("FT", name("Btn"));
      entries.set("DA", encodeText(newDefaultAppearance(field)));
      if (field.kind === "radio") flags |= FieldFlag.radio;
      entries.set("V", name("Off"));
  }
  if (flags !== 0) entries.set("Ff", flags);
  return entries;
}

function newDefaultAppearance({ font = "Helvetica", fontSizePoints = 0, color = [0] }: NewField): string {
  const operator = color.length === 3 ? "rg" : "g";
  return `/${NEW_FIELD_FONTS[font]} ${formatNumber(fontSizePoints)} Tf ${color.map(formatNumber).join(" ")} ${operator}`;
}

/** Without options anything can be typed. */
export const newChoice = (flags: number, options: readonly string[] = []): number =>
  (options.length === 0 ? flags | FieldFlag.edit : flags & ~FieldFlag.edit) | FieldFlag.combo;
