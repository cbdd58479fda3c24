import { isOn } from "../office/on-off.ts";
import { XmlEdits } from "../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";
import { NAMESPACES } from "./namespaces.ts";
import { rankIn, SETTINGS } from "./property-order.ts";
import type { WordOutput } from "./word-output.ts";

const EMPTY = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:settings xmlns:w="${NAMESPACES.w}"/>`;
/** They name parts or ids that are left out. */
const DROPPED = ["w:attachedTemplate", "w:mailMerge"];

/** The settings of the combined document: the base's, with what the files together need. */
export class SettingsDestination {
  readonly root: XmlElement;
  readonly #part: string;
  readonly #set = new Map<string, string>();

  readonly #output: WordOutput;

  constructor(output: WordOutput) {
    this.#output = output;
    this.#part = output.partOfMain("settings", EMPTY);
    this.root = parseXml(output.text(this.#part) ?? EMPTY);
  }

  /** Sets a member, in place of an existing one. */
  set(name: string, markup: string): void {
    this.#set.set(name, markup);
  }

  /** Endnotes are at the end of their section instead of the document's (17.11.22). */
  placeEndnotesAtSectionEnd(): void {
    const others = this.#noteMembers("endnote").filter(({ name }) => name !== "w:pos");
    const markup = others.map((element) => element.outer()).join("");
    this.set("w:endnotePr", `<w:endnotePr><w:pos w:val="sectEnd"/>${markup}</w:endnotePr>`);
  }

  /** Names the separators of a part of notes that is new (17.11.9): ids -1 and 0. */
  addSeparators(kind: "footnote" | "endnote"): void {
    const name = `w:${kind}Pr`;
    const separators = [-1, 0].map((id) => `<w:${kind} w:id="${id}"/>`).join("");
    const set = this.#set.get(name);
    if (set !== undefined) {
      this.set(name, set.replace(`</${name}>`, `${separators}</${name}>`));
      return;
    }
    const members = this.#noteMembers(kind).filter((element) => element.name !== `w:${kind}`);
    this.set(name, `<${name}>${members.map((element) => element.outer()).join("")}${separators}</${name}>`);
  }

  #noteMembers(kind: "footnote" | "endnote"): XmlElement[] {
    return this.root.child(`w:${kind}Pr`)?.elements() ?? [];
  }

  /** Writes the part; members are in the order of the schema. */
  finish(): void {
    const { root } = this;
    const edits = new XmlEdits(root.source);
    for (const name of DROPPED) for (const element of root.elements(name)) edits.remove(element);
    const added: [string, string][] = [];
    for (const [name, markup] of this.#set) {
      const present = root.child(name);
      if (present) edits.replace(present.start, present.end, markup);
      else added.push([name, markup]);
    }
    added.sort(([left], [right]) => rankIn(SETTINGS, left) - rankIn(SETTINGS, right));
    if (root.selfClosing) edits.append(root, added.map(([, markup]) => markup).join(""));
    else
      for (const [name, markup] of added) {
        const next = root.elements().find((element) => rankIn(SETTINGS, element.name) > rankIn(SETTINGS, name));
        const at = next?.start ?? root.closeStart;
        edits.replace(at, at, markup);
      }
    if (!edits.isEmpty) this.#output.set(this.#part, edits.toString());
  }
}

/** True for a switch that settings or properties turn on (ECMA-376 Part 1, 17.17.4). */
export function hasSwitch(parent: XmlElement | undefined, name: string): boolean {
  const element = parent?.child(name);
  return element !== undefined && isOn(element.attribute("w:val"));
}
