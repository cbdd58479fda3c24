/** Controls of forms as shapes, about as LibreOffice prints them. */
import { element } from "../../binary/doc/xml-writer.ts";
import { EMU_PER_POINT } from "../../geometry/units.ts";
import { borderOf } from "../open-document/borders.ts";
import type { FormControl } from "../open-document/form-controls.ts";
import { colorOf, twipsOf } from "../open-document/measures.ts";
import type { OdfNode } from "../open-document/odf-nodes.ts";
import type { PropertyKind, StyleBook } from "../open-document/style-book.ts";
import { overlaid, type Properties } from "../open-document/style-properties.ts";
import type { Size } from "./outline.ts";
import { NO_LINE, solid } from "./paints.ts";

export const UNKNOWN_CONTROL =
  "Controls of forms of a kind that is not read, or that the file does not describe, are left out.";
const NO_FILL = "<a:noFill/>";
/** EMU. */
const MARK = 8 * EMU_PER_POINT;
const LABEL_AT = 11.5 * EMU_PER_POINT;
const INSET = 2 * EMU_PER_POINT;
const THIN = 0.5 * EMU_PER_POINT;
const TITLE_AT = 8 * EMU_PER_POINT;
const MOST_ROWS = 200;
/** A line, and a letter of a title in the mean, as shares of the size of the text. */
const LINE = 1.3;
const MEAN_ADVANCE = 0.55;
/** What programs take for controls whose style says nothing. */
const USUAL_TEXT: Properties = {
  ...{ "fo:font-family": "Tahoma", "fo:font-size": "8pt", "fo:color": "#000000" },
  ...{ "fo:font-weight": "normal", "fo:font-style": "normal" },
};
const USUAL_POINTS = 8;
const POINTS_PER_TWIP = 1 / 20;

export interface ControlText {
  lines: readonly string[];
  said: Properties;
  align: "left" | "center" | "right";
  anchor: "t" | "ctr";
  wraps: boolean;
  /** EMU at both sides. */
  inset: number;
}

/** A shape that a control consists of; EMU from its corner. */
export interface ControlPart extends Size {
  x: number;
  y: number;
  /** `a:prstGeom` or `a:custGeom`, fill and line. */
  appearance: string;
  text?: ControlText;
  /** Of a part that says something without text. */
  description?: string;
}

const DECORATION =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>';

/** `cNvPr`: the mark of a choice is described, whatever else has no text is decoration. @param name of the element */
export function partIdentityXml(name: string, id: number, { text, description }: ControlPart): string {
  return element(name, { id, name: "", descr: description }, text || description ? "" : DECORATION);
}

interface Look {
  fill: string | undefined;
  /** `a:ln`; undefined where the style says nothing of it. */
  line: string | undefined;
  text: Properties;
  align: ControlText["align"] | undefined;
  anchor: ControlText["anchor"] | undefined;
  sizePt: number;
}

/** What the control's own styles say: those that they come from are there for shapes. */
function lookOf(node: OdfNode, book: StyleBook): Look {
  const { attributes } = node;
  const own = (kind: PropertyKind): Properties => {
    const graphic = book.style("graphic", attributes["draw:style-name"]);
    const text = book.style("paragraph", attributes["draw:text-style-name"]);
    let said = graphic?.isAutomatic ? book.own(graphic, kind) : book.own(undefined, kind);
    if (text?.isAutomatic && kind !== "graphic") said = overlaid(said, book.own(text, kind));
    return said.attributes;
  };
  const graphic = own("graphic");
  const text = { ...USUAL_TEXT, ...own("text") };
  const color = colorOf(graphic["fo:background-color"]);
  const align = own("paragraph")["fo:text-align"];
  const border = graphic["fo:border-left"] ?? graphic["fo:border-top"];
  const vertical = graphic["draw:textarea-vertical-align"];
  return {
    fill: color && solid(color),
    line: border === undefined ? undefined : lineXml(border),
    text,
    align: align === undefined ? undefined : align === "center" ? "center" : /end|right/.test(align) ? "right" : "left",
    anchor: vertical === undefined ? undefined : vertical === "middle" ? "ctr" : "t",
    sizePt: (twipsOf(text["fo:font-size"]) ?? USUAL_POINTS / POINTS_PER_TWIP) * POINTS_PER_TWIP,
  };
}

