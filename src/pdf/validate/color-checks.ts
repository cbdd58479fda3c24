import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from "../objects.ts";
import type { Check, Place } from "./findings.ts";
import { type IccHeader, readIccHeader } from "./icc-header.ts";
import type { InspectedDocument } from "./inspected-document.ts";

/** How a color is used for painting. */
export interface Painting {
  /** Resources of the content that paints. */
  readonly resources: PdfDict | undefined;
  readonly overprint: boolean;
  readonly overprintMode: number;
}

interface DeviceSpace {
  readonly inspected: InspectedDocument;
  readonly family: string;
}

const DEVICE_CHECKS: readonly Check<DeviceSpace>[] = [
  {
    pdfA: "6.2.4.3",
    check({ inspected, family }) {
      const output = inspected.outputColorSpace;
      if (family === "DeviceGray" ? output !== undefined : output === (family === "DeviceRGB" ? "RGB " : "CMYK"))
        return undefined;
      const instead = family === "DeviceGray" ? "an" : family === "DeviceRGB" ? "an RGB" : "a CMYK";
      return `${family} is used without ${instead} output intent and without a ${family.replace("Device", "Default")}.`;
    },
  },
];

interface IccSpace {
  readonly header: IccHeader | undefined;
  readonly components: number | undefined;
  readonly painting: Painting | undefined;
}

const ICC_COMPONENTS: Readonly<Record<string, number>> = { "RGB ": 3, CMYK: 4, GRAY: 1, "Lab ": 3 };

const ICC_CHECKS: readonly Check<IccSpace>[] = [
  {
    pdfA: "6.2.4.2",
    check({ header, components }) {
      if (!header) return "The ICC profile of a colour space cannot be read.";
      const { deviceClass, colorSpace, version } = header;
      const isKnown = /^(?:prtr|mntr|scnr|spac)$/.test(deviceClass) && Object.hasOwn(ICC_COMPONENTS, colorSpace);
      if (!isKnown || version >= 5)
        return `The ICC profile of a colour space is not allowed (class ${deviceClass}, ${colorSpace}, version ${version}).`;
      return ICC_COMPONENTS[colorSpace] === components
        ? undefined
        : `An ICCBased colour space has ${components} components, its profile has ${ICC_COMPONENTS[colorSpace]}.`;
    },
  },
  {
    pdfA: "6.2.4.2",
    check: ({ components, painting }) =>
      components === 4 && painting?.overprint && painting.overprintMode === 1
        ? "Overprint mode 1 is set where an ICCBased CMYK colour space is used with overprinting."
        : undefined,
  },
];

interface NamedSpace {
  readonly inspected: InspectedDocument;
  readonly space: readonly PdfObject[];
}

const DEVICE_N_CHECKS: readonly Check<NamedSpace>[] = [
  {
    pdfA: "6.1.13",
    check({ inspected, space }) {
      const count = inspected.array(space[1])?.length ?? 0;
      return count > 32 ? `A DeviceN colour space has ${count} colourants; 32 are allowed.` : undefined;
    },
  },
  {
    pdfA: "6.2.4.4",
    check({ inspected, space }) {
      const attributes = inspected.dict(space[4]);
      const colorants = inspected.dict(attributes?.get("Colorants"));
      const process = inspected.array(inspected.dict(attributes?.get("Process"))?.get("Components")) ?? [];
      const known = new Set(["None", ...process.map((component) => inspected.name(component))]);
      const missing = (inspected.array(space[1]) ?? [])
        .map((name) => inspected.name(name))
        .filter((name) => name !== undefined && !known.has(name) && !colorants?.has(name));
      return missing.length > 0 ? `The spot colour ${missing[0]} of a DeviceN is not in its Colorants.` : undefined;
    },
  },
];

interface SpotColor extends NamedSpace {
  /** The first Separation of the same name. */
  readonly first: readonly PdfObject[];
}

