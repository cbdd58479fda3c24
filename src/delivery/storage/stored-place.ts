import { toText } from "../../language/values.ts";
import { refused } from "../delivery-error.ts";
import type { DeliveryContext } from "../delivery-kind.ts";
import type { SettingRenderer } from "../setting-renderer.ts";
import { hasMarks } from "../structured-text.ts";

/** Where a file goes in a store of folders. */
export interface StoredPlace {
  /** Names of the folders from the top of the store. */
  folders: readonly string[];
  name: string;
}

const MAX_NAME_BYTES = 255;
const MAX_FOLDERS = 32;

/** The path as people read it. */
export const shownPlace = ({ folders, name }: StoredPlace): string => [...folders, name].join("/");

/** `Letter (2).pdf` for the second file that would be `Letter.pdf` beside the one that is there. */
export function numberedName(name: string, number: number): string {
  if (number === 0) return name;
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return `${stem} (${number})${extension}`;
}

/** @throws DeliveryError, permanent, if the path has fields and none of them has a value */
export function refuseEmptiedPath(render: SettingRenderer, path: unknown): void {
  const { text, values } = render.structured("path", path);
  if (hasMarks(text) && values.every((value) => toText(value).trim() === ""))
    throw refused(
      'All fields of the setting "path" are empty after merging: the file would not be where anybody looks for it.',
    );
}

/**
 * The places of a delivery's files, in their order: a path that ends in a slash, or several files, make it a folder. Files
 * of one delivery never take each other's place.
 * @throws DeliveryError, permanent, if the merged path is none
 */
export function placesOf(
  { entry, render, files }: DeliveryContext,
  nameOf: (name: string) => string = (name) => name,
): StoredPlace[] {
  const { path } = entry.settings;
  refuseEmptiedPath(render, path);
  const steps = render.path("path", path).trim().replace(/^\/+/, "").toWellFormed().split("/");
  const isFolder = steps.at(-1)?.trim() === "" || files.length > 1;
  if (steps.at(-1)?.trim() === "") steps.pop();
  const names = steps.map((step) => checkedName(nameOf(step)));
  if (names.length > MAX_FOLDERS) throw refused(`The setting "path" has more than ${MAX_FOLDERS} folders.`);
  const taken = new Set<string>();
  return files.map((file) => {
    const place = isFolder
      ? { folders: names, name: checkedName(nameOf(file.name)) }
      : { folders: names.slice(0, -1), name: names.at(-1) ?? "" };
    let number = 0;
    while (taken.has(numberedName(place.name, number))) number++;
    const name = numberedName(place.name, number);
    taken.add(name);
    return { ...place, name };
  });
}

function checkedName(step: string): string {
  const name = step.trim();
  if (name === "")
    throw refused('A step of the setting "path" is empty after merging: the file would be in another folder.');
  if (/[\u0000-\u001f\u007f]/.test(name)) throw refused('The setting "path" holds control characters after merging.');
  if (name === "." || name === "..")
    throw refused('The setting "path" must not hold "." or ".." as a step after merging.');
  if (new TextEncoder().encode(name).length > MAX_NAME_BYTES)
    throw refused(`A step of the setting "path" is longer than ${MAX_NAME_BYTES} bytes after merging.`);
  return name;
}
