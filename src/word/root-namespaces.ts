import type { XmlEdits } from "../office/xml-edits.ts";
import type { XmlElement } from "../office/xml-tree.ts";
import { declarationsOf, NAMESPACES } from "./namespaces.ts";

/** A prefix that means something else where its markup goes to. */
interface OwnPrefix {
  uri: string;
  /** Readers that do not know it leave out what has it. */
  isIgnorable: boolean;
}

/** What elements have to declare themselves, by the prefix. */
export type OwnPrefixes = ReadonlyMap<string, OwnPrefix>;

/**
 * The namespaces that a part's root declares, and those that markup from other parts needs beside them. What readers may
 * ignore (`mc:Ignorable`, ECMA-376 Part 3, 7.2) comes along.
 */
export class RootNamespaces {
  readonly #declared: Map<string, string>;
  readonly #ignorable: Set<string>;
  readonly #added = new Map<string, string>();
  #ignorableChanged = false;

  /** @param root of the part that is added to */
  constructor(root: XmlElement) {
    this.#declared = declarationsOf(root);
    this.#ignorable = ignorableOf(root);
  }

  /**
   * Makes the prefixes of another part's root known here. Returns what elements from there have to declare themselves:
   * prefixes that mean something else here.
   */
  adopt(root: XmlElement): OwnPrefixes {
    const own = new Map<string, OwnPrefix>();
    const ignorable = ignorableOf(root);
    for (const [prefix, uri] of declarationsOf(root)) {
      const here = this.#declared.get(prefix);
      if (here === uri) continue;
      if (here !== undefined || prefix === "") {
        own.set(prefix, { uri, isIgnorable: ignorable.has(prefix) });
        continue;
      }
      this.#declared.set(prefix, uri);
      this.#added.set(prefix, uri);
    }
    for (const prefix of ignorable)
      if (own.has(prefix)) this.need("mc");
      else if (!this.#ignorable.has(prefix)) {
        this.#ignorable.add(prefix);
        this.#ignorableChanged = true;
      }
    return own;
  }

  /** Declares a namespace that written markup uses. */
  need(prefix: keyof typeof NAMESPACES): void {
    if (this.#declared.has(prefix)) return;
    this.#declared.set(prefix, NAMESPACES[prefix]);
    this.#added.set(prefix, NAMESPACES[prefix]);
  }

  /** Writes the declarations that were added onto the root. */
  declareOn(root: XmlElement, edits: XmlEdits): void {
    if (this.#ignorableChanged) this.need("mc");
    for (const [prefix, uri] of this.#added) edits.setAttribute(root, `xmlns:${prefix}`, uri);
    if (this.#ignorableChanged) edits.setAttribute(root, "mc:Ignorable", [...this.#ignorable].join(" "));
  }
}

/** Declares on an element the prefixes that mean something else at its new place. */
export function declare(element: XmlElement, own: OwnPrefixes, edits: XmlEdits): void {
  const ignorable = ignorableOf(element);
  const before = ignorable.size;
  for (const [prefix, { uri, isIgnorable }] of own) {
    if (prefix === "" || !element.outer().includes(`${prefix}:`)) continue;
    edits.setAttribute(element, `xmlns:${prefix}`, uri);
    if (isIgnorable) ignorable.add(prefix);
  }
  if (ignorable.size > before) edits.setAttribute(element, "mc:Ignorable", [...ignorable].join(" "));
}

function ignorableOf(root: XmlElement): Set<string> {
  return new Set((root.attribute("mc:Ignorable") ?? "").split(/\s+/).filter((prefix) => prefix !== ""));
}