const SEPARATION_CHECKS: readonly Check<SpotColor>[] = [
  {
    pdfA: "6.2.4.4",
    check({ inspected, space, first }) {
      const name = inspected.name(space[1]);
      if (space === first || name === "All" || name === "None") return undefined;
      return [2, 3].every((index) => isEqual(inspected, space[index], first[index]))
        ? undefined
        : `The Separation colour spaces of ${name} differ in their alternate space or tint transform.`;
    },
  },
];

interface ColorName {
  readonly name: string;
}

const NAME_CHECKS: readonly Check<ColorName>[] = [
  {
    pdfA: "6.1.8",
    check: ({ name }) => (isUtf8(name) ? undefined : "The name of a colourant is not UTF-8."),
  },
];

const MAX_SPACE_DEPTH = 8;

/** Checks the color spaces that a document uses (ISO 19005-2, 6.2.4). */
export class ColorInspector {
  readonly #inspected: InspectedDocument;
  readonly #separations = new Map<string, readonly PdfObject[]>();
  readonly #profiles = new Map<PdfStream, IccHeader | undefined>();
  /** Spaces found earlier, with what they depend on. */
  readonly #seen = new Map<PdfObject, Set<string>>();

  constructor(inspected: InspectedDocument) {
    this.#inspected = inspected;
  }

  /** A color space is used: for painting, or as that of an image, a shading or a group. */
  use(space: PdfObject | undefined, painting: Painting, place: Place, depth = 0): void {
    const inspected = this.#inspected;
    inspected.document.work.charge("object", 4);
    const resolved = inspected.resolve(space);
    if (depth > MAX_SPACE_DEPTH) return;
    if (resolved instanceof PdfName) this.#useName(resolved.value, painting, place, depth);
    else if (Array.isArray(resolved)) this.#useArray(resolved, painting, place, depth);
    else if (resolved instanceof PdfStream) this.#useArray([new PdfName("ICCBased"), resolved], painting, place, depth);
  }

  #useName(written: string, painting: Painting, place: Place, depth: number): void {
    const inspected = this.#inspected;
    const family = DEVICE_ABBREVIATIONS[written] ?? written;
    const named = inspected.dict(painting.resources?.get("ColorSpace"));
    if (/^Device(?:Gray|RGB|CMYK)$/.test(family)) {
      const standIn = inspected.resolve(named?.get(family.replace("Device", "Default")));
      if (standIn !== null && inspected.name(standIn) !== family) this.use(standIn, painting, place, depth + 1);
      else inspected.check(DEVICE_CHECKS, { inspected, family }, place);
      return;
    }
    const found = named?.get(written);
    if (found !== undefined && inspected.name(found) !== written) this.use(found, painting, place, depth + 1);
  }

  #useArray(space: readonly PdfObject[], painting: Painting, place: Place, depth: number): void {
    const inspected = this.#inspected;
    const family = inspected.name(space[0]);
    if (space.length === 1 && family !== undefined) {
      this.#useName(family, painting, place, depth);
      return;
    }
    if (this.#isKnown(space as PdfObject[], painting, place)) return;
    const named = { inspected, space };
    switch (family) {
      case "ICCBased":
        this.#useIcc(space, painting, place);
        return;
      case "Indexed":
      case "I":
        this.use(space[1], painting, place, depth + 1);
        return;
      case "Pattern":
        this.use(space[1], painting, place, depth + 1);
        return;
      case "Separation": {
        const name = inspected.name(space[1]) ?? "";
        const first = this.#separations.get(name) ?? space;
        this.#separations.set(name, first);
        inspected.check(NAME_CHECKS, { name }, place);
        inspected.check(SEPARATION_CHECKS, { ...named, first }, place);
        this.use(space[2], painting, place, depth + 1);
        return;
      }
      case "DeviceN": {
        inspected.check(DEVICE_N_CHECKS, named, place);
        for (const name of inspected.array(space[1]) ?? []) {
          inspected.check(NAME_CHECKS, { name: inspected.name(name) ?? "" }, place);
        }
        const attributes = inspected.dict(space[4]);
        for (const colorant of inspected.dict(attributes?.get("Colorants"))?.values() ?? []) {
          this.use(colorant, painting, place, depth + 1);
        }
        const process = inspected.dict(attributes?.get("Process"))?.get("ColorSpace");
        if (process !== undefined) this.use(process, painting, place, depth + 1);
        this.use(space[2], painting, place, depth + 1);
        return;
      }
    }
  }

  #useIcc(space: readonly PdfObject[], painting: Painting, place: Place): void {
    const inspected = this.#inspected;
    const profile = inspected.stream(space[1]);
    if (!profile) {
      inspected.check(ICC_CHECKS, { header: undefined, components: undefined, painting }, place);
      return;
    }
    let header = this.#profiles.get(profile);
    if (!this.#profiles.has(profile)) {
      const bytes = inspected.decoded(profile);
      header = bytes && readIccHeader(bytes);
      this.#profiles.set(profile, header);
    }
    const components = inspected.number(profile.dict.get("N"));
    inspected.check(ICC_CHECKS, { header, components, painting }, { ...place, object: inspected.numberOf(profile) });
  }

  /** The same space under the same circumstances gives the same findings. */
  #isKnown(space: PdfObject, { resources, overprint, overprintMode }: Painting, { page }: Place): boolean {
    const defaults = this.#inspected.dict(resources?.get("ColorSpace"));
    const hasDefaults = ["DefaultGray", "DefaultRGB", "DefaultCMYK"].map((name) => defaults?.has(name) ?? false).join();
    const key = `${hasDefaults} ${overprint} ${overprintMode} ${page}`;
    const keys = this.#seen.get(space) ?? new Set();
    if (keys.has(key)) return true;
    keys.add(key);
    this.#seen.set(space, keys);
    return false;
  }
}