function lineXml(value: string): string {
  const border = borderOf(value);
  if (!border) return NO_LINE;
  return element("a:ln", { w: Math.round((border.width / 20) * EMU_PER_POINT) }, solid(border.color ?? "000000"));
}

const edge = (color: string) => element("a:ln", { w: THIN }, solid(color));
const preset = (name: string) => `<a:prstGeom prst="${name}"/>`;

/** The picture that a control shows, as an element that names it. */
export function pictureOf({ kind, image }: FormControl): OdfNode | undefined {
  if (kind !== "image" || !image) return undefined;
  return { name: "draw:image", attributes: { "xlink:href": image }, children: [] };
}

/** Points in hundredths of the shape. */
function outline(lines: readonly (readonly (readonly [x: number, y: number])[])[], isFilled: boolean): string {
  const point = ([x, y]: readonly [number, number]) => element("a:pt", { x, y });
  const path = lines.map(([first = [0, 0], ...rest]) => {
    const to = rest.map((next) => element("a:lnTo", {}, point(next))).join("");
    return element("a:moveTo", {}, point(first)) + to + (isFilled ? "<a:close/>" : "");
  });
  const attributes = { w: 100, h: 100, fill: isFilled ? undefined : "none" };
  return element("a:custGeom", {}, element("a:pathLst", {}, element("a:path", attributes, path.join(""))));
}

export function controlParts(control: FormControl, node: OdfNode, size: Size, book: StyleBook): ControlPart[] {
  const look = lookOf(node, book);
  const { width, height } = size;
  const whole = { x: 0, y: 0, width, height };
  const lines = control.text.split(/\r?\n/);
  const text = (more: Partial<ControlText> = {}): ControlText => ({
    ...{
      lines,
      said: look.text,
      align: look.align ?? "left",
      anchor: look.anchor ?? "ctr",
      wraps: false,
      inset: INSET,
    },
    ...more,
  });
  const box = (fill: string, line: string) => preset("rect") + (look.fill ?? fill) + (look.line ?? line);
  const field = box(solid("FFFFFF"), edge("000000"));
  switch (control.kind) {
    case "field":
      return [{ ...whole, appearance: field, text: text({ lines: [lines.join(" ")] }) }];
    case "area":
      return [{ ...whole, appearance: field, text: text({ anchor: "t", wraps: true }) }];
    case "checkBox":
    case "option": {
      const label = { ...whole, x: LABEL_AT, width: Math.max(1, width - LABEL_AT) };
      const mark = { x: 0, y: Math.max(0, (height - MARK) / 2), width: MARK, height: MARK };
      const behind = look.fill ? [{ ...whole, appearance: preset("rect") + look.fill + NO_LINE }] : [];
      const labelText = text({ wraps: true, inset: 0 });
      return [
        ...behind,
        ...(control.kind === "option" ? optionMark(control, mark) : checkMark(control, mark)),
        { ...label, appearance: preset("rect") + NO_FILL + NO_LINE, text: labelText },
      ];
    }
    case "list":
      return [{ ...whole, appearance: field }, ...listRows(control, size, look)];
    case "button": {
      const said = control.isDisabled ? { ...look.text, "fo:color": "#808080" } : look.text;
      const caption = text({ said, align: look.align ?? "center" });
      return [{ ...whole, appearance: box(solid("EFEFEF"), edge("A0A0A0")), text: caption }];
    }
    case "label": {
      const words = text({ anchor: look.anchor ?? "t", wraps: true, inset: 0 });
      return [{ ...whole, appearance: box(NO_FILL, NO_LINE), text: words }];
    }
    case "groupBox":
      return groupBox(control.text, size, look, text({ inset: INSET }));
    case "scrollBar":
      return scrollBar(control, size);
    case "image":
      return [{ ...whole, appearance: box(NO_FILL, edge("000000")) }];
    case "unseen":
      return [];
  }
}

