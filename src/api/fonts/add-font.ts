import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { MAX_FONT_BYTES, readFontFile } from "../../font/library/font-file.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { base64, optional, text } from "../../http/wire-values.ts";
import { requireOwnerForFonts } from "../surroundings/require-owner.ts";
import { fontJson, fontName, fontSchema } from "./font-json.ts";

/** All of them are looked through for each document. */
export const MAX_FONTS = 100;

/** POST /api/fonts: a font of the workspace's own. */
export const addFont = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/fonts",
  summary: "Add a font",
  description:
    "A TTF, OTF, WOFF or WOFF2 file, which html, Office and PDF documents of the workspace are drawn with wherever they " +
    "name its family. It takes the place of the font of the same family, weight and style. Fonts whose licence bits " +
    `(OS/2 fsType) keep documents from carrying a part of them are refused. Up to ${MAX_FONTS} fonts.`,
  tag: "Fonts",
  auth: "key",
  needs: "font:write",
  body: z.object({
    file: base64().meta({
      description: `The font, at most ${MAX_FONT_BYTES >> 20} MiB unpacked.`,
      examples: ["AAEAAAASAQAABAAgR0RFRgBKAAgAAAEsAAAAHkdQT1M="],
    }),
    family: optional(
      text().pipe(
        z
          .string()
          .trim()
          .max(100)
          .regex(/^[^\p{C}"'\\;{}<>,|]*$/u, { error: "must be a plain name" }),
      ),
    ).meta({ description: "Another name for its family; the font's own when absent." }),
  }),
  problems: [
    "font_not_readable",
    "font_not_allowed",
    "file_missing",
    "file_too_large",
    "too_many_fonts",
    "approval_required",
  ],
  responses: { 200: { description: "The font", schema: fontSchema } },

  keepsFor: ({ caller }) => caller,
  async handle({ body, caller, context }) {
    if (body.file.length === 0) throw new Failure("file_missing", "Send the font as file.");
    const font = readFontFile(body.file);
    const named = body.family ? { ...font, family: body.family, styleFamily: undefined } : font;
    await requireOwnerForFonts(context, caller);
    const { store } = recorded(context, caller, {
      action: "font.added",
      resource: { type: "font", id: "", name: fontName(named) },
      after: { family: named.family, weight: named.weight, italic: named.isItalic, bytes: named.bytes.length },
    });
    const kept = await store.fonts.save(caller.workspaceId, named, MAX_FONTS, context.now());
    if (!kept) throw new Failure("too_many_fonts", `The workspace has ${MAX_FONTS} fonts; delete one first.`);

    return json(fontJson(kept));
  },
});
