/** Charts (OpenDocument 1.3 Part 3, 11) -> `c:chartSpace`. */
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { ChartTable } from "./chart-table.ts";
import { colorOf, countOf, emuOfTwips, twipsOf } from "./measures.ts";
import { type NumberCode, NumberCodes } from "./number-codes.ts";
import { childOf, elementsOf, type OdfNode, textOf } from "./odf-nodes.ts";
import { firstFamily } from "./style-book.ts";

/** What a style of the chart says, all kinds of properties together. */
type Said = Readonly<Record<string, string>>;

/** Series that are drawn in one way at one pair of axes. */
interface Group {
  kind: string;
  isSecondary: boolean;
  series: OdfNode[];
}

const KINDS: Readonly<Record<string, string>> = {
  "chart:bar": "bar",
  "chart:line": "line",
  "chart:area": "area",
  "chart:circle": "pie",
  "chart:ring": "doughnut",
  "chart:scatter": "scatter",
  "chart:radar": "radar",
  "chart:filled-radar": "radar",
  "chart:bubble": "bubble",
  "chart:surface": "area",
};
const PLACES: Readonly<Record<string, string>> = {
  ...{
    start: "l",
    end: "r",
    top: "t",
    bottom: "b",
    "top-start": "l",
    "top-end": "tr",
    "bottom-start": "b",
    "bottom-end": "b",
  },
};
const LABEL_PLACES: Readonly<Record<string, string>> = { "outside-start": "low", "outside-end": "high" };
/** In which series are drawn that say no color. */
const COLORS = ["004586", "FF420E", "FFD320", "579D1C", "7E0021", "83CAFF", "314004", "AECF00", "4B1F6F", "FF950E"];
const MOST_SERIES = 200;
const MOST_POINTS = 200;
const LINE_EMU = 28_575;
const MOST_LABEL = 1_000;
const HIDDEN =
  '<c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/>';
/** Of a typed text, which is shown in the place of the value. */
const SHOWN =
  '<c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/>';

/** An embedded object: its content, and its styles if it has some. */
export interface ChartDocument {
  root: OdfNode;
  styles: OdfNode | undefined;
}

/** Cells beside the chart, as a formula refers to them. */
export interface ReferredCells {
  reference: string;
  /** Of several rows of categories, or columns, those that stand next to the axis. */
  innermost: string;
  /** What a series is called that has no name. */
  usualName: string;
}

/** The cells of an address; undefined for those that the chart holds itself. */
export type ReferenceOf = (address: string) => ReferredCells | undefined;

/** @returns content of `c:chartSpace`; undefined for what is no chart that is read */
export function chartXml(document: ChartDocument, referenceOf: ReferenceOf): string | undefined {
  const { root } = document;
  const chart = childOf(childOf(childOf(root, "office:body"), "office:chart"), "chart:chart");
  const plot = childOf(chart, "chart:plot-area");
  if (!chart || !plot) return undefined;
  return new ChartWriter(document, chart, plot, referenceOf).xml();
}

class ChartWriter {
  readonly #styles = new Map<string, OdfNode>();
  readonly #chart: OdfNode;
  readonly #plot: OdfNode;
  readonly #table: ChartTable;
  readonly #referenceOf: ReferenceOf;
  readonly #plotSaid: Said;
  readonly #codes = new NumberCodes();
  readonly #gradients = new Map<string, string>();

  constructor({ root, styles }: ChartDocument, chart: OdfNode, plot: OdfNode, referenceOf: ReferenceOf) {
    for (const { attributes } of elementsOf(childOf(styles, "office:styles"), "draw:gradient")) {
      const color = colorOf(attributes["draw:start-color"]);
      if (color) this.#gradients.set(attributes["draw:name"] ?? "", color);
    }
    this.#codes.addStyles(childOf(root, "office:styles"));
    this.#codes.addStyles(childOf(root, "office:automatic-styles"));
    for (const style of elementsOf(childOf(root, "office:automatic-styles"), "style:style"))
      this.#styles.set(style.attributes["style:name"] ?? "", style);
    this.#chart = chart;
    this.#plot = plot;
    this.#table = new ChartTable(chart);
    this.#referenceOf = referenceOf;
    this.#plotSaid = this.#said(plot);
  }

