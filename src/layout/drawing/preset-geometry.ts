/** Outlines of preset shapes (`ST_ShapeType`, ECMA-376 part 1, 20.1.10.56) as SVG path data in points. */

type Adjust = (name: string, fallback: number) => number;
type Outline = (w: number, h: number, adjust: Adjust) => string;

function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`;
}

function regular(sides: number, w: number, h: number, turn = -Math.PI / 2): string {
  return polygon(
    Array.from({ length: sides }, (_, index) => {
      const angle = turn + (2 * Math.PI * index) / sides;
      return [w / 2 + (w / 2) * Math.cos(angle), h / 2 + (h / 2) * Math.sin(angle)] as const;
    }),
  );
}

function star(points: number, w: number, h: number, inner: number): string {
  return polygon(
    Array.from({ length: points * 2 }, (_, index) => {
      const angle = -Math.PI / 2 + (Math.PI * index) / points;
      const share = index % 2 === 0 ? 1 : inner;
      return [w / 2 + (w / 2) * share * Math.cos(angle), h / 2 + (h / 2) * share * Math.sin(angle)] as const;
    }),
  );
}

function ellipse(w: number, h: number): string {
  return `M0 ${h / 2}A${w / 2} ${h / 2} 0 1 1 ${w} ${h / 2}A${w / 2} ${h / 2} 0 1 1 0 ${h / 2}Z`;
}

function roundRect(w: number, h: number, radii: readonly [number, number, number, number]): string {
  const [tl, tr, br, bl] = radii;
  const corner = (radius: number, x: number, y: number) => (radius > 0 ? `A${radius} ${radius} 0 0 1 ${x} ${y}` : "");
  return `M${tl} 0L${w - tr} 0${corner(tr, w, tr)}L${w} ${h - br}${corner(br, w - br, h)}L${bl} ${h}${corner(bl, 0, h - bl)}L0 ${tl}${corner(tl, tl, 0)}Z`;
}

function arrow(w: number, h: number, adjust: Adjust, direction: "right" | "left" | "up" | "down"): string {
  const horizontal = direction === "right" || direction === "left";
  const long = horizontal ? w : h;
  const wide = horizontal ? h : w;
  const shaft = (wide * adjust("adj1", 50_000)) / 100_000;
  const head = Math.min(long, (Math.min(w, h) * adjust("adj2", 50_000)) / 100_000);
  const near = (wide - shaft) / 2;
  const points: [number, number][] = [
    [0, near],
    [long - head, near],
    [long - head, 0],
    [long, wide / 2],
    [long - head, wide],
    [long - head, wide - near],
    [0, wide - near],
  ];
  const place: Record<typeof direction, (along: number, across: number) => readonly [number, number]> = {
    right: (along, across) => [along, across],
    left: (along, across) => [w - along, across],
    down: (along, across) => [across, along],
    up: (along, across) => [across, h - along],
  };
  return polygon(points.map(([along, across]) => place[direction](along, across)));
}

const shortSide = (w: number, h: number) => Math.min(w, h);
const rect: Outline = (w, h) =>
  polygon([
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ]);
const cornerOf = (w: number, h: number, adjust: Adjust, name: string, fallback: number) =>
  (shortSide(w, h) * Math.min(50_000, adjust(name, fallback))) / 100_000;

const OUTLINES: Readonly<Record<string, Outline>> = {
  rect,
  textBox: rect,
  flowChartProcess: rect,
  ellipse: (w, h) => ellipse(w, h),
  flowChartConnector: (w, h) => ellipse(w, h),
  roundRect: (w, h, adjust) => {
    const r = cornerOf(w, h, adjust, "adj", 16_667);
    return roundRect(w, h, [r, r, r, r]);
  },
  flowChartAlternateProcess: (w, h) => {
    const r = shortSide(w, h) / 6;
    return roundRect(w, h, [r, r, r, r]);
  },
  flowChartTerminator: (w, h) => {
    const r = shortSide(w, h) / 2;
    return roundRect(w, h, [r, r, r, r]);
  },
  round1Rect: (w, h, adjust) => roundRect(w, h, [0, cornerOf(w, h, adjust, "adj", 16_667), 0, 0]),
  round2SameRect: (w, h, adjust) => {
    const top = cornerOf(w, h, adjust, "adj1", 16_667);
    const bottom = cornerOf(w, h, adjust, "adj2", 0);
    return roundRect(w, h, [top, top, bottom, bottom]);
  },
  round2DiagRect: (w, h, adjust) => {
    const first = cornerOf(w, h, adjust, "adj1", 16_667);
    const second = cornerOf(w, h, adjust, "adj2", 0);
    return roundRect(w, h, [first, second, first, second]);
  },
  snip1Rect: (w, h, adjust) => {
    const c = cornerOf(w, h, adjust, "adj", 16_667);
    return polygon([
      [0, 0],
      [w - c, 0],
      [w, c],
      [w, h],
      [0, h],
    ]);
  },
  foldedCorner: (w, h, adjust) => {
    const c = cornerOf(w, h, adjust, "adj", 16_667);
    return polygon([
      [0, 0],
      [w, 0],
      [w, h - c],
      [w - c, h],
      [0, h],
    ]);
  },
  triangle: (w, h, adjust) =>
    polygon([
      [(w * adjust("adj", 50_000)) / 100_000, 0],
      [w, h],
      [0, h],
    ]),
  flowChartExtract: (w, h) =>
    polygon([
      [w / 2, 0],
      [w, h],
      [0, h],
    ]),
  flowChartMerge: (w, h) =>
    polygon([
      [0, 0],
      [w, 0],
      [w / 2, h],
    ]),
  rtTriangle: (w, h) =>
    polygon([
      [0, 0],
      [w, h],
      [0, h],
    ]),
  diamond: (w, h) =>
    polygon([
      [w / 2, 0],
      [w, h / 2],
      [w / 2, h],
      [0, h / 2],
    ]),
  flowChartDecision: (w, h) =>
    polygon([
      [w / 2, 0],
      [w, h / 2],
      [w / 2, h],
      [0, h / 2],
    ]),
  parallelogram: (w, h, adjust) => {
    const x = (shortSide(w, h) * adjust("adj", 25_000)) / 100_000;
    return polygon([
      [x, 0],
      [w, 0],
      [w - x, h],
      [0, h],
    ]);
  },
  flowChartInputOutput: (w, h) =>
    polygon([
      [w / 5, 0],
      [w, 0],
      [w * 0.8, h],
      [0, h],
    ]),
  trapezoid: (w, h, adjust) => {
    const x = (shortSide(w, h) * adjust("adj", 25_000)) / 100_000;
    return polygon([
      [x, 0],
      [w - x, 0],
      [w, h],
      [0, h],
    ]);
  },
  pentagon: (w, h) => regular(5, w, h),
  hexagon: (w, h, adjust) => {
    const x = (shortSide(w, h) * adjust("adj", 25_000)) / 100_000;
    return polygon([
      [x, 0],
      [w - x, 0],
      [w, h / 2],
      [w - x, h],
      [x, h],
      [0, h / 2],
    ]);
  },
  flowChartPreparation: (w, h) =>
    polygon([
      [w / 5, 0],
      [w * 0.8, 0],
      [w, h / 2],
      [w * 0.8, h],
      [w / 5, h],
      [0, h / 2],
    ]),
  octagon: (w, h, adjust) => {
    const c = cornerOf(w, h, adjust, "adj", 29_289);
    return polygon([
      [c, 0],
      [w - c, 0],
      [w, c],
      [w, h - c],
      [w - c, h],
      [c, h],
      [0, h - c],
      [0, c],
    ]);
  },
  plus: (w, h, adjust) => {
    const c = cornerOf(w, h, adjust, "adj", 25_000);
    return polygon([
      [c, 0],
      [w - c, 0],
      [w - c, c],
      [w, c],
      [w, h - c],
      [w - c, h - c],
      [w - c, h],
      [c, h],
      [c, h - c],
      [0, h - c],
      [0, c],
      [c, c],
    ]);
  },
  mathPlus: (w, h, adjust) => {
    const bar = (Math.min(w, h) * adjust("adj1", 23_520)) / 200_000;
    const [x, y] = [w * 0.1325, h * 0.1325];
    const [cx, cy] = [w / 2, h / 2];
    return polygon([
      [x, cy - bar],
      [cx - bar, cy - bar],
      [cx - bar, y],
      [cx + bar, y],
      [cx + bar, cy - bar],
      [w - x, cy - bar],
      [w - x, cy + bar],
      [cx + bar, cy + bar],
      [cx + bar, h - y],
      [cx - bar, h - y],
      [cx - bar, cy + bar],
      [x, cy + bar],
    ]);
  },
  mathMinus: (w, h, adjust) => {
    const bar = (h * adjust("adj1", 23_520)) / 200_000;
    return polygon([
      [w * 0.1325, h / 2 - bar],
      [w * 0.8675, h / 2 - bar],
      [w * 0.8675, h / 2 + bar],
      [w * 0.1325, h / 2 + bar],
    ]);
  },
  mathEqual: (w, h) =>
    `M${w * 0.13} ${h * 0.25}H${w * 0.87}V${h * 0.45}H${w * 0.13}ZM${w * 0.13} ${h * 0.55}H${w * 0.87}V${h * 0.75}H${w * 0.13}Z`,
  corner: (w, h) =>
    polygon([
      [0, 0],
      [w / 2, 0],
      [w / 2, h / 2],
      [w, h / 2],
      [w, h],
      [0, h],
    ]),
  plaque: (w, h, adjust) => {
    const r = cornerOf(w, h, adjust, "adj", 16_667);
    return `M${r} 0L${w - r} 0A${r} ${r} 0 0 0 ${w} ${r}L${w} ${h - r}A${r} ${r} 0 0 0 ${w - r} ${h}L${r} ${h}A${r} ${r} 0 0 0 0 ${h - r}L0 ${r}A${r} ${r} 0 0 0 ${r} 0Z`;
  },
  pie: (w, h) => `M${w / 2} ${h / 2}L${w} ${h / 2}A${w / 2} ${h / 2} 0 1 1 ${w / 2} 0Z`,
  blockArc: (w, h, adjust) => {
    const d = (shortSide(w, h) * adjust("adj3", 25_000)) / 100_000;
    return `M0 ${h / 2}A${w / 2} ${h / 2} 0 0 1 ${w} ${h / 2}L${w - d} ${h / 2}A${w / 2 - d} ${h / 2 - d} 0 0 0 ${d} ${h / 2}Z`;
  },
  rightArrow: (w, h, adjust) => arrow(w, h, adjust, "right"),
  leftArrow: (w, h, adjust) => arrow(w, h, adjust, "left"),
  upArrow: (w, h, adjust) => arrow(w, h, adjust, "up"),
  downArrow: (w, h, adjust) => arrow(w, h, adjust, "down"),
  leftRightArrow: (w, h, adjust) => {
    const head = (shortSide(w, h) * adjust("adj2", 50_000)) / 100_000;
    const near = (h * (1 - adjust("adj1", 50_000) / 100_000)) / 2;
    return polygon([
      [0, h / 2],
      [head, 0],
      [head, near],
      [w - head, near],
      [w - head, 0],
      [w, h / 2],
      [w - head, h],
      [w - head, h - near],
      [head, h - near],
      [head, h],
    ]);
  },
  homePlate: (w, h, adjust) => {
    const x = (shortSide(w, h) * adjust("adj", 50_000)) / 100_000;
    return polygon([
      [0, 0],
      [w - x, 0],
      [w, h / 2],
      [w - x, h],
      [0, h],
    ]);
  },
  chevron: (w, h, adjust) => {
    const x = (shortSide(w, h) * adjust("adj", 50_000)) / 100_000;
    return polygon([
      [0, 0],
      [w - x, 0],
      [w, h / 2],
      [w - x, h],
      [0, h],
      [x, h / 2],
    ]);
  },
  star4: (w, h, adjust) => star(4, w, h, adjust("adj", 12_500) / 50_000),
  star5: (w, h) => star(5, w, h, 0.382),
  star6: (w, h) => star(6, w, h, 0.577),
  star7: (w, h) => star(7, w, h, 0.69),
  star8: (w, h, adjust) => star(8, w, h, adjust("adj", 37_500) / 50_000),
  star10: (w, h) => star(10, w, h, 0.85),
  star12: (w, h, adjust) => star(12, w, h, adjust("adj", 37_500) / 50_000),
  star16: (w, h, adjust) => star(16, w, h, adjust("adj", 37_500) / 50_000),
  star24: (w, h, adjust) => star(24, w, h, adjust("adj", 37_500) / 50_000),
  star32: (w, h, adjust) => star(32, w, h, adjust("adj", 37_500) / 50_000),
  donut: (w, h, adjust) => {
    const d = (shortSide(w, h) * adjust("adj", 25_000)) / 100_000;
    const rx = w / 2 - d;
    const ry = h / 2 - d;
    return `${ellipse(w, h)}M${d} ${h / 2}A${rx} ${ry} 0 1 0 ${w - d} ${h / 2}A${rx} ${ry} 0 1 0 ${d} ${h / 2}Z`;
  },
  frame: (w, h, adjust) => {
    const d = (shortSide(w, h) * adjust("adj1", 12_500)) / 100_000;
    return `${rect(w, h, adjust)}M${d} ${d}L${d} ${h - d}L${w - d} ${h - d}L${w - d} ${d}Z`;
  },
  can: (w, h, adjust) => {
    const y = (shortSide(w, h) * adjust("adj", 25_000)) / 200_000;
    return `M0 ${y}A${w / 2} ${y} 0 0 1 ${w} ${y}L${w} ${h - y}A${w / 2} ${y} 0 0 1 0 ${h - y}ZM0 ${y}A${w / 2} ${y} 0 0 0 ${w} ${y}`;
  },
  flowChartDocument: (w, h) => `M0 0L${w} 0L${w} ${h * 0.8}C${w / 2} ${h * 0.8} ${w / 2} ${h * 1.12} 0 ${h * 0.93}Z`,
  wedgeRectCallout: (w, h, adjust) => {
    const x = w / 2 + (w * adjust("adj1", -20_833)) / 100_000;
    const y = h / 2 + (h * adjust("adj2", 62_500)) / 100_000;
    return callout(w, h, x, y);
  },
  wedgeRoundRectCallout: (w, h, adjust) => {
    const x = w / 2 + (w * adjust("adj1", -20_833)) / 100_000;
    const y = h / 2 + (h * adjust("adj2", 62_500)) / 100_000;
    return callout(w, h, x, y);
  },
  wedgeEllipseCallout: (w, h, adjust) => {
    const x = w / 2 + (w * adjust("adj1", -20_833)) / 100_000;
    const y = h / 2 + (h * adjust("adj2", 62_500)) / 100_000;
    return `${ellipse(w, h)}M${w * 0.4} ${h * 0.9}L${x} ${y}L${w * 0.55} ${h * 0.9}Z`;
  },
  leftBracket: (w, h) =>
    `M${w} 0A${w} ${w} 0 0 0 0 ${Math.min(w, h / 2)}L0 ${h - Math.min(w, h / 2)}A${w} ${w} 0 0 0 ${w} ${h}`,
  rightBracket: (w, h) =>
    `M0 0A${w} ${w} 0 0 1 ${w} ${Math.min(w, h / 2)}L${w} ${h - Math.min(w, h / 2)}A${w} ${w} 0 0 1 0 ${h}`,
  leftBrace: (w, h) =>
    `M${w} 0Q${w / 2} 0 ${w / 2} ${h * 0.1}L${w / 2} ${h * 0.4}Q${w / 2} ${h / 2} 0 ${h / 2}Q${w / 2} ${h / 2} ${w / 2} ${h * 0.6}L${w / 2} ${h * 0.9}Q${w / 2} ${h} ${w} ${h}`,
  rightBrace: (w, h) =>
    `M0 0Q${w / 2} 0 ${w / 2} ${h * 0.1}L${w / 2} ${h * 0.4}Q${w / 2} ${h / 2} ${w} ${h / 2}Q${w / 2} ${h / 2} ${w / 2} ${h * 0.6}L${w / 2} ${h * 0.9}Q${w / 2} ${h} 0 ${h}`,
  heart: (w, h) =>
    `M${w / 2} ${h * 0.25}C${w * 0.6} ${-h * 0.08} ${w * 1.1} ${h * 0.2} ${w / 2} ${h}C${-w * 0.1} ${h * 0.2} ${w * 0.4} ${-h * 0.08} ${w / 2} ${h * 0.25}Z`,
  cloud: (w, h) =>
    `M${w * 0.1} ${h * 0.35}A${w * 0.17} ${h * 0.2} 0 0 1 ${w * 0.32} ${h * 0.12}A${w * 0.18} ${h * 0.2} 0 0 1 ${w * 0.6} ${h * 0.08}A${w * 0.17} ${h * 0.2} 0 0 1 ${w * 0.88} ${h * 0.22}A${w * 0.15} ${h * 0.22} 0 0 1 ${w * 0.92} ${h * 0.6}A${w * 0.17} ${h * 0.2} 0 0 1 ${w * 0.68} ${h * 0.85}A${w * 0.18} ${h * 0.16} 0 0 1 ${w * 0.35} ${h * 0.9}A${w * 0.16} ${h * 0.18} 0 0 1 ${w * 0.09} ${h * 0.7}A${w * 0.12} ${h * 0.2} 0 0 1 ${w * 0.1} ${h * 0.35}Z`,
  moon: (w, h) => `M${w} 0A${w} ${h / 2} 0 0 0 ${w} ${h}A${w * 0.6} ${h * 0.55} 0 0 1 ${w} 0Z`,
  bevel: rect,
  cube: (w, h, adjust) => {
    const d = (shortSide(w, h) * adjust("adj", 25_000)) / 100_000;
    return `M0 ${d}L${d} 0L${w} 0L${w} ${h - d}L${w - d} ${h}L0 ${h}ZM0 ${d}L${w - d} ${d}L${w - d} ${h}M${w - d} ${d}L${w} 0`;
  },
  arc: (w, h) => `M${w / 2} 0A${w / 2} ${h / 2} 0 0 1 ${w} ${h / 2}`,
};

function callout(w: number, h: number, x: number, y: number): string {
  const below = y > h;
  const above = y < 0;
  if (below)
    return polygon([
      [0, 0],
      [w, 0],
      [w, h],
      [w * 0.42, h],
      [x, y],
      [w * 0.17, h],
      [0, h],
    ]);
  if (above)
    return polygon([
      [0, 0],
      [w * 0.17, 0],
      [x, y],
      [w * 0.42, 0],
      [w, 0],
      [w, h],
      [0, h],
    ]);
  return rect(w, h, () => 0);
}

const LINES = new Set(["line", "straightConnector1", "lineInv"]);

/** Shapes that are lines and never filled. */
export function isOpenShape(name: string): boolean {
  return LINES.has(name) || /Connector\d?$|^(leftBracket|rightBracket|leftBrace|rightBrace|arc)$/.test(name);
}

/** Path data for a box of that size; unknown shapes are rectangles. */
export function presetPath(
  name: string,
  widthPt: number,
  heightPt: number,
  adjustments: Readonly<Record<string, number>>,
): string {
  if (name === "lineInv") return `M0 ${heightPt}L${widthPt} 0`;
  if (LINES.has(name)) return `M0 0L${widthPt} ${heightPt}`;
  if (/^bentConnector/.test(name)) {
    const at = (widthPt * (adjustments.adj1 ?? 50_000)) / 100_000;
    return `M0 0L${at} 0L${at} ${heightPt}L${widthPt} ${heightPt}`;
  }
  if (/^curvedConnector/.test(name)) {
    return `M0 0C${widthPt / 2} 0 ${widthPt / 2} ${heightPt} ${widthPt} ${heightPt}`;
  }
  const adjust: Adjust = (key, fallback) => adjustments[key] ?? fallback;
  return (OUTLINES[name] ?? rect)(widthPt, heightPt, adjust);
}
