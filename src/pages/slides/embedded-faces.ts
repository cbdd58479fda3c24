/** Fonts that a presentation carries (`p:embeddedFontLst`, ECMA-376 part 1, 19.2.1.9). */

import { fontInEnvelope } from "../../font/container/embedded-open-type.ts";
import { Face } from "../../font/face.ts";
import type { CustomFace } from "../../font/library/font-library.ts";
import type { OpcPackage } from "../../office/package.ts";

const STYLES: Readonly<Record<string, { weight: number; italic: boolean }>> = {
  "p:regular": { weight: 400, italic: false },
  "p:bold": { weight: 700, italic: false },
  "p:italic": { weight: 400, italic: true },
  "p:boldItalic": { weight: 700, italic: true },
};
const MAX_FONTS = 40;

/** @param warn is told what cannot be read */
export function embeddedSlideFaces(pack: OpcPackage, warn: (problem: string) => void): CustomFace[] {
  const main = pack.targetOfType("", "officeDocument") ?? "ppt/presentation.xml";
  const list = pack.xml(main)?.children.find(({ name }) => name === "p:embeddedFontLst");
  const relationships = pack.relationships(main);
  const faces: CustomFace[] = [];
  for (const { children } of list?.children ?? []) {
    const family = children.find(({ name }) => name === "p:font")?.attributes.typeface;
    for (const { name, attributes } of family ? children : []) {
      const style = STYLES[name];
      const part = relationships.get(attributes["r:id"] ?? "")?.target;
      const file = part ? pack.bytes(part) : undefined;
      if (!family || !style || !file || faces.length >= MAX_FONTS) continue;
      const font = fontInEnvelope(file) ?? file;
      if (font === "compressed") {
        warn(`the font "${family}" in the presentation is compressed in a way that is not read`);
        continue;
      }
      const face = Face.open(font);
      if (face?.mayEmbed) faces.push({ family, ...style, face });
    }
  }
  return faces;
}
