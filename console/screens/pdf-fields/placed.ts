import type { Schemas } from "../../api/client.ts";

type Kind = Schemas["PdfField"]["kind"];

/** A field as it is being drawn: as it goes to the service, with a key that stays while it is changed. */
export type DrawnField = Omit<Schemas["PdfField"], "id" | "font" | "box"> & {
  key: string;
  /** Of a field that the file has. */
  id?: string;
  box: readonly number[];
  font?: string;
};

/** A rectangle on a page as it is seen: points from its upper left corner. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const KINDS: readonly { value: Kind; label: string; width: number; height: number }[] = [
  { value: "text", label: "Text", width: 150, height: 18 },
  { value: "multiline", label: "Long text", width: 220, height: 60 },
  { value: "comb", label: "Comb of cells", width: 150, height: 18 },
  { value: "check", label: "Check box", width: 12, height: 12 },
  { value: "radio", label: "Radio button", width: 12, height: 12 },
  { value: "choice", label: "Choice", width: 150, height: 18 },
  { value: "image", label: "Picture", width: 100, height: 60 },
  { value: "signature", label: "Signature", width: 180, height: 40 },
];

export const kindOf = (kind: Kind) =>
  KINDS.find(({ value }) => value === kind) ?? { label: kind, width: 150, height: 18 };

/** What fields of one name have in common: changed in one, changed in all. */
const SHARED = [
  "kind",
  "tooltip",
  "required",
  "max_length",
  "n",
  "options",
  "text",
  "format",
] as const satisfies (keyof DrawnField)[];

/** The fields with a change of one of them; what its name has in common changes with it, and so does the name. */
export function changed(
  fields: readonly DrawnField[],
  key: string,
  change: Partial<DrawnField>,
): readonly DrawnField[] {
  const before = fields.find((field) => field.key === key);
  if (!before) return fields;
  const shared = Object.fromEntries(Object.entries(change).filter(([name]) => SHARED.some((one) => one === name)));
  const isGroup = before.kind === "radio" && change.name !== undefined;

  return fields.map((field) => {
    if (field.key === key) return { ...field, ...change };
    if (field.name !== before.name) return field;
    return { ...field, ...shared, ...(isGroup ? { name: change.name ?? field.name } : {}) };
  });
}

/** A name that no field has: `Text 1`. */
export function freeName(fields: readonly DrawnField[], stem: string): string {
  const taken = new Set(fields.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = `${stem} ${number}`;
    if (!taken.has(name)) return name;
  }
}

let made = 0;
export const newKey = (): string => `new ${++made}`;

/** Fields as the service lists them. */
export const drawnFields = (listed: readonly Schemas["PdfField"][]): DrawnField[] =>
  listed.map((field) => ({ ...field, key: field.id }));

/** Fields as the service takes them. */
export function sentFields(fields: readonly DrawnField[]) {
  return fields.map(({ key: _key, font, ...field }) => ({
    ...field,
    name: field.name.trim(),
    box: field.box.map((value) => Math.round(value * 100) / 100),
    options: field.options && [...field.options],
    ...(font === undefined ? {} : { font: font as "Helvetica" | "Times" | "Courier" }),
  }));
}

export type Edge = "left" | "right" | "top" | "bottom";

/** Fields moved so that they stand in a line with the first of them. */
export function aligned(places: readonly Place[], edge: Edge): Place[] {
  const [first] = places;
  if (!first) return [];
  const moved = ({ width, height }: Place): Partial<Place> =>
    ({
      left: { left: first.left },
      right: { left: first.left + first.width - width },
      top: { top: first.top },
      bottom: { top: first.top + first.height - height },
    })[edge];

  return places.map((place) => ({ ...place, ...moved(place) }));
}

/** Lines of a page that boxes snap to. */
export interface Guides {
  /** Distances from the left, of what stands upright. */
  x: readonly number[];
  /** Distances from the top. */
  y: readonly number[];
}

const nearest = (value: number, guides: readonly number[], reach: number): number | undefined => {
  let found: number | undefined;
  for (const guide of guides)
    if (Math.abs(guide - value) <= reach && (found === undefined || Math.abs(guide - value) < Math.abs(found - value)))
      found = guide;
  return found;
};

/** A box that is moved, held by lines nearby. @param reach in points */
export function snapMoved(place: Place, guides: Guides, reach: number): Place {
  const shift = (from: number, size: number, lines: readonly number[]): number => {
    const start = nearest(from, lines, reach);
    const end = nearest(from + size, lines, reach);
    const shifts = [start === undefined ? [] : start - from, end === undefined ? [] : end - from - size].flat();
    return shifts.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
  };

  return {
    ...place,
    left: place.left + shift(place.left, place.width, guides.x),
    top: place.top + shift(place.top, place.height, guides.y),
  };
}

/** A box whose lower right corner is pulled, held by lines nearby. */
export function snapSized(place: Place, guides: Guides, reach: number): Place {
  const right = nearest(place.left + place.width, guides.x, reach);
  const bottom = nearest(place.top + place.height, guides.y, reach);

  return {
    ...place,
    width: right === undefined ? place.width : right - place.left,
    height: bottom === undefined ? place.height : bottom - place.top,
  };
}

const LEAST_SIDE = 4;

/** A box that is no smaller than a field can be, and on the page. */
export function within(place: Place, page: { width: number; height: number }): Place {
  const width = Math.min(Math.max(place.width, LEAST_SIDE), page.width);
  const height = Math.min(Math.max(place.height, LEAST_SIDE), page.height);

  return {
    width,
    height,
    left: Math.min(Math.max(place.left, 0), page.width - width),
    top: Math.min(Math.max(place.top, 0), page.height - height),
  };
}

/** Pages as people write them: `2-4, 7`; empty if that is not understood. */
export function pagesOf(typed: string, count: number): number[] {
  const pages = new Set<number>();
  for (const part of typed.split(",")) {
    const [, from, to] = /^\s*(\d{1,5})\s*(?:[-–]\s*(\d{1,5}))?\s*$/.exec(part) ?? [];
    if (from === undefined) return [];
    for (let page = Number(from); page <= Math.min(Number(to ?? from), count); page++) if (page >= 1) pages.add(page);
  }

  return [...pages];
}
