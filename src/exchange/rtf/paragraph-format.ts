/** Formats of paragraphs (Rich Text Format 1.9.1, "Paragraph formatting properties") -> `w:pPr`. */
import { element, valued } from "../../binary/doc/xml-writer.ts";
import { type Border, borderXml, newBorder } from "./borders.ts";
import type { FormatTables } from "./character-format.ts";

interface Tab {
  at: number;
  alignment: string;
  leader: string;
}

export interface ParagraphFormat {
  style: number;
  alignment: string;
  /** Twips. */
  left: number;
  right: number;
  first: number;
  before: number;
  after: number;
  beforeAuto: boolean;
  afterAuto: boolean;
  line: number;
  lineIsMultiple: boolean;
  contextual: boolean;
  keep: boolean;
  keepNext: boolean;
  pageBreakBefore: boolean;
  widowControl: boolean;
  rightToLeft: boolean;
  /** 0 to 8; 9 is body text. */
  outline: number;
  list: number;
  listLevel: number;
  background: number;
  /** Per ten thousand of black, where there is no color. */
  shading: number;
  borders: Readonly<Record<string, Border>>;
  tabs: readonly Tab[];
  /** Of the next tab. */
  nextTab: { alignment: string; leader: string };
  inTable: boolean;
  /** 1 for a table in the text, more for tables within tables. */
  tableLevel: number;
  frame: Readonly<Record<string, string | number>>;
}

const ALIGNMENTS: Readonly<Record<string, string>> = {
  ql: "left",
  qr: "right",
  qc: "center",
  qj: "both",
  qd: "distribute",
};
const TAB_ALIGNMENTS: Readonly<Record<string, string>> = { tqr: "right", tqc: "center", tqdec: "decimal" };
const TAB_LEADERS: Readonly<Record<string, string>> = {
  tldot: "dot",
  tlmdot: "middleDot",
  tlhyph: "hyphen",
  tlul: "underscore",
  tlth: "heavy",
};
const BORDERS: Readonly<Record<string, readonly string[]>> = {
  brdrt: ["top"],
  brdrb: ["bottom"],
  brdrl: ["left"],
  brdrr: ["right"],
  brdrbtw: ["between"],
  box: ["top", "left", "bottom", "right"],
};
/** Frames: where a paragraph stands beside the text (17.3.1.11 of ECMA-376 Part 1). */
const FRAME: Readonly<Record<string, readonly [attribute: string, value?: string]>> = {
  absw: ["w:w"],
  posx: ["w:x"],
  posnegx: ["w:x"],
  posy: ["w:y"],
  posnegy: ["w:y"],
  dfrmtxtx: ["w:hSpace"],
  dfrmtxty: ["w:vSpace"],
  phmrg: ["w:hAnchor", "margin"],
  phpg: ["w:hAnchor", "page"],
  phcol: ["w:hAnchor", "text"],
  pvmrg: ["w:vAnchor", "margin"],
  pvpg: ["w:vAnchor", "page"],
  pvpara: ["w:vAnchor", "text"],
  posxc: ["w:xAlign", "center"],
  posxr: ["w:xAlign", "right"],
  posxl: ["w:xAlign", "left"],
  posyt: ["w:yAlign", "top"],
  posyc: ["w:yAlign", "center"],
  posyb: ["w:yAlign", "bottom"],
  nowrap: ["w:wrap", "none"],
};
const MOST_TABS = 64;
/** Of tables within tables. */
const MOST_LEVELS = 10;

export function plainParagraph(): ParagraphFormat {
  return {
    style: 0,
    alignment: "",
    left: 0,
    right: 0,
    first: 0,
    before: 0,
    after: 0,
    beforeAuto: false,
    afterAuto: false,
    line: 0,
    lineIsMultiple: false,
    contextual: false,
    keep: false,
    keepNext: false,
    pageBreakBefore: false,
    widowControl: false,
    rightToLeft: false,
    outline: 9,
    list: 0,
    listLevel: 0,
    background: 0,
    shading: 0,
    borders: {},
    tabs: [],
    nextTab: { alignment: "left", leader: "" },
    inTable: false,
    tableLevel: 1,
    frame: {},
  };
}

/** The borders that the words after this one are about; undefined if it begins none. */
export function paragraphBorders(format: ParagraphFormat, name: string): Border[] | undefined {
  const sides = BORDERS[name];
  if (!sides) return undefined;
  const border = newBorder();
  format.borders = { ...format.borders, ...Object.fromEntries(sides.map((side) => [side, border])) };
  return [border];
}

