import { present } from "../../domain/present.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, PdfDict, PdfName } from "../objects.ts";
import { drawnText } from "../text/drawn-text.ts";
import { addAppearance, fontResources, setNormalAppearance } from "./appearance.ts";
import { readDefaultAppearance } from "./default-appearance.ts";
import type { FieldFonts } from "./field-fonts.ts";
import { type Field, nameText, onStates, valueText } from "./field-tree.ts";
import { measuredOnLine, UsedFonts } from "./shown-text.ts";
import { readFrame, roundedNumber } from "./widget-frame.ts";

const ON = new Set(["1", "true", "on", "yes", "y", "x", "checked"]);
const OFF = new Set(["", "0", "false", "off", "no", "n", "unchecked"]);

/**
 * Turns a check box or a group of radio buttons to a value: the name of a state, an export value of `Opt`, or a word
 * for yes or no (ISO 32000-2, 12.7.5.2). False if the field has no such state.
 */
export function setButtonValue(document: PdfDocument, field: Field, value: string): boolean {
  const states = field.widgets.map((widget) => ensureOnState(document, field, widget.dict));
  const exports = document.array(field.inherited("Opt"))?.map((entry) => valueText(document, entry)) ?? [];
  const wanted = value.trim();
  const matches = (text: string | undefined) => text !== undefined && text.toLowerCase() === wanted.toLowerCase();
  // exact export values come first: "Off" or "0" may be the value of a button that is on
  let chosen = states.find((state, index) => nameText(state) === wanted || exports[index] === wanted);
  chosen ??= states.find((state, index) => matches(nameText(state)) || matches(exports[index]));
  if (chosen === undefined && ON.has(wanted.toLowerCase()) && (field.kind === "checkbox" || states.length === 1)) {
    chosen = states[0];
  }
  if (chosen === undefined && !OFF.has(wanted.toLowerCase())) return false;
  for (const [index, widget] of field.widgets.entries()) {
    const isOn = chosen !== undefined && states[index] === chosen;
    widget.dict.set("AS", isOn ? new PdfName(present(chosen)) : name("Off"));
  }
  field.dict.set("V", chosen === undefined ? name("Off") : new PdfName(chosen));
  return true;
}

/**
 * Draws a check box or radio button that has no appearance, in the state that it is in: the state's name is what the
 * widget or the field says.
 */
export function drawButtonState(document: PdfDocument, field: Field, widget: PdfDict): void {
  const stated = document.name(widget.get("AS")) ?? document.name(field.inherited("V"));
  const isOn = stated !== undefined && stated !== "Off";
  const state = ensureOnState(document, field, widget, isOn ? stated : undefined);
  if (!widget.has("AS")) widget.set("AS", isOn ? new PdfName(state) : name("Off"));
}

/** Draws a push button that has no appearance: its frame, and its caption in the middle. */
export function drawPushButton(document: PdfDocument, field: Field, widget: PdfDict, fonts: FieldFonts): void {
  const frame = readFrame(document, widget);
  if (!frame) return;
  const { widthPoints, heightPoints } = frame;
  const caption = drawnText(valueText(document, document.dict(widget.get("MK"))?.get("CA")) ?? "");
  const own = document.string(widget.get("DA")) ?? document.string(field.inherited("DA"));
  const appearance = readDefaultAppearance(own);
  const size = appearance.fontSizePoints > 0 ? appearance.fontSizePoints : Math.min(12, heightPoints * 0.6);
  const font = fonts.choose(appearance.fontName, caption);
  const left = (widthPoints - measuredOnLine(font).widthOf(caption) * size) / 2;
  const baseline = (heightPoints - (font.ascent + font.descent) * size) / 2;
  const used = new UsedFonts();
  const content =
    caption === ""
      ? ""
      : `BT ${appearance.color} 1 0 0 1 ${roundedNumber(left)} ${roundedNumber(baseline)} Tm ${used.show(caption, font, size)} ET\n`;
  setNormalAppearance(widget, addAppearance(document, frame, content, fontResources(used.refs)));
}

/** The widget's state that is on; widgets without an appearance get one with a mark of their style. */
function ensureOnState(document: PdfDocument, field: Field, widget: PdfDict, stated?: string): string {
  const [state] = onStates(document, widget);
  const normal = document.dict(document.dict(widget.get("AP"))?.get("N"));
  if (state !== undefined && document.stream(normal?.get(state))) return state;
  const made =
    state ??
    stated ??
    (field.kind === "radio" ? `Choice${field.widgets.findIndex(({ dict }) => dict === widget) + 1}` : "Yes");
  const frame = readFrame(document, widget);
  if (!frame) return made;
  const { widthPoints, heightPoints, insetPoints } = frame;
  const size = Math.min(widthPoints, heightPoints) - 2 * insetPoints;
  const caption =
    valueText(document, document.dict(widget.get("MK"))?.get("CA")) ?? (field.kind === "radio" ? "l" : "4");
  const { color } = readDefaultAppearance(document.string(widget.get("DA")) ?? document.string(field.inherited("DA")));
  const mark = markOperators(caption, widthPoints / 2, heightPoints / 2, size * 0.4);
  const on = addAppearance(
    document,
    frame,
    `${color} ${color.replace(/(g|rg|k)$/, (operator) => operator.toUpperCase())} ${mark}\n`,
    new PdfDict(),
  );
  const off = addAppearance(document, frame, "", new PdfDict());
  widget.set(
    "AP",
    dict({
      N: new PdfDict([
        [made, on],
        ["Off", off],
      ]),
    }),
  );
  return made;
}

/** A mark by the caption's code in ZapfDingbats, drawn so that no font is needed. */
function markOperators(caption: string, x: number, y: number, radius: number): string {
  const at = (dx: number, dy: number) => `${roundedNumber(x + dx * radius)} ${roundedNumber(y + dy * radius)}`;
  const polygon = (points: readonly (readonly [number, number])[]) =>
    `${points.map(([dx, dy], index) => `${at(dx, dy)} ${index === 0 ? "m" : "l"}`).join(" ")} h f`;
  const stroke = `${roundedNumber(radius * 0.28)} w 1 J 1 j`;
  switch (caption) {
    case "8":
      return `${stroke} ${at(-0.8, -0.8)} m ${at(0.8, 0.8)} l ${at(-0.8, 0.8)} m ${at(0.8, -0.8)} l S`;
    case "l": {
      const k = 0.5523 * 0.8;
      return `${at(0.8, 0)} m ${at(0.8, k)} ${at(k, 0.8)} ${at(0, 0.8)} c ${at(-k, 0.8)} ${at(-0.8, k)} ${at(-0.8, 0)} c ${at(-0.8, -k)} ${at(-k, -0.8)} ${at(0, -0.8)} c ${at(k, -0.8)} ${at(0.8, -k)} ${at(0.8, 0)} c f`;
    }
    case "n":
      return polygon([
        [-0.8, -0.8],
        [0.8, -0.8],
        [0.8, 0.8],
        [-0.8, 0.8],
      ]);
    case "u":
      return polygon([
        [0, -1],
        [0.9, 0],
        [0, 1],
        [-0.9, 0],
      ]);
    case "H": {
      const points = Array.from({ length: 10 }, (_, index) => {
        const length = index % 2 === 0 ? 1 : 0.4;
        const angle = Math.PI / 2 + (index * Math.PI) / 5;
        return [length * Math.cos(angle), length * Math.sin(angle)] as const;
      });
      return polygon(points);
    }
    default:
      return `${stroke} ${at(-0.8, 0)} m ${at(-0.2, -0.7)} l ${at(0.85, 0.8)} l S`;
  }
}