  xml(): string | undefined {
    const groups = this.#groups();
    if (groups.length === 0) return undefined;
    const legend = childOf(this.#chart, "chart:legend");
    const title = this.#titleXml(childOf(this.#chart, "chart:title"), childOf(this.#chart, "chart:subtitle"));
    const plot =
      this.#layoutXml() + groups.map((group, index) => this.#groupXml(group, index)).join("") + this.#axesXml(groups);
    const content =
      title +
      element("c:autoTitleDeleted", { val: title === "" ? 1 : 0 }) +
      element("c:plotArea", {}, plot + this.#shapeXml(this.#said(childOf(this.#plot, "chart:wall")), "fill")) +
      (legend ? this.#legendXml(legend) : "") +
      '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/>';
    return element("c:chart", {}, content) + this.#shapeXml(this.#said(this.#chart), "both");
  }

  #said(node: OdfNode | undefined): Said {
    const style = this.#styles.get(node?.attributes["chart:style-name"] ?? "");
    const all: Record<string, string> = {};
    for (const properties of elementsOf(style)) Object.assign(all, properties.attributes);
    return all;
  }

  /** How numbers are written where it is drawn. @param kind attribute of its style */
  #code(node: OdfNode | undefined, kind = "style:data-style-name"): NumberCode | undefined {
    return this.#codes.code(this.#styles.get(node?.attributes["chart:style-name"] ?? "")?.attributes[kind]);
  }

  #groups(): Group[] {
    const groups = new Map<string, Group>();
    const own = this.#chart.attributes["chart:class"] ?? "chart:bar";
    for (const series of elementsOf(this.#plot, "chart:series").slice(0, MOST_SERIES)) {
      const written = series.attributes["chart:class"] ?? own;
      const kind = KINDS[own === "chart:filled-radar" ? own : written] ?? "line";
      const isSecondary = series.attributes["chart:attached-axis"] === "secondary-y";
      const key = `${kind} ${isSecondary}`;
      const group = groups.get(key) ?? { kind, isSecondary, series: [] };
      groups.set(key, group);
      group.series.push(series);
    }
    return [...groups.values()];
  }

  #groupXml({ kind, isSecondary, series }: Group, before: number): string {
    const isFlat = kind === "pie" || kind === "doughnut";
    const said = this.#plotSaid;
    const stacking =
      said["chart:percentage"] === "true" ? "percentStacked" : said["chart:stacked"] === "true" ? "stacked" : undefined;
    const items = series.map((each, index) => this.#seriesXml(each, kind, before * MOST_SERIES + index)).join("");
    const axis = this.#said(this.#axis("y", isSecondary));
    const [gap, overlap] = [axis["chart:gap-width"], axis["chart:overlap"]].map((text) => wholeNumber(text));
    const heads: Readonly<Record<string, string>> = {
      bar:
        element("c:barDir", { val: said["chart:vertical"] === "true" ? "bar" : "col" }) +
        element("c:grouping", { val: stacking ?? "clustered" }),
      line: element("c:grouping", { val: stacking ?? "standard" }),
      area: element("c:grouping", { val: stacking ?? "standard" }),
      scatter: element("c:scatterStyle", { val: "lineMarker" }),
      radar: element("c:radarStyle", {
        val: this.#chart.attributes["chart:class"] === "chart:filled-radar" ? "filled" : "marker",
      }),
    };
    const tails: Readonly<Record<string, string>> = {
      bar:
        element("c:gapWidth", { val: gap ?? 100 }) +
        element("c:overlap", { val: stacking ? 100 : (overlap ?? 0) }) +
        (stacking && said["chart:connect-bars"] === "true" ? "<c:serLines/>" : ""),
      line: '<c:marker val="1"/>',
      pie: '<c:firstSliceAng val="0"/>',
      doughnut: '<c:firstSliceAng val="0"/><c:holeSize val="50"/>',
    };
    const ids = isFlat
      ? ""
      : axisIds(isSecondary)
          .map((id) => element("c:axId", { val: id }))
          .join("");
    const varies = element("c:varyColors", { val: isFlat ? 1 : 0 });
    return element(`c:${kind}Chart`, {}, (heads[kind] ?? "") + varies + items + (tails[kind] ?? "") + ids);
  }

  #seriesXml(series: OdfNode, kind: string, index: number): string {
    const said = { ...this.#plotSaid, ...this.#said(series) };
    const { attributes } = series;
    const isOfLines = kind === "line" || kind === "scatter" || kind === "radar";
    const own = isOfLines ? colorOf(said["svg:stroke-color"]) : this.#fillColor(said);
    const color = own ?? COLORS[index % COLORS.length] ?? "";
    const numbers = this.#numbersXml(attributes["chart:values-cell-range-address"]);
    const domains = elementsOf(series, "chart:domain").map((domain) =>
      this.#numbersXml(domain.attributes["table:cell-range-address"]),
    );
    const data =
      kind === "bubble"
        ? element("c:xVal", {}, domains[1] ?? "") +
          element("c:yVal", {}, domains[0] ?? "") +
          element("c:bubbleSize", {}, numbers)
        : kind === "scatter"
          ? element("c:xVal", {}, domains[0] ?? "") + element("c:yVal", {}, numbers)
          : this.#categoriesXml() + element("c:val", {}, numbers);
    return element(
      "c:ser",
      {},
      element("c:idx", { val: index }) +
        element("c:order", { val: index }) +
        this.#nameXml(attributes["chart:label-cell-address"], attributes["chart:values-cell-range-address"]) +
        (isOfLines ? lineXml(said, color) : element("c:spPr", {}, solid(color))) +
        (isOfLines ? markerXml(said, color) : "") +
        this.#pointsXml(series, kind) +
        this.#labelsXml(series, said) +
        data +
        (isOfLines ? element("c:smooth", { val: /spline/.test(said["chart:interpolation"] ?? "") ? 1 : 0 }) : ""),
    );
  }

  #numbersXml(address: string | undefined, code?: string): string {
    const referred = this.#referred(address);
    return referred ? numbersOfCellsXml(referred.reference, code) : numbersXml(this.#valuesOf(address), code);
  }

  #nameXml(address: string | undefined, values: string | undefined): string {
    const referred = this.#referred(address);
    if (referred) return element("c:tx", {}, textsOfCellsXml(referred.reference));
    const unnamed = address === undefined ? this.#referred(values) : undefined;
    if (unnamed) return element("c:tx", {}, textsXml([unnamed.usualName]));
    const name = this.#table
      .range(address)
      .map((cell) => cell?.text ?? "")
      .join(" ");
    return name === "" ? "" : element("c:tx", {}, textsXml([name]));
  }