type Box = Omit<ControlPart, "appearance" | "text">;

function checkMark({ state }: FormControl, mark: Box): ControlPart[] {
  const square = preset("rect") + solid(state === "mixed" ? "C0C0C0" : "FFFFFF") + edge("000000");
  const cross = [
    [
      [15, 15],
      [85, 85],
    ],
    [
      [85, 15],
      [15, 85],
    ],
  ] as const;
  const description = { on: "\u2612", off: "\u2610", mixed: "\u25a3" }[state];
  const parts: ControlPart[] = [{ ...mark, appearance: square, description }];
  if (state === "on") parts.push({ ...mark, appearance: outline(cross, false) + edge("000000") });
  return parts;
}

function optionMark({ state }: FormControl, mark: Box): ControlPart[] {
  const circle = preset("ellipse") + solid("FFFFFF") + edge("000000");
  const description = state === "on" ? "\u25c9" : "\u25cb";
  const parts: ControlPart[] = [{ ...mark, appearance: circle, description }];
  if (state === "on") {
    const inner = { x: mark.x + MARK / 4, y: mark.y + MARK / 4, width: MARK / 2, height: MARK / 2 };
    parts.push({ ...inner, appearance: preset("ellipse") + solid("000000") + NO_LINE });
  }
  return parts;
}

/** As many as there is room for. */
function listRows({ items }: FormControl, { width, height }: Size, look: Look): ControlPart[] {
  const line = Math.max(EMU_PER_POINT, look.sizePt * LINE * EMU_PER_POINT);
  const count = Math.min(MOST_ROWS, Math.floor(height / line));
  return items.slice(0, count).map(({ label, isChosen }, index) => ({
    ...{ x: 0, y: index * line, width, height: line },
    appearance: preset("rect") + (isChosen ? solid("000000") : NO_FILL) + NO_LINE,
    text: {
      lines: [label],
      said: isChosen ? { ...look.text, "fo:color": "#ffffff" } : look.text,
      align: look.align ?? "left",
      ...{ anchor: "ctr", wraps: false, inset: INSET },
    },
  }));
}

/** The title stands on the upper line. */
function groupBox(title: string, { width, height }: Size, look: Look, text: ControlText): ControlPart[] {
  const size = look.sizePt * EMU_PER_POINT;
  const top = Math.min(height - 1, size * 0.6);
  const frame = preset("rect") + (look.fill ?? NO_FILL) + (look.line ?? edge("A0A0A0"));
  const room = Math.min(Math.max(1, width - TITLE_AT), title.length * size * MEAN_ADVANCE + 2 * INSET);
  const parts: ControlPart[] = [{ x: 0, y: top, width, height: Math.max(1, height - top), appearance: frame }];
  if (title === "") return parts;
  const behind = preset("rect") + solid("FFFFFF") + NO_LINE;
  return [...parts, { x: TITLE_AT, y: 0, width: room, height: size * 1.2, appearance: behind, text }];
}

function scrollBar({ isHorizontal }: FormControl, { width, height }: Size): ControlPart[] {
  const [long, side] = isHorizontal ? [width, height] : [height, width];
  const button = Math.min(side, long / 2);
  const arrow = (at: number, points: readonly (readonly [number, number])[]): ControlPart[] => {
    const place = isHorizontal
      ? { x: at, y: 0, width: button, height: side }
      : { x: 0, y: at, width: side, height: button };
    const turned = isHorizontal ? points : points.map(([x, y]) => [y, x] as const);
    const face = preset("rect") + solid("EFEFEF") + NO_LINE;
    return [
      { ...place, appearance: face },
      { ...place, appearance: outline([turned], true) + solid("000000") + NO_LINE },
    ];
  };
  const behind = { x: 0, y: 0, width, height, appearance: preset("rect") + solid("D6D6D6") + NO_LINE };
  return [
    behind,
    ...arrow(0, [
      [65, 25],
      [65, 75],
      [30, 50],
    ]),
    ...arrow(long - button, [
      [35, 25],
      [35, 75],
      [70, 50],
    ]),
  ];
}
