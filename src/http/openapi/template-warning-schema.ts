import * as z from "zod";

/** What the linter says about a template: no error, but most likely not intended. */
export const templateWarningSchema = z
  .object({
    code: z.string().meta({ description: "Stable word for the kind of mistake.", example: "foreign_syntax" }),
    part: z.string().meta({ description: "Package part, sheet cell, PDF field, or part of an html document." }),
    place: z.string().meta({
      description: "Where to find it, in words.",
      example: "table 2, row 3, cell 2, under the heading “Delivery”",
    }),
    text: z.string().meta({ description: "The text around it, as written." }),
    message: z.string().meta({ description: "What happens." }),
    remedy: z.string().meta({ description: "What to write instead; empty where nothing can be suggested." }),
    line: z.int().optional().meta({ description: "Line, counted from 1." }),
    column: z.int().optional().meta({ description: "Column, counted from 1." }),
    offset: z.int().optional().meta({ description: "UTF-16 units from the start of an html part." }),
    length: z.int().optional().meta({ description: "UTF-16 units from there." }),
  })
  .meta({ id: "TemplateWarning" });
