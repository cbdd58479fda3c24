/** Frames whose text goes on in others (`draw:chain-next-name`, OpenDocument 1.3 Part 3, 19). */

import { childOf, elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";

/** Of the text that flows through several boxes, and of this box among them, as `wps:linkedTxbx` says it. */
export interface BoxLink {
  id: number;
  /** 0 for the first one, which has the text. */
  place: number;
}

export class LinkedFrames {
  /** Name of a frame -> that of the next one. */
  readonly #next = new Map<string, string>();
  #links: Map<string, BoxLink> | undefined;

  /** Takes note of the frames in a node; before links are asked for. */
  add(node: OdfNode): void {
    const next = childOf(node, "draw:text-box")?.attributes["draw:chain-next-name"];
    const name = node.attributes["draw:name"];
    if (next && name !== undefined) this.#next.set(name, next);
    for (const child of elementsOf(node)) this.add(child);
  }

  linkOf(frame: OdfNode): BoxLink | undefined {
    this.#links ??= this.#resolve();
    return this.#links.get(frame.attributes["draw:name"] ?? "");
  }

  #resolve(): Map<string, BoxLink> {
    const links = new Map<string, BoxLink>();
    const named = new Set(this.#next.values());
    const heads = [...this.#next.keys()].filter((name) => !named.has(name));
    for (const [index, head] of heads.entries()) {
      let place = 0;
      for (let name: string | undefined = head; name !== undefined && !links.has(name); name = this.#next.get(name))
        links.set(name, { id: index + 1, place: place++ });
    }
    return links;
  }
}

/** Where `draw:chain-next-name` may be, in the text of a file. */
export function mayHaveChains(content: string): boolean {
  return content.includes("chain-next-name");
}
