import type { FailureItem } from "../../domain/failure.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { percentDecoded } from "../../domain/text/percent-decoded.ts";
import { assembleTemplate } from "../../language/assemble.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Expression } from "../../language/ast.ts";
import type { FieldNode, MergeField } from "../../language/field-tree.ts";
import { fieldTree } from "../../language/list-fields.ts";
import type { Template } from "../../language/template.ts";
import { ContentTypes } from "../../office/content-types.ts";
import { Relationships } from "../../office/relationships.ts";
import type { FieldIndex } from "../field-index.ts";
import type { TemplateInspection } from "../template-engine.ts";
import { copiedTags } from "./copied-parts.ts";
import type { OfficePackage } from "./office-package.ts";
import type { JobBasis } from "./render-job.ts";
import { PART_NAME_END } from "./repeated-parts.ts";
import type { TagRegister } from "./tag-register.ts";

/** Precedes the name of each part in the rendered text; XML cannot hold it. */
export const PART_START = "\u0003";

/** A part and its tokens; `scoped` is the same with what surrounds it in the program (a slide's loop), for its fields. */
export interface PartTokens {
  part: string;
  tokens: readonly AssemblyToken[];
  scoped?: readonly AssemblyToken[];
}

/** A template made ready: one program for all its parts, shared by all renders of the version. */
export interface CompiledPackage {
  source: OfficePackage;
  template: Template;
  errors: readonly FailureItem[];
  fields: readonly MergeField[];
  /** The same with their places. */
  index: FieldIndex;
  basis: JobBasis;
  /** Ids of relationships whose targets are templates, by part: merged files leave them out. */
  linkTemplates: ReadonlyMap<string, readonly string[]>;
  warnings: readonly string[];
  /** Parts of Word with fields that are calculated from merged data. */
  fieldParts?: readonly string[];
  /** Parts that merges write; others are copied. */
  mergedParts: ReadonlySet<string>;
  /** Chart parts whose data are merged. */
  charts: ReadonlySet<string>;
}

type Inspected = Pick<
  CompiledPackage,
  "source" | "mergedParts" | "template" | "fields" | "index" | "errors" | "warnings"
>;

/** Warnings about a package when it is saved; `register` has looked at its texts. */
export function inspectionOf(
  { source, mergedParts, template, fields, index, errors, warnings }: Inspected,
  register: TagRegister,
): TemplateInspection {
  return {
    fields: [...fields],
    errors: [...errors],
    warnings: [
      ...warnings.map(packageWarning),
      ...register.warnings(template.nodes, fields, index.findings()),
      ...(errors.length > 0 ? [] : copiedTags(source, (part) => mergedParts.has(part))),
    ],
  };
}

/** Something about the file as a whole, e.g. what is left out of it. */
export function packageWarning(message: string): TemplateWarning {
  return { code: "left_out", part: "", place: "", text: "", message, remedy: "" };
}

export const partStart = (part: string): AssemblyToken => ({
  kind: "text",
  text: `${PART_START}${part}${PART_NAME_END}`,
});

/** The fields of all parts, each with the part it is in. */
export function fieldsOf(parts: readonly PartTokens[]): FieldNode {
  return fieldTree(
    parts.map(({ part, tokens, scoped }) => ({
      nodes: assembleTemplate(scoped ?? tokens, { keepNewlines: true }).nodes,
      part,
    })),
  );
}

/** Texts of a part's relationship targets that hold tags. */
export function linkTargets(source: OfficePackage, part: string, register: TagRegister): Map<string, Expression> {
  const targets = new Map<string, Expression>();
  const xml = source.relationships.get(part);
  if (xml === undefined || !/\{|%7B/i.test(xml)) return targets;
  for (const { id, external, target } of Relationships.parse(part, xml).all()) {
    if (!external) continue;
    const place = { part, where: () => "a link's address" };
    const template = register.textTemplate(withDecodedTags(target), place, "unencoded");
    if (template) targets.set(id, template);
  }
  return targets;
}

/** An address with its tags as they were typed; what is encoded around them stays so. */
export function withDecodedTags(target: string): string {
  // What is open is open to the end: looked for once, not behind each brace.
  return target.replace(/(?:%7B|\{)[\s\S]*?(?:(%7D|\})|$)/gi, (tag, end?: string) =>
    end === undefined ? tag : percentDecoded(tag),
  );
}

/** A copy of the content types that a render can add to. */
export function copyOf(types: ContentTypes): ContentTypes {
  return ContentTypes.parse(types.toXml());
}

/** The rendered text of each part, by name, in order; a part that was repeated comes several times. */
export function* renderedParts(text: string): Generator<[part: string, xml: string]> {
  let start = text.indexOf(PART_START);
  while (start >= 0) {
    const nameEnd = text.indexOf(PART_NAME_END, start);
    const next = text.indexOf(PART_START, nameEnd);
    yield [text.slice(start + 1, nameEnd), text.slice(nameEnd + 1, next < 0 ? undefined : next)];
    start = next;
  }
}
