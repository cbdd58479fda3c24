import type * as z from "zod";
import { optional } from "../../http/wire-values.ts";
import { pageSetup } from "../../merge/document/print-document.ts";
import { pageHeightSchema, sizeSchema } from "../documents/document-schemas.ts";
import { settingsSchema, withoutNulls } from "../documents/settings-schema.ts";

const { margins, landscape, fit } = settingsSchema.shape;

/** How html files among the inputs are printed, in the words of documents. */
export const htmlPageMembers = {
  size_width: optional(sizeSchema).meta({
    description: "Width of the pages of html files in inches; without size, as their style sheets say, else US Letter.",
  }),
  size_height: optional(pageHeightSchema).meta({
    description: "Height of the pages of html files in inches; `auto`: as high as what is on them.",
  }),
  margins,
  landscape,
  fit,
};

type HtmlPageMembers = { [Name in keyof typeof htmlPageMembers]?: z.output<(typeof htmlPageMembers)[Name]> };

/** The pages of html files. */
export function htmlPageOf({
  size_width,
  size_height,
  margins,
  landscape,
  fit,
}: HtmlPageMembers): ReturnType<typeof pageSetup> {
  return pageSetup({
    sizeWidth: size_width ?? "",
    sizeHeight: size_height ?? "",
    settings: withoutNulls({ margins, landscape, fit }),
  });
}
