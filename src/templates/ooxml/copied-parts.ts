import type { TemplateWarning } from "../../domain/template-warning.ts";
import type { OfficePackage } from "./office-package.ts";

/** Parts with text; stores of custom XML hold what others have put there, and show nothing. */
export const isTextPart = (part: string): boolean => /^(?!customXml\/).*\.xml$/i.test(part);

/** Warnings, when a template is saved, about tags in parts that are in merged files and that no merge fills. */
export function copiedTags(source: OfficePackage, isMerged: (part: string) => boolean): TemplateWarning[] {
  return [...partsOf(source)].flatMap((part): TemplateWarning[] => {
    const tag = isTextPart(part) && !isMerged(part) && !source.dropped.has(part) ? source.tagIn(part) : undefined;
    if (tag === undefined) return [];
    return [
      {
        code: "copied_part",
        part,
        place: part,
        text: tag,
        message: "This tag is not filled: merged files have this part of the template as it is.",
        remedy: "Write the tag where the text of the document is, or remove it from here.",
      },
    ];
  });
}

/** The parts that relationships lead to from the package down. */
function partsOf(source: OfficePackage): Set<string> {
  const reached = new Set([""]);
  for (const part of reached) {
    const relationships = source.relationshipsOf(part);
    for (const item of relationships.all()) {
      const target = relationships.targetPart(item);
      if (target !== undefined && source.zip.has(target)) reached.add(target);
    }
  }
  return reached;
}
