/** How large a drawing is shown, in whole CSS pixels. */
export interface DrawingSize {
  widthPixels: number;
  heightPixels: number;
}

/** Attributes of an element by their names in lower case. */
export type Attributes = Readonly<Record<string, string>>;

/** Of replaced elements without a size of their own (CSS 2.2, 10.3.2). */
const DEFAULT_SIZE = { width: 300, height: 150 };
/** What a width in percent is a part of: most mails are laid out so wide. */
const MAIL_WIDTH = 600;
const MAX_PIXELS = 2_000;

/** Pixels of each unit of CSS (CSS Values 4, 6.2); of those that follow a font, with a font of 16 pixels. */
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 16,
  rem: 16,
  ex: 8,
};

function pixels(text: string | undefined, percentOf?: number): number | undefined {
  const [, number, unit = ""] =
    /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(?:([a-z]+|%)\s*)?(?:!important\s*)?$/i.exec(text ?? "") ?? [];
  if (number === undefined) return undefined;
  if (unit === "%") return percentOf === undefined ? undefined : (Number(number) / 100) * percentOf;
  const factor = UNITS[unit.toLowerCase()];
  return factor === undefined ? undefined : Number(number) * factor;
}

/** The value of a property in a `style` attribute; of several the last one. */
export function styled(attributes: Attributes, property: string): string | undefined {
  let value: string | undefined;
  for (const declaration of (attributes.style ?? "").split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0 && declaration.slice(0, colon).trim().toLowerCase() === property)
      value = declaration.slice(colon + 1);
  }
  return value;
}

/** What an element says about its own width and height, as far as it does. */
function ownSize(attributes: Attributes) {
  const read = (name: "width" | "height") => {
    const percentOf = name === "width" ? MAIL_WIDTH : undefined;
    const wanted = pixels(styled(attributes, name), percentOf) ?? pixels(attributes[name], percentOf);
    const most = pixels(styled(attributes, `max-${name}`), percentOf);
    return wanted !== undefined && most !== undefined ? Math.min(wanted, most) : wanted;
  };
  return { width: read("width"), height: read("height") };
}

/** Whether anybody is meant to see it: files of symbols are only there to be referred to. */
export function isHidden(attributes: Attributes): boolean {
  const { width, height } = ownSize(attributes);
  return (
    width === 0 ||
    height === 0 ||
    /^\s*none\b/i.test(styled(attributes, "display") ?? attributes.display ?? "") ||
    /^\s*hidden\b/i.test(styled(attributes, "visibility") ?? attributes.visibility ?? "")
  );
}

/**
 * The size of a drawing, from its own attributes and those of the picture element that shows it.
 *
 * @param svg attributes of the drawing's root
 * @param shown attributes of the `img` around it
 */
export function drawingSize(svg: Attributes, shown: Attributes = {}): DrawingSize {
  const [, , boxWidth = 0, boxHeight = 0] = (svg.viewbox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const own = ownSize(svg);
  const box = boxWidth > 0 && boxHeight > 0 ? { width: boxWidth, height: boxHeight } : undefined;
  const natural = fitted(own, box ? box.width / box.height : undefined, box ?? DEFAULT_SIZE);
  const { width, height } = fitted(ownSize(shown), natural.width / natural.height, natural);
  const scale = Math.min(1, MAX_PIXELS / Math.max(width, height));
  return {
    widthPixels: Math.max(1, Math.round(width * scale)),
    heightPixels: Math.max(1, Math.round(height * scale)),
  };
}

/** Completes a size by the ratio of its sides. */
function fitted(
  { width, height }: { width?: number; height?: number },
  ratio: number | undefined,
  fallback: { width: number; height: number },
): { width: number; height: number } {
  if (width && height) return { width, height };
  if (width) return { width, height: ratio ? width / ratio : fallback.height };
  if (height) return { width: ratio ? height * ratio : fallback.width, height };
  return fallback;
}
