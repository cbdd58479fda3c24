/** Color arithmetic of DrawingML and WordprocessingML. Colors are `#rrggbb` strings. */

type Rgb = [red: number, green: number, blue: number];

function toRgb(color: string): Rgb {
  const value = Number.parseInt(color.replace("#", ""), 16) || 0;
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex([red, green, blue]: Rgb): string {
  const part = (value: number) =>
    Math.max(0, Math.min(255, Math.round(value)))
      .toString(16)
      .padStart(2, "0");
  return `#${part(red)}${part(green)}${part(blue)}`;
}

/** `RRGGBB` (with or without `#`) -> `#rrggbb`; anything else is undefined. */
export function normalizeHex(value: string | undefined): string | undefined {
  if (!value) return undefined;
  const match = /^#?([0-9a-fA-F]{6})$/.exec(value.trim());
  return match ? `#${match[1]?.toLowerCase()}` : undefined;
}

/** Mixes two colors; `amount` 0 gives the first, 1 the second. */
export function mix(first: string, second: string, amount: number): string {
  const from = toRgb(first);
  const to = toRgb(second);
  return toHex([0, 1, 2].map((index) => (from[index] ?? 0) * (1 - amount) + (to[index] ?? 0) * amount) as Rgb);
}

/** `themeTint` / `themeShade` (0-255) of WordprocessingML: scales HSL luminance (17.3.2.6). */
export function wordTintShade(color: string, tint: number | undefined, shade: number | undefined): string {
  const [hue, saturation, luminance] = toHsl(color);
  if (shade !== undefined) return fromHsl(hue, saturation, luminance * (shade / 255));
  if (tint !== undefined) return fromHsl(hue, saturation, luminance * (tint / 255) + (1 - tint / 255));
  return color;
}

export function toHsl(color: string): [hue: number, saturation: number, luminance: number] {
  const [red, green, blue] = toRgb(color).map((value) => value / 255) as Rgb;
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const luminance = (max + min) / 2;
  if (max === min) return [0, 0, luminance];
  const delta = max - min;
  const saturation = luminance > 0.5 ? delta / (2 - max - min) : delta / (max + min);
  let hue: number;
  if (max === red) hue = (green - blue) / delta + (green < blue ? 6 : 0);
  else if (max === green) hue = (blue - red) / delta + 2;
  else hue = (red - green) / delta + 4;
  return [hue / 6, saturation, luminance];
}

export function fromHsl(hue: number, saturation: number, luminance: number): string {
  const clamped = Math.max(0, Math.min(1, luminance));
  const strength = Math.max(0, Math.min(1, saturation));
  if (strength === 0) return toHex([clamped * 255, clamped * 255, clamped * 255]);
  const high = clamped < 0.5 ? clamped * (1 + strength) : clamped + strength - clamped * strength;
  const low = 2 * clamped - high;
  const channel = (offset: number) => {
    const rotation = (((hue + offset) % 1) + 1) % 1;
    if (rotation < 1 / 6) return low + (high - low) * 6 * rotation;
    if (rotation < 1 / 2) return high;
    if (rotation < 2 / 3) return low + (high - low) * (2 / 3 - rotation) * 6;
    return low;
  };
  return toHex([channel(1 / 3) * 255, channel(0) * 255, channel(-1 / 3) * 255]);
}

/** Whether text of no color is white on a shading (automatic color): by its perceived luminance of 0 to 255. */
export function isDark(color: string): boolean {
  const [red, green, blue] = toRgb(color);
  return 0.299 * red + 0.587 * green + 0.114 * blue < LIGHT;
}

const LIGHT = 61;

/** One DrawingML color transform (20.1.2.3), e.g. `lumMod` with 1 = 100 %. */
export function transformColor(color: string, transform: string, amount: number): string {
  const [hue, saturation, luminance] = toHsl(color);
  switch (transform) {
    case "lumMod":
      return fromHsl(hue, saturation, luminance * amount);
    case "lumOff":
      return fromHsl(hue, saturation, luminance + amount);
    case "satMod":
      return fromHsl(hue, saturation * amount, luminance);
    case "satOff":
      return fromHsl(hue, saturation + amount, luminance);
    case "lum":
      return fromHsl(hue, saturation, amount);
    case "sat":
      return fromHsl(hue, amount, luminance);
    case "hue":
      // Angles are 60000ths of a degree, of which `amount` is a 100000th.
      return fromHsl((amount * 100_000) / 21_600_000, saturation, luminance);
    case "hueMod":
      return fromHsl(hue * amount, saturation, luminance);
    case "hueOff":
      return fromHsl(hue + (amount * 100_000) / 21_600_000, saturation, luminance);
    case "comp":
      return fromHsl(hue + 0.5, saturation, luminance);
    case "red":
    case "redMod":
    case "redOff":
    case "green":
    case "greenMod":
    case "greenOff":
    case "blue":
    case "blueMod":
    case "blueOff":
      return transformChannel(color, transform, amount);
    case "tint":
      return linearMix(color, "#ffffff", 1 - amount);
    case "shade":
      return linearMix(color, "#000000", 1 - amount);
    case "inv":
      return toHex(toRgb(color).map((part) => 255 - part) as Rgb);
    case "gray":
      return toHex(grayOf(toRgb(color)));
    case "gamma":
      return toHex(toRgb(color).map((part) => 255 * (part / 255) ** (1 / 2.2)) as Rgb);
    case "invGamma":
      return toHex(toRgb(color).map((part) => 255 * (part / 255) ** 2.2) as Rgb);
    default:
      return color;
  }
}

function grayOf([red, green, blue]: Rgb): Rgb {
  const gray = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [gray, gray, gray];
}

/** `red`, `greenMod`, `blueOff` ...: one channel is set, multiplied or moved. */
function transformChannel(color: string, transform: string, amount: number): string {
  const rgb = toRgb(color);
  const index = transform.startsWith("red") ? 0 : transform.startsWith("green") ? 1 : 2;
  const before = rgb[index] ?? 0;
  rgb[index] = transform.endsWith("Mod")
    ? before * amount
    : transform.endsWith("Off")
      ? before + amount * 255
      : amount * 255;
  return toHex(rgb);
}

/** Tint and shade of DrawingML mix in linear light. */
function linearMix(color: string, other: string, amount: number): string {
  const linear = (value: number) => (value / 255) ** 2.2;
  const back = (value: number) => value ** (1 / 2.2) * 255;
  const from = toRgb(color);
  const to = toRgb(other);
  return toHex(
    [0, 1, 2].map((index) => back(linear(from[index] ?? 0) * (1 - amount) + linear(to[index] ?? 0) * amount)) as Rgb,
  );
}

/** `ST_HighlightColor` (17.18.40). */
export const HIGHLIGHT_COLORS: Readonly<Record<string, string>> = {
  yellow: "#ffff00",
  green: "#00ff00",
  cyan: "#00ffff",
  magenta: "#ff00ff",
  blue: "#0000ff",
  red: "#ff0000",
  darkBlue: "#000080",
  darkCyan: "#008080",
  darkGreen: "#008000",
  darkMagenta: "#800080",
  darkRed: "#800000",
  darkYellow: "#808000",
  darkGray: "#808080",
  lightGray: "#c0c0c0",
  black: "#000000",
  white: "#ffffff",
};
