/** Fonts that a document carries (`w:embedRegular` ..., ECMA-376 part 1, 17.8.1), obfuscated with their key. */
import type { OpcPackage } from "../../office/package.ts";

const FACES: Readonly<Record<string, { weight: string; style: string }>> = {
  "w:embedRegular": { weight: "400", style: "normal" },
  "w:embedBold": { weight: "700", style: "normal" },
  "w:embedItalic": { weight: "400", style: "italic" },
  "w:embedBoldItalic": { weight: "700", style: "italic" },
};
const MAX_FONTS = 40;

/** The first 32 bytes are XORed with the reversed bytes of the GUID. */
function revealFont(bytes: Uint8Array, key: string): Uint8Array<ArrayBuffer> {
  const hex = key.replace(/[{}-]/g, "");
  const mask = Array.from(
    { length: 16 },
    (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16) || 0,
  ).reverse();
  const plain = new Uint8Array(bytes);
  for (let index = 0; index < Math.min(32, plain.length); index++)
    plain[index] = (plain[index] ?? 0) ^ (mask[index % 16] ?? 0);
  return plain;
}

/** A face that a document carries, as a font file. */
export interface EmbeddedFace {
  family: string;
  weight: string;
  style: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export function embeddedFaces(pack: OpcPackage): EmbeddedFace[] {
  const main = pack.targetOfType("", "officeDocument") ?? "word/document.xml";
  const tablePart = pack.targetOfType(main, "fontTable");
  if (!tablePart) return [];
  const relationships = pack.relationships(tablePart);
  const faces: EmbeddedFace[] = [];
  for (const font of pack.xml(tablePart)?.children ?? []) {
    const family = font.attributes["w:name"];
    if (!family) continue;
    for (const embedded of font.children) {
      const face = FACES[embedded.name];
      const part = relationships.get(embedded.attributes["r:id"] ?? "")?.target;
      const bytes = part ? pack.bytes(part) : undefined;
      if (!face || !bytes || faces.length >= MAX_FONTS) continue;
      const key = embedded.attributes["w:fontKey"];
      faces.push({ family, ...face, bytes: key ? revealFont(bytes, key) : new Uint8Array(bytes) });
    }
  }
  return faces;
}
