import { diffArrays } from "diff";
import * as z from "zod";
import type { DocumentField } from "../../domain/document.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { numericId, optional } from "../../http/wire-values.ts";
import { type TemplatePart, templateText } from "../../templates/template-text.ts";
import { checkTemplate, TEMPLATE_PROBLEMS } from "../documents/template-upload.ts";
import { findVersion, templateOf, versionParams } from "./find-version.ts";

/** Lines that may differ before the comparison gives up: its work grows with their square. */
const MAX_CHANGES = 2_000;
/** Lines of all parts that an answer shows. */
const MAX_LINES = 20_000;

const changedFieldSchema = z.object({
  name: z.string().meta({ description: "The field; members with the names of what holds them: `Items.price`." }),
  type: z.string().meta({ description: "What the version does with the value." }),
  was: z.string().optional().meta({ description: "What the other version does with it, where that differs." }),
});

const changesSchema = z
  .object({
    version: z.int().meta({ description: "The version that was asked for." }),
    against: z.int().meta({ description: "The version that it is compared with; 0: with an empty template." }),
    fields: z
      .object({
        added: z.array(changedFieldSchema).meta({ description: "Fields that only this version has." }),
        removed: z.array(changedFieldSchema).meta({ description: "Fields that only the other version has." }),
        changed: z.array(changedFieldSchema).meta({ description: "Fields that both have, but of different types." }),
      })
      .meta({ description: "The merge fields." }),
    text: z
      .array(
        z.object({
          part: z.string().meta({ description: "Part of the template.", examples: ["body", "header1", "slide2"] }),
          lines: z
            .array(
              z.object({
                change: z.enum(["same", "added", "removed"]).meta({ description: "What happened to the line." }),
                text: z.string().meta({ description: "The line, paragraph or cell." }),
              }),
            )
            .meta({ description: "All lines of both versions, in their order." }),
        }),
      )
      .meta({ description: "The text, part by part." }),
    cut: z.boolean().meta({ description: "Whether there is more text than is shown here." }),
  })
  .meta({ id: "VersionChanges" });

/** GET /api/documents/:id/versions/:version/changes: what differs from another version. */
export const compareVersions = endpoint({
  method: "get",
  path: "/api/documents/:id/versions/:version/changes",
  summary: "Compare two template versions",
  description:
    "The fields and the text, line by line: lines of html, paragraphs of Word and PowerPoint files, cells of workbooks, what " +
    "the fields of a PDF form hold. How things look is not compared.",
  tag: "Versions",
  auth: "key",
  needs: "document:read",
  elsewhere: true,
  params: versionParams,
  query: z.object({
    against: optional(numericId()).meta({ description: "The other version; the one before when absent." }),
  }),
  problems: TEMPLATE_PROBLEMS,
  responses: { 200: { description: "What is different", schema: changesSchema } },

  async handle({ params, query, caller, context }) {
    const { document, version } = await findVersion(context, caller, params);
    const against = query.against ?? version.number - 1;
    const other =
      against === 0 ? undefined : (await findVersion(context, caller, { ...params, version: against })).version;
    const [now, before] = await Promise.all(
      [version, other].map(async (each) => {
        if (!each) return { fields: new Map<string, string>(), parts: [] };
        const bytes = await templateOf(context, caller, each);
        const { type, settings } = document;
        const { fields } = await checkTemplate(context, caller, { bytes, type, settings });
        return {
          fields: typesByPath(await context.store.fields.withKeys(fields)),
          parts: templateText(bytes, document.type),
        };
      }),
    );
    const text = comparedParts(before?.parts ?? [], now?.parts ?? []);

    return json({
      version: version.number,
      against,
      fields: comparedFields(before?.fields ?? new Map(), now?.fields ?? new Map()),
      ...shortened(text),
    });
  },
});

/** Type of each field by its path. */
function typesByPath(fields: readonly DocumentField[], above = ""): Map<string, string> {
  return new Map(
    fields.flatMap(({ name, type, fields: members }): [string, string][] => [
      [above + name, type],
      ...typesByPath(members ?? [], `${above}${name}.`),
    ]),
  );
}

function comparedFields(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) {
  const only = (some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
    [...some].filter(([name]) => !others.has(name)).map(([name, type]) => ({ name, type }));
  const changed = [...now].flatMap(([name, type]) => {
    const was = before.get(name);
    return was === undefined || was === type ? [] : [{ name, type, was }];
  });

  return { added: only(now, before), removed: only(before, now), changed };
}

type ComparedPart = z.output<typeof changesSchema>["text"][number];

function comparedParts(before: readonly TemplatePart[], now: readonly TemplatePart[]): ComparedPart[] {
  const names = [...new Set([...now, ...before].map(({ part }) => part))];
  const linesOf = (parts: readonly TemplatePart[], name: string) =>
    parts.find(({ part }) => part === name)?.lines ?? [];

  return names.map((part) => ({ part, lines: comparedLines(linesOf(before, part), linesOf(now, part)) }));
}

function comparedLines(before: string[], now: string[]): ComparedPart["lines"] {
  const lines = (change: "same" | "added" | "removed", texts: readonly string[]) =>
    texts.map((text) => ({ change, text }));
  const changes = diffArrays(before, now, { maxEditLength: MAX_CHANGES });
  if (!changes) return [...lines("removed", before), ...lines("added", now)];

  return changes.flatMap(({ added, removed, value }) => lines(added ? "added" : removed ? "removed" : "same", value));
}

/** What an answer shows of it. */
function shortened(text: readonly ComparedPart[]): { text: ComparedPart[]; cut: boolean } {
  let left = MAX_LINES;
  let cut = false;
  const shown = text.flatMap(({ part, lines }) => {
    cut ||= lines.length > left;
    const kept = lines.slice(0, left);
    left -= kept.length;
    return kept.length > 0 ? [{ part, lines: kept }] : [];
  });

  return { text: shown, cut };
}
