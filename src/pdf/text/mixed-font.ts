import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import type { PdfRef } from "../objects.ts";
import type { TextFont } from "./text-font.ts";

/** A stretch of text that one font shows. */
export interface FontPart {
  font: TextFont;
  text: string;
}

/** Several fonts for one text: each character in the first that has it, neighbors in the same one if possible. */
export class MixedFont implements TextFont {
  readonly ascent: number;
  readonly descent: number;

  readonly #fonts: readonly [TextFont, ...TextFont[]];

  /** @param fonts at least one; the first shows characters that none has */
  constructor(fonts: readonly [TextFont, ...TextFont[]]) {
    this.#fonts = fonts;
    this.ascent = largestOf(fonts.map(({ ascent }) => ascent));
    this.descent = smallestOf(fonts.map(({ descent }) => descent));
  }

  get ref(): PdfRef {
    return this.#fonts[0].ref;
  }

  canShow(text: string): boolean {
    return clustersOf(text).every((cluster) => this.#fonts.some((font) => font.canShow(cluster)));
  }

  widthOf(text: string): number {
    return this.parts(text).reduce((sum, part) => sum + part.font.widthOf(part.text), 0);
  }

  encode(text: string): string {
    return this.#fonts[0].encode(text);
  }

  /** The text cut where its font changes. */
  parts(text: string): FontPart[] {
    const parts: FontPart[] = [];
    const clusters = clustersOf(text);
    for (const [index, cluster] of clusters.entries()) {
      const last = parts.at(-1);
      if (last?.font.canShow(cluster)) last.text += cluster;
      else {
        const following = OPENING.test(cluster) ? this.#fontOf(clusters[index + 1] ?? "") : undefined;
        const font = following?.canShow(cluster) ? following : this.#fontOf(cluster);
        if (last?.font === font) last.text += cluster;
        else parts.push({ font, text: cluster });
      }
    }
    return parts;
  }

  #fontOf(cluster: string): TextFont {
    return this.#fonts.find((each) => each.canShow(cluster)) ?? this.#fonts[0];
  }
}

/** Quotes belong to the text they open: their widths differ from script to script. */
const OPENING = /^\p{Pi}$/u;

/** A character with its marks: they come from one font. */
function clustersOf(text: string): string[] {
  return text.match(/[\s\S][\p{M}\u200c\u200d]*/gu) ?? [];
}