const DEVICE_ABBREVIATIONS: Readonly<Record<string, string>> = {
  G: "DeviceGray",
  RGB: "DeviceRGB",
  CMYK: "DeviceCMYK",
};

const MAX_COMPARISON_DEPTH = 32;

/** Whether two objects are the same when references are followed and compression is undone. */
function isEqual(
  inspected: InspectedDocument,
  left: PdfObject | undefined,
  right: PdfObject | undefined,
  depth = 0,
): boolean {
  inspected.document.work.charge("object");
  const one = inspected.resolve(left);
  const other = inspected.resolve(right);
  if (one === other) return true;
  if (depth > MAX_COMPARISON_DEPTH) return true;
  if (one instanceof PdfName) return other instanceof PdfName && one.value === other.value;
  if (one instanceof PdfString) return other instanceof PdfString && Buffer.compare(one.bytes, other.bytes) === 0;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isEqual(inspected, item, other[index], depth + 1));
  }
  if (one instanceof PdfStream) {
    if (!(other instanceof PdfStream)) return false;
    const bytes = inspected.decoded(one);
    const others = inspected.decoded(other);
    if (!bytes || !others || Buffer.compare(bytes, others) !== 0) return false;
    return isEqualDict(inspected, one.dict, other.dict, depth);
  }
  return one instanceof PdfDict && other instanceof PdfDict && isEqualDict(inspected, one, other, depth);
}

const STREAM_KEYS = new Set(["Length", "Filter", "DecodeParms"]);

function isEqualDict(inspected: InspectedDocument, one: PdfDict, other: PdfDict, depth: number): boolean {
  const keys = new Set([...one.keys(), ...other.keys()]);
  for (const key of keys) {
    if (!STREAM_KEYS.has(key) && !isEqual(inspected, one.get(key), other.get(key), depth + 1)) return false;
  }
  return true;
}

/** Whether a name, one character for each byte, is UTF-8. */
export function isUtf8(name: string): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(name, (character) => character.charCodeAt(0)),
    );
    return true;
  } catch {
    return false;
  }
}