  #referred(address: string | undefined): ReferredCells | undefined {
    return address === undefined ? undefined : this.#referenceOf(address);
  }

  #valuesOf(address: string | undefined): (number | undefined)[] {
    return this.#table.range(address).map((cell) => cell?.value);
  }

  /** Points that are drawn in their own color: pieces of a pie. */
  #pointsXml(series: OdfNode, kind: string): string {
    const isFlat = kind === "pie" || kind === "doughnut";
    let markup = "";
    let at = 0;
    for (const point of elementsOf(series, "chart:data-point")) {
      const times = countOf(point.attributes["chart:repeated"], MOST_POINTS) ?? 1;
      const said = this.#said(point);
      const own = this.#fillColor(said);
      const offset = wholeNumber(said["chart:pie-offset"]) ?? 0;
      const explosion = isFlat && offset > 0 ? element("c:explosion", { val: offset }) : "";
      for (let time = 0; time < times && at < MOST_POINTS; time++, at++) {
        const color = own ?? (isFlat ? COLORS[at % COLORS.length] : undefined);
        if (color)
          markup += element(
            "c:dPt",
            {},
            element("c:idx", { val: at }) + explosion + element("c:spPr", {}, solid(color)),
          );
      }
    }
    return markup;
  }

  /** Of a gradient, the color that it begins with. */
  #fillColor(said: Said): string | undefined {
    const gradient = said["draw:fill"] === "gradient" ? said["draw:fill-gradient-name"] : undefined;
    return (gradient === undefined ? undefined : this.#gradients.get(gradient)) ?? colorOf(said["draw:fill-color"]);
  }

  /** `c:cat`: texts, or days if the axis writes such. */
  #categoriesXml(): string {
    const axis = elementsOf(this.#plot, "chart:axis").find((each) => childOf(each, "chart:categories"));
    const address = childOf(axis, "chart:categories")?.attributes["table:cell-range-address"];
    const code = this.#code(axis);
    const referred = this.#referred(address);
    if (referred)
      return element(
        "c:cat",
        {},
        code?.isDate ? numbersOfCellsXml(referred.innermost, code.code) : textsOfCellsXml(referred.reference),
      );
    const cells = this.#table.range(address);
    if (cells.length === 0) return "";
    const values = cells.map((cell) => cell?.value);
    const areDays = code?.isDate && values.every((value) => value !== undefined);
    return element(
      "c:cat",
      {},
      areDays ? numbersXml(values, code.code) : textsXml(cells.map((cell) => cell?.text ?? "")),
    );
  }

  /** `c:dLbls` of a series, with those of points that say something else. */
  #labelsXml(series: OdfNode, said: Said): string {
    const own = this.#labelXml(series, said);
    let points = "";
    let at = 0;
    for (const point of elementsOf(series, "chart:data-point")) {
      const times = countOf(point.attributes["chart:repeated"], MOST_POINTS) ?? 1;
      const text = customLabel(point);
      const label = this.#labelXml(series, { ...said, ...this.#said(point) });
      for (let time = 0; time < times && at < MOST_POINTS; time++, at++)
        if (text !== "" || label !== own)
          points += element(
            "c:dLbl",
            {},
            element("c:idx", { val: at }) +
              text +
              (label === "" && text === "" ? '<c:delete val="1"/>' : label || SHOWN),
          );
    }
    return own === "" && points === "" ? "" : element("c:dLbls", {}, points + (own || HIDDEN));
  }

  /** What a label has; nothing for none. */
  #labelXml(series: OdfNode, said: Said): string {
    const numbers = said["chart:data-label-number"] ?? "none";
    const show = (name: string, isShown: boolean) => element(`c:${name}`, { val: isShown ? 1 : 0 });
    const [hasCategory, hasSeries] = [said["chart:data-label-text"], said["chart:data-label-series"]].map(
      (flag) => flag === "true",
    );
    if (numbers === "none" && !hasCategory && !hasSeries) return "";
    const isShare = /percentage/.test(numbers);
    const code =
      isShare && numbers === "percentage"
        ? (this.#code(series, "style:percentage-data-style-name")?.code ?? "0%")
        : this.#code(series)?.code;
    return (
      numberFormatXml(code) +
      textXml(said) +
      show("showLegendKey", false) +
      show("showVal", /value/.test(numbers)) +
      show("showCatName", hasCategory === true) +
      show("showSerName", hasSeries === true) +
      show("showPercent", isShare) +
      element("c:separator", {}, this.#separator(series))
    );
  }

  /** What stands between the parts of a label. */
  #separator(series: OdfNode): string {
    const style = this.#styles.get(series.attributes["chart:style-name"] ?? "");
    const separator = childOf(childOf(style, "style:chart-properties"), "chart:label-separator");
    const paragraph = childOf(separator, "text:p");
    if (!paragraph) return " ";
    return childOf(paragraph, "text:line-break") ? "\n" : escapeXmlText(textOf(paragraph).slice(0, 20)) || " ";
  }

  #axis(dimension: string, isSecondary: boolean): OdfNode | undefined {
    const axes = elementsOf(this.#plot, "chart:axis").filter(
      ({ attributes }) => attributes["chart:dimension"] === dimension,
    );
    return axes.find(({ attributes }) => (attributes["chart:name"] ?? "").startsWith("secondary") === isSecondary);
  }

  #axesXml(groups: readonly Group[]): string {
    const withAxes = groups.filter(({ kind }) => kind !== "pie" && kind !== "doughnut");
    return [false, true]
      .filter((isSecondary) => withAxes.some((group) => group.isSecondary === isSecondary))
      .map((isSecondary) =>
        this.#axisPairXml(
          isSecondary,
          withAxes.some(({ kind }) => kind === "scatter" || kind === "bubble"),
        ),
      )
      .join("");
  }

  #axisPairXml(isSecondary: boolean, isScatter: boolean): string {
    const [first, second] = axisIds(isSecondary);
    const isTurned = this.#plotSaid["chart:vertical"] === "true";
    const across = isTurned ? "l" : "b";
    const up = isTurned ? "b" : isSecondary ? "r" : "l";
    const [x, y] = [this.#axis("x", isSecondary), this.#axis("y", isSecondary)];
    return (
      this.#axisXml(isScatter ? "c:valAx" : "c:catAx", x, {
        id: first,
        crosses: second,
        place: across,
        isDeleted: isSecondary,
      }) + this.#axisXml("c:valAx", y, { id: second, crosses: first, place: up, isDeleted: !y, isAtEnd: isSecondary })
    );
  }

  #axisXml(
    name: string,
    axis: OdfNode | undefined,
    {
      id,
      crosses,
      place,
      isDeleted,
      isAtEnd,
    }: { id: number; crosses: number; place: string; isDeleted: boolean; isAtEnd?: boolean },
  ): string {
    const said = this.#said(axis);
    const limit = (attribute: string, tag: string) => {
      const value = Number(said[attribute] ?? Number.NaN);
      return Number.isFinite(value) ? element(tag, { val: value }) : "";
    };
    const isReversed = said["chart:reverse-direction"] === "true";
    const grids = elementsOf(axis, "chart:grid").filter(({ attributes }) => attributes["chart:class"] !== "minor");
    const hasLabels = said["chart:display-label"] !== "false";
    return element(
      name,
      {},
      element("c:axId", { val: id }) +
        element(
          "c:scaling",
          {},
          (said["chart:logarithmic"] === "true" ? '<c:logBase val="10"/>' : "") +
            element("c:orientation", { val: isReversed ? "maxMin" : "minMax" }) +
            limit("chart:maximum", "c:max") +
            limit("chart:minimum", "c:min"),
        ) +
        element("c:delete", { val: isDeleted || said["chart:visible"] === "false" ? 1 : 0 }) +
        element("c:axPos", { val: place }) +
        grids.map((grid) => element("c:majorGridlines", {}, lineXml(this.#said(grid), "B3B3B3"))).join("") +
        this.#titleXml(childOf(axis, "chart:title")) +
        numberFormatXml(this.#code(axis)?.code) +
        element("c:majorTickMark", { val: said["chart:tick-marks-major-outer"] === "false" ? "none" : "out" }) +
        '<c:minorTickMark val="none"/>' +
        element("c:tickLblPos", {
          val: hasLabels ? (LABEL_PLACES[said["chart:axis-label-position"] ?? ""] ?? "nextTo") : "none",
        }) +
        lineXml(said, "B3B3B3") +
        textXml(said) +
        element("c:crossAx", { val: crosses }) +
        element("c:crosses", { val: isAtEnd ? "max" : "autoZero" }) +
        limit("chart:interval-major", "c:majorUnit"),
    );
  }

  #titleXml(title: OdfNode | undefined, subtitle?: OdfNode): string {
    const paragraphs = [title, subtitle].map((node) => {
      const text = elementsOf(node, "text:p").map(textOf).join(" ");
      const run = element("a:r", {}, `${runXml("a:rPr", this.#said(node))}<a:t>${escapeXmlText(text)}</a:t>`);
      return text === "" ? "" : element("a:p", {}, run);
    });
    if (paragraphs.every((paragraph) => paragraph === "")) return "";
    const rotation = Number(this.#said(title)["style:rotation-angle"] ?? 0);
    const body = element("a:bodyPr", { rot: rotation === 90 ? -5_400_000 : 0 });
    const rich = element("c:rich", {}, body + paragraphs.join(""));
    return element("c:title", {}, element("c:tx", {}, rich) + '<c:overlay val="0"/>');
  }

  #legendXml(legend: OdfNode): string {
    const place = PLACES[legend.attributes["chart:legend-position"] ?? "end"] ?? "r";
    return element(
      "c:legend",
      {},
      element("c:legendPos", { val: place }) + '<c:overlay val="0"/>' + textXml(this.#said(legend)),
    );
  }

  /** Where the values are drawn, as the program has worked it out. */
  #layoutXml(): string {
    const region = childOf(this.#plot, "chart:coordinate-region")?.attributes;
    const size = this.#chart.attributes;
    const share = (name: string, of: string) => {
      const [part, whole] = [twipsOf(region?.[name]), twipsOf(size[of])];
      return part === undefined || !whole ? undefined : Math.min(1, Math.max(0, part / whole));
    };
    const parts = [
      share("svg:x", "svg:width"),
      share("svg:y", "svg:height"),
      share("svg:width", "svg:width"),
      share("svg:height", "svg:height"),
    ];
    if (parts.some((part) => part === undefined)) return "<c:layout/>";
    const members = ["x", "y", "w", "h"].map((name, index) => element(`c:${name}`, { val: parts[index] }));
    const modes = '<c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/>';
    return element("c:layout", {}, element("c:manualLayout", {}, modes + members.join("")));
  }

  #shapeXml(said: Said, parts: "fill" | "both"): string {
    const color = said["draw:fill"] === "none" ? undefined : colorOf(said["draw:fill-color"]);
    const fill = color && said["draw:fill"] === "solid" ? solid(color) : "<a:noFill/>";
    return element("c:spPr", {}, fill + (parts === "both" ? strokeXml(said, undefined) : "<a:ln><a:noFill/></a:ln>"));
  }
}

/** `c:tx` of a label that somebody has typed. */
function customLabel(point: OdfNode): string {
  const label = childOf(point, "chart:data-label") ?? childOf(point, "loext:data-label");
  const text = elementsOf(label, "text:p").map(textOf).join("\n").slice(0, MOST_LABEL);
  if (text.trim() === "") return "";
  const run = element("a:r", {}, `<a:t>${escapeXmlText(text)}</a:t>`);
  return element("c:tx", {}, element("c:rich", {}, `<a:bodyPr/>${element("a:p", {}, run)}`));
}

function axisIds(isSecondary: boolean): [first: number, second: number] {
  return isSecondary ? [3, 4] : [1, 2];
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,3}$/.test(text) ? Number(text) : undefined;
}

function numberFormatXml(code: string | undefined): string {
  return code === undefined || code === "General" ? "" : element("c:numFmt", { formatCode: code, sourceLinked: 0 });
}

function numbersXml(values: readonly (number | undefined)[], code = "General"): string {
  const points = values.map((value, index) =>
    value === undefined ? "" : element("c:pt", { idx: index }, `<c:v>${value}</c:v>`),
  );
  return element(
    "c:numLit",
    {},
    `<c:formatCode>${escapeXmlText(code)}</c:formatCode>${element("c:ptCount", { val: values.length })}${points.join("")}`,
  );
}

function textsXml(texts: readonly string[]): string {
  const points = texts.map((text, index) => element("c:pt", { idx: index }, `<c:v>${escapeXmlText(text)}</c:v>`));
  const cache = element("c:strCache", {}, element("c:ptCount", { val: texts.length }) + points.join(""));
  return element("c:strRef", {}, `<c:f/>${cache}`);
}

/** Which cells, and not their numbers: the reader of the workbook knows these. */
function numbersOfCellsXml(reference: string, code = "General"): string {
  const format = `<c:formatCode>${escapeXmlText(code)}</c:formatCode>`;
  return element("c:numRef", {}, `<c:f>${escapeXmlText(reference)}</c:f>${element("c:numCache", {}, format)}`);
}

/** {@link numbersOfCellsXml} for texts. */
function textsOfCellsXml(reference: string): string {
  return element("c:strRef", {}, `<c:f>${escapeXmlText(reference)}</c:f>`);
}

function solid(color: string): string {
  return element("a:solidFill", {}, element("a:srgbClr", { val: color }));
}

/** `a:ln`. @param usual color of a line that says none; undefined: there is none then */
function strokeXml(said: Said, usual: string | undefined): string {
  const color = colorOf(said["svg:stroke-color"]) ?? usual;
  if (said["draw:stroke"] === "none" || !color) return "<a:ln><a:noFill/></a:ln>";
  const width = twipsOf(said["svg:stroke-width"]);
  return element("a:ln", { w: width ? emuOfTwips(width) : undefined }, solid(color));
}

function lineXml(said: Said, color: string): string {
  const width = twipsOf(said["svg:stroke-width"]);
  const isNone = said["draw:stroke"] === "none" || said["chart:lines"] === "false";
  const line = isNone
    ? "<a:ln><a:noFill/></a:ln>"
    : element("a:ln", { w: width ? emuOfTwips(width) : LINE_EMU }, solid(colorOf(said["svg:stroke-color"]) ?? color));
  return element("c:spPr", {}, line);
}

function markerXml(said: Said, color: string): string {
  const isNone = (said["chart:symbol-type"] ?? "none") === "none";
  const symbol = element("c:symbol", { val: isNone ? "none" : "square" });
  return element("c:marker", {}, isNone ? symbol : `${symbol}<c:size val="6"/>${element("c:spPr", {}, solid(color))}`);
}

function runXml(name: string, said: Said): string {
  const size = twipsOf(said["fo:font-size"]);
  const color = colorOf(said["fo:color"]);
  const family = firstFamily(said["fo:font-family"]);
  return element(
    name,
    {
      sz: size === undefined ? undefined : Math.max(100, Math.round(size * 5)),
      b: said["fo:font-weight"] === "bold" ? 1 : 0,
    },
    (color ? solid(color) : "") + (family ? element("a:latin", { typeface: family }) : ""),
  );
}

function textXml(said: Said): string {
  return element("c:txPr", {}, `<a:bodyPr/>${element("a:p", {}, element("a:pPr", {}, runXml("a:defRPr", said)))}`);
}
