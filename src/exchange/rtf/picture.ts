/** Pictures (Rich Text Format 1.9.1, "Pictures") -> `w:drawing`. */
import { imageDataXml } from "../../binary/doc/image-writer.ts";
import type { PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { EMU_PER_TWIP } from "../../geometry/units.ts";

const EXTENSIONS: Readonly<Record<string, string>> = {
  pngblip: "png",
  jpegblip: "jpeg",
  emfblip: "emf",
  wmetafile: "wmf",
};
const MOST_TWIPS = 31_680;
/** Where nothing but pixels is said: 96 of them are an inch. */
const TWIPS_PER_PIXEL = 15;
/** `\picw` of metafiles: hundredths of a millimeter. */
const TWIPS_PER_UNIT = 1_440 / 2_540;

/** A picture while it is read. */
export class RtfPicture {
  #extension: string | undefined;
  readonly #sizes = new Map<string, number>();
  readonly #pieces: Uint8Array[] = [];
  #half = -1;

  word(name: string, parameter: number | undefined): void {
    const extension = EXTENSIONS[name];
    if (extension) this.#extension = extension;
    else if (name.startsWith("pic") && parameter !== undefined) this.#sizes.set(name, parameter);
  }

  /** Hexadecimal digits, two for a byte. */
  text(bytes: Uint8Array): void {
    const out = new Uint8Array((bytes.length + 1) >> 1);
    let length = 0;
    for (const code of bytes) {
      const digit = digitOf(code);
      if (digit < 0) continue;
      if (this.#half < 0) this.#half = digit;
      else {
        out[length++] = this.#half * 16 + digit;
        this.#half = -1;
      }
    }
    if (length > 0) this.#pieces.push(out.subarray(0, length));
  }

  binary(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** What is drawn, in a given size; undefined if the picture is of a kind that is not read. */
  graphic(
    builder: PackageBuilder,
    relationships: PartRelationships,
  ): ((extent: { cx: number; cy: number }) => string) | undefined {
    const extension = this.#extension;
    if (!extension || this.isEmpty) return undefined;
    const part = builder.media(`picture ${builder.parts.size}`, extension, () => joined(this.#pieces));
    if (!part) return undefined;
    const blip = element("a:blip", { "r:embed": relationships.to("image", part) });
    const filling = `${blip}${this.#cropXml()}<a:stretch><a:fillRect/></a:stretch>`;
    return ({ cx, cy }) => imageDataXml(filling, frameXml(cx, cy));
  }

  /** EMU: what the file wants it to be, scaled, without what is cropped. */
  get extent(): { cx: number; cy: number } {
    const side = (goal: string, size: string, scale: string, crops: readonly string[]) => {
      const unit = this.#extension === "wmf" || this.#extension === "emf" ? TWIPS_PER_UNIT : TWIPS_PER_PIXEL;
      const whole = this.#sizes.get(goal) || (this.#sizes.get(size) ?? 0) * unit;
      const cropped = crops.reduce((sum, crop) => sum + (this.#sizes.get(crop) ?? 0), 0);
      const twips = Math.max(1, whole - cropped) * ((this.#sizes.get(scale) || 100) / 100);
      return Math.round(Math.min(MOST_TWIPS, twips) * EMU_PER_TWIP);
    };
    return {
      cx: side("picwgoal", "picw", "picscalex", ["piccropl", "piccropr"]),
      cy: side("pichgoal", "pich", "picscaley", ["piccropt", "piccropb"]),
    };
  }

  #cropXml(): string {
    const share = (crop: string, goal: string) => {
      const whole = this.#sizes.get(goal) ?? 0;
      const cropped = this.#sizes.get(crop) ?? 0;
      return whole > 0 && cropped !== 0 ? Math.round((100_000 * cropped) / whole) : undefined;
    };
    const crop = {
      l: share("piccropl", "picwgoal"),
      t: share("piccropt", "pichgoal"),
      r: share("piccropr", "picwgoal"),
      b: share("piccropb", "pichgoal"),
    };
    return Object.values(crop).some((part) => part !== undefined) ? element("a:srcRect", crop) : "";
  }
}

function frameXml(cx: number, cy: number): string {
  return (
    element("a:xfrm", {}, element("a:off", { x: 0, y: 0 }) + element("a:ext", { cx, cy })) +
    element("a:prstGeom", { prst: "rect" }, "<a:avLst/>")
  );
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
