import type { PdfDocument } from "../document.ts";
import { decodeText } from "../text-strings.ts";
import type { Field } from "./field-tree.ts";

/** Scripts of a field's additional actions (ISO 32000-2, 12.6.3, table 199). */
export interface FieldScripts {
  /** `F`: how the value is shown. */
  format?: string;
  /** `C`: what the value is, from other fields. */
  calculate?: string;
  /** `V`: which values are allowed. */
  validate?: string;
}

const ACTIONS = { format: "F", calculate: "C", validate: "V" } as const;
const MAX_SCRIPT_BYTES = 100_000;

/** The scripts of a field; those of a widget count where the field itself has none. */
export function fieldScripts(document: PdfDocument, { dict, widgets }: Field): FieldScripts {
  const scripts: FieldScripts = {};
  for (const owner of [dict, ...widgets.map((widget) => widget.dict)]) {
    const actions = document.dict(owner.get("AA"));
    if (!actions) continue;
    for (const [name, key] of Object.entries(ACTIONS) as [keyof typeof ACTIONS, string][]) {
      const action = document.dict(actions.get(key));
      if (scripts[name] !== undefined || document.name(action?.get("S")) !== "JavaScript") continue;
      const script = scriptText(document, action?.get("JS"));
      if (script !== undefined) scripts[name] = script;
    }
  }
  return scripts;
}

function scriptText(document: PdfDocument, object: Parameters<PdfDocument["resolve"]>[0]): string | undefined {
  const string = document.string(object);
  if (string) return decodeText(string);
  const bytes = document.stream(object)?.bytes();
  return bytes && bytes.length <= MAX_SCRIPT_BYTES ? new TextDecoder().decode(bytes) : undefined;
}
