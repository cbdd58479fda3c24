/** Form controls of a sheet, which stand in its VML with their state (ECMA-376 part 4, 19.4, `x:ClientData`). */

import { TWIPS_PER_POINT } from "../../../geometry/units.ts";
import { child, findAll, localName, type XmlNode } from "../../../office/xml-node.ts";
import type { ReferredValues } from "../../charts/fill-caches.ts";
import { numberLabel } from "../../charts/number-label.ts";
import { normalizeHex } from "../../model/color.ts";
import type { ControlKind, FormControl } from "../model/form-control.ts";

const KINDS: Readonly<Record<string, ControlKind>> = {
  Checkbox: "checkBox",
  Radio: "option",
  Drop: "dropDown",
  List: "list",
  Button: "button",
  Label: "label",
  GBox: "groupBox",
  Spin: "spinner",
  Scroll: "scrollBar",
  Edit: "edit",
};
const TEXT_PT = 8;
const MAX_ITEMS = 1_000;

/** Undefined for other objects, and for controls that are not printed. */
export function readFormControl(shape: XmlNode, client: XmlNode, valuesOf: ReferredValues): FormControl | undefined {
  const kind = KINDS[client.attributes.ObjectType ?? ""];
  const text = (name: string) => named(client, name)?.text.trim();
  if (!kind || /^f/i.test(text("PrintObject") ?? "")) return undefined;
  const box = child(shape, "v:textbox");
  const fonts = findAll(box, "font");
  const font = fonts[0]?.attributes;
  const range = text("FmlaRange");
  const number = (name: string, fallback: number) => {
    const value = Number(text(name) || Number.NaN);
    return Number.isFinite(value) ? value : fallback;
  };
  const checked = number("Checked", 0);
  return {
    kind,
    text: textOf(box),
    state: checked === 1 ? "on" : checked === 2 ? "mixed" : "off",
    items: range ? itemsOf(range, valuesOf) : [],
    selected: number("Sel", 0) - 1,
    value: number("Val", 0),
    minimum: number("Min", 0),
    maximum: number("Max", 100),
    isHorizontal: named(client, "Horiz") !== undefined,
    sizePt: Number(font?.size) / TWIPS_PER_POINT || TEXT_PT,
    family: font?.face,
    color: normalizeHex(font?.color) ?? "#000000",
    bold: findAll(box, "b").length > 0,
    alignment: alignmentOf(text("TextHAlign"), kind),
  };
}

function named(element: XmlNode | undefined, name: string): XmlNode | undefined {
  return element?.children.find((candidate) => localName(candidate) === name);
}

function alignmentOf(stored: string | undefined, kind: ControlKind): FormControl["alignment"] {
  if (stored === "Center" || stored === "Right") return stored === "Center" ? "center" : "right";
  return kind === "button" && stored === undefined ? "center" : "left";
}

/** Text runs of a text box, its blocks below each other. */
function textOf(box: XmlNode | undefined): string[] {
  const blocks = box?.children.length ? box.children : [];
  const words = (node: XmlNode): string =>
    (node.text + node.children.map((inner) => (inner.name === "br" ? "\n" : words(inner))).join("")).replace(
      /[^\S\n]+/g,
      " ",
    );
  const own = box?.text.trim();
  return [...(own ? [own] : []), ...blocks.map(words)]
    .flatMap((block) => block.split("\n"))
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function itemsOf(range: string, valuesOf: ReferredValues): string[] {
  const items: string[] = [];
  for (const { value, format } of valuesOf(range)) {
    if (items.length === MAX_ITEMS) break;
    items.push(typeof value === "number" ? numberLabel(value, format) : (value ?? ""));
  }
  return items;
}
