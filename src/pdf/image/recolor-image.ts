/**
 * Pictures in other colors, with their samples as they are: a color space whose function turns each color into another
 * (ISO 32000-2, 8.6.6.5 and 7.10.5).
 */
import type { PdfDocument } from "../document.ts";
import { dict, name, PdfName, type PdfObject, type PdfRef, PdfStream } from "../objects.ts";

/** Done one after the other; channels run from 0 to 1 and are clipped to that. */
export type ColorStep =
  | { kind: "gray" }
  | { kind: "linear"; factor: number; offset: number }
  /** Between the colors for black and for white, red to blue, by the brightness. */
  | { kind: "duotone"; dark: readonly number[]; light: readonly number[] };

const DEVICE_CHANNELS: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 };
const COLORANTS = ["Red", "Green", "Blue"].map(name);
const INKS = ["Cyan", "Magenta", "Yellow", "Black"].map(name);
const GRAY = ".0722 mul exch .7152 mul add exch .2126 mul add";
/** Light that inks leave. */
const FROM_INKS = `1 exch sub 4 1 roll ${"1 exch sub 3 index mul 3 1 roll ".repeat(3)}4 -1 roll pop`;
const CUT = "dup 0 lt {pop 0} if dup 1 gt {pop 1} if";

/** Changes the colors of an image XObject that nothing else shows. */
export function recolorImage(document: PdfDocument, image: PdfRef, steps: readonly ColorStep[]): void {
  const entries = document.stream(image)?.dict;
  const space = document.resolve(entries?.get("ColorSpace"));
  const isIndexed = Array.isArray(space) && isName(document.resolve(space[0]), "Indexed");
  const base = isIndexed ? document.resolve(space[1]) : space;
  const channels = channelsOf(document, base);
  if (!entries || channels === undefined) return;
  const recoloured = recolouredSpace(document, channels, steps);
  entries.set("ColorSpace", isIndexed ? [name("Indexed"), recoloured, ...space.slice(2)] : recoloured);
}

function channelsOf(document: PdfDocument, space: PdfObject): number | undefined {
  if (space instanceof PdfName) return DEVICE_CHANNELS[space.value];
  if (!Array.isArray(space) || !isName(document.resolve(space[0]), "ICCBased")) return undefined;
  const count = document.stream(space[1])?.dict.get("N");
  return typeof count === "number" ? count : undefined;
}

function recolouredSpace(document: PdfDocument, channels: number, steps: readonly ColorStep[]): PdfObject {
  const { program, isGray } = programOf(channels, steps);
  const alternate = name(isGray ? "DeviceGray" : "DeviceRGB");
  const range = (count: number) => Array.from({ length: 2 * count }, (_, index) => index % 2);
  const entries = dict({ FunctionType: 4, Domain: range(channels), Range: range(isGray ? 1 : 3) });
  const transform = document.add(new PdfStream(entries, Buffer.from(`{${program}}`, "latin1")));
  const colorants = channels === 1 ? [name("Gray")] : channels === 4 ? INKS : COLORANTS;
  // inks are process colors by their names; those of light say so, or PDF/A would take them as spot colors
  const process = channels === 1 ? "DeviceGray" : channels === 3 ? "DeviceRGB" : undefined;
  const attributes = process && dict({ Process: dict({ ColorSpace: name(process), Components: colorants }) });
  return [name("DeviceN"), colorants, alternate, transform, ...(attributes ? [attributes] : [])];
}

/** What the samples' channels go through, from the stack to the stack. */
function programOf(channels: number, steps: readonly ColorStep[]): { program: string; isGray: boolean } {
  const parts: string[] = channels === 4 ? [FROM_INKS] : [];
  let isGray = channels === 1;
  for (const step of steps) {
    if (step.kind === "gray") {
      if (!isGray) parts.push(GRAY);
      isGray = true;
    } else if (step.kind === "duotone") {
      if (!isGray) parts.push(GRAY);
      const channel = (index: number) => {
        const [dark = 0, light = 1] = [step.dark[index], step.light[index]];
        return `${number(light - dark)} mul ${number(dark)} add`;
      };
      parts.push(`dup ${channel(0)} exch dup ${channel(1)} exch ${channel(2)}`);
      isGray = false;
    } else {
      const line = `${number(step.factor)} mul ${number(step.offset)} add ${CUT}`;
      parts.push(isGray ? line : `${line} 3 1 roll `.repeat(3));
    }
  }
  return { program: parts.join(" "), isGray };
}

function number(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}

function isName(object: PdfObject, value: string): boolean {
  return object instanceof PdfName && object.value === value;
}
