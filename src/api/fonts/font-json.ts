import * as z from "zod";
import { text } from "../../http/wire-values.ts";
import type { StoredFont } from "../../store/fonts.ts";

/** A font as lists show it. */
export const fontSchema = z
  .object({
    id: z.string().meta({ description: "The font's id.", examples: ["01jb6x2t9k0c4r0000a7m3v5p9"] }),
    family: z.string().meta({ description: "The family that documents name.", examples: ["House Sans"] }),
    style_family: z.string().meta({
      description: "What Office calls it, where that differs, such as `House Sans Light`; empty otherwise.",
    }),
    weight: z.int().meta({ description: "1 to 1000; 400 is regular, 700 bold.", examples: [400] }),
    italic: z.literal([0, 1]).meta({ description: "1 for an italic style." }),
    format: z.string().meta({ description: "What it was sent as: ttf, otf, woff or woff2.", examples: ["woff2"] }),
    size: z.int().meta({ description: "Bytes that are kept.", examples: [58_680] }),
    created_at: z.iso.datetime().meta({ description: "When it was sent." }),
  })
  .meta({ id: "Font" });

export const fontParams = z.object({ font: text().meta({ description: "The font's id." }) });

export function fontJson(font: StoredFont): z.output<typeof fontSchema> {
  return {
    id: font.id,
    family: font.family,
    style_family: font.styleFamily ?? "",
    weight: font.weight,
    italic: font.isItalic ? 1 : 0,
    format: font.format,
    size: font.sizeBytes,
    created_at: font.createdAt.toISOString(),
  };
}

/** What people call it, e.g. `Inter 700 italic`. */
export const fontName = ({ family, weight, isItalic }: { family: string; weight: number; isItalic: boolean }): string =>
  `${family} ${weight}${isItalic ? " italic" : ""}`;