/** Whether the word says something of paragraphs, which is noted. */
export function paragraphWord(format: ParagraphFormat, name: string, parameter: number | undefined): boolean {
  const value = Math.max(-31_680, Math.min(31_680, parameter ?? 0));
  const isOn = parameter !== 0;
  const alignment = ALIGNMENTS[name];
  if (alignment) {
    format.alignment = alignment;
    return true;
  }
  if (tabWord(format, name, value)) return true;
  const frame = FRAME[name];
  if (frame) {
    format.frame = { ...format.frame, [frame[0]]: frame[1] ?? value };
    return true;
  }
  switch (name) {
    case "s":
      format.style = parameter ?? 0;
      break;
    case "li":
    case "lin":
      format.left = value;
      break;
    case "ri":
    case "rin":
      format.right = value;
      break;
    case "fi":
      format.first = value;
      break;
    case "sb":
      format.before = Math.max(0, value);
      break;
    case "sa":
      format.after = Math.max(0, value);
      break;
    case "sbauto":
      format.beforeAuto = parameter === 1;
      break;
    case "saauto":
      format.afterAuto = parameter === 1;
      break;
    case "sl":
      format.line = value;
      break;
    case "slmult":
      format.lineIsMultiple = parameter === 1;
      break;
    case "contextualspace":
      format.contextual = isOn;
      break;
    case "keep":
      format.keep = isOn;
      break;
    case "keepn":
      format.keepNext = isOn;
      break;
    case "pagebb":
      format.pageBreakBefore = isOn;
      break;
    case "widctlpar":
      format.widowControl = isOn;
      break;
    case "nowidctlpar":
      format.widowControl = false;
      break;
    case "rtlpar":
      format.rightToLeft = true;
      break;
    case "ltrpar":
      format.rightToLeft = false;
      break;
    case "outlinelevel":
      format.outline = Math.max(0, Math.min(9, parameter ?? 9));
      break;
    case "ls":
      format.list = parameter ?? 0;
      break;
    case "ilvl":
      format.listLevel = Math.max(0, Math.min(8, parameter ?? 0));
      break;
    case "cbpat":
      format.background = parameter ?? 0;
      break;
    case "shading":
      format.shading = Math.max(0, Math.min(10_000, parameter ?? 0));
      break;
    case "intbl":
      format.inTable = isOn;
      break;
    case "itap":
      format.tableLevel = Math.max(0, Math.min(MOST_LEVELS, parameter ?? 1));
      format.inTable = format.tableLevel > 0;
      break;
    case "absh":
      format.frame = {
        ...format.frame,
        "w:h": Math.abs(value),
        "w:hRule": value < 0 ? "exact" : value === 0 ? "auto" : "atLeast",
      };
      break;
    default:
      return false;
  }
  return true;
}

function tabWord(format: ParagraphFormat, name: string, value: number): boolean {
  const alignment = TAB_ALIGNMENTS[name];
  const leader = TAB_LEADERS[name];
  if (alignment) format.nextTab = { ...format.nextTab, alignment };
  else if (leader) format.nextTab = { ...format.nextTab, leader };
  else if (name === "tx" || name === "tb") {
    const tab = { at: value, ...format.nextTab, ...(name === "tb" ? { alignment: "bar" } : {}) };
    if (format.tabs.length < MOST_TABS) format.tabs = [...format.tabs, tab];
    format.nextTab = { alignment: "left", leader: "" };
  } else return false;
  return true;
}

/** `w:pPr`. @param numbered whether the list of its number is known @param mark `w:rPr` of its end */
export function paragraphPropertiesXml(
  format: ParagraphFormat,
  tables: FormatTables,
  { styleId, isNumbered, mark }: { styleId: string | undefined; isNumbered: boolean; mark: string },
): string {
  const fill = tables.color(format.background) ?? grayOf(format.shading);
  const borders = ["top", "left", "bottom", "right", "between"]
    .map((side) => borderXml(`w:${side}`, format.borders[side], tables.color))
    .join("");
  const spacing = element("w:spacing", {
    "w:before": format.before,
    "w:beforeAutospacing": format.beforeAuto ? 1 : undefined,
    "w:after": format.after,
    "w:afterAutospacing": format.afterAuto ? 1 : undefined,
    ...lineOf(format),
  });
  const indent = element("w:ind", {
    "w:left": format.left || (isNumbered ? 0 : undefined),
    "w:right": format.right || undefined,
    "w:hanging": format.first < 0 ? -format.first : undefined,
    "w:firstLine": format.first > 0 ? format.first : isNumbered && format.first === 0 ? 0 : undefined,
  });
  const frame = format.frame["w:w"] === undefined && format.frame["w:x"] === undefined ? {} : format.frame;
  const tabs = format.tabs.map(({ at, alignment, leader }) =>
    element("w:tab", { "w:val": alignment, "w:leader": leader || undefined, "w:pos": at }),
  );
  return (
    "<w:pPr>" +
    valued("w:pStyle", styleId) +
    (format.keepNext ? "<w:keepNext/>" : "") +
    (format.keep ? "<w:keepLines/>" : "") +
    (format.pageBreakBefore ? "<w:pageBreakBefore/>" : "") +
    (Object.keys(frame).length > 0 ? element("w:framePr", frame) : "") +
    (format.widowControl ? "" : '<w:widowControl w:val="0"/>') +
    (isNumbered ? element("w:numPr", {}, valued("w:ilvl", format.listLevel) + valued("w:numId", format.list)) : "") +
    (borders === "" ? "" : `<w:pBdr>${borders}</w:pBdr>`) +
    (fill ? element("w:shd", { "w:val": "clear", "w:color": "auto", "w:fill": fill }) : "") +
    (tabs.length > 0 ? `<w:tabs>${tabs.join("")}</w:tabs>` : "") +
    (format.rightToLeft ? "<w:bidi/>" : "") +
    spacing +
    (indent === "<w:ind/>" ? "" : indent) +
    (format.contextual ? "<w:contextualSpacing/>" : "") +
    valued("w:jc", format.alignment || undefined) +
    (format.outline < 9 ? valued("w:outlineLvl", format.outline) : "") +
    mark +
    "</w:pPr>"
  );
}

/** Positive: at least, negative: exactly; multiples are 240 for a line. */
function lineOf({ line, lineIsMultiple }: ParagraphFormat): Record<string, string | number | undefined> {
  if (line === 0) return {};
  const rule = lineIsMultiple ? "auto" : line < 0 ? "exact" : "atLeast";
  return { "w:line": Math.abs(line), "w:lineRule": rule };
}

/** The gray of a share of black. */
export function grayOf(share: number): string | undefined {
  if (share === 0) return undefined;
  return Math.round(255 * (1 - share / 10_000))
    .toString(16)
    .padStart(2, "0")
    .repeat(3);
}
