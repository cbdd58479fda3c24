import { Failure } from "../../domain/failure.ts";
import type { RouteRule } from "../../domain/route.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { fieldName, isFieldPath, isMergeLanguage } from "../../merge/route/rule-conditions.ts";
import { parseOutboundUrl } from "../../outbound/url-guard.ts";
import { textWarnings } from "../documents/text-warnings.ts";

/** Warnings about a rule as it was saved; rules and conditions are counted as they are listed. */
export function ruleWarnings(saved: RouteRule, index: number): TemplateWarning[] {
  const { file, loopField, conditions } = saved;
  const rule = `rule ${index + 1}`;
  const part = `rules[${index}]`;
  const filePlace = { part: `${part}[file]`, place: `the address of the file of ${rule}`, text: file };
  const loopPlace = { part: `${part}[loop_field]`, place: `the list that repeats ${rule}`, text: loopField };
  return [
    ...documentWarnings(saved, { part: `${part}[document_id]`, place: `the document of ${rule}` }),
    ...addressWarnings(filePlace),
    ...textWarnings(filePlace),
    ...loopWarnings(loopPlace),
    ...conditions.flatMap(({ field, value }, number) => {
      const [condition, place] = [`${part}[conditions][${number}]`, `condition ${number + 1} of ${rule}`];
      const isMerged = !isFieldPath(field);
      return [
        ...(isMerged ? textWarnings({ part: `${condition}[field]`, place: `${place}, field`, text: field }) : []),
        ...textWarnings({ part: `${condition}[value]`, place: `${place}, value`, text: value }),
      ];
    }),
  ];
}

type Place = Pick<TemplateWarning, "part" | "place" | "text">;

/** A document that was deleted since the rule was made. */
function documentWarnings({ documentId, deletedDocument }: RouteRule, place: Omit<Place, "text">): TemplateWarning[] {
  if (deletedDocument === undefined) return [];
  const text = documentId === undefined ? "" : String(documentId);
  const named = [...(deletedDocument ? [`“${deletedDocument}”`] : []), ...(text ? [`(${text})`] : [])].join(" ");
  return [
    {
      code: "rule_document_deleted",
      ...place,
      text,
      message: `The document ${named}${named && " "}was deleted: the rule is skipped, and its file is missing in merges.`,
      remedy: "Name another document, or delete the rule.",
    },
  ];
}

/** A file whose address is invalid, whatever the data are. */
function addressWarnings(place: Place): TemplateWarning[] {
  const problem = addressProblem(place.text.trim());
  if (problem === undefined) return [];
  return [
    {
      code: "file_not_an_address",
      ...place,
      message: `${problem} The merge fails whenever the rule fires.`,
      remedy: "Write an address that begins with https://, or merge language that makes one, such as {$Url}.",
    },
  ];
}

function addressProblem(address: string): string | undefined {
  const [start = ""] = address.split("{");
  if (isMergeLanguage(address)) {
    const isOpen = /^https?:\/\//i.test(start) || "https://".startsWith(start.toLowerCase()) || start === "http:/";
    return isOpen ? undefined : `The address begins with “${start}”, not with https://.`;
  }
  if (address === "") return undefined;
  try {
    parseOutboundUrl(address);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/** `Items as i`, the way in which a loop of the template is written. */
const ITEM_NAME = /(?<!\s)\s+as\s+\$?[\p{L}_][\p{L}\p{N}_]*$/iu;
/** What no name in the data contains: tags, modifiers, and the items of a list in place of the list. */
const NO_PATH = /[{}|$`]|\[\]|\.\*/;

/** A loop field that is looked up as it is written but was meant as more than a path. */
function loopWarnings(place: Place): TemplateWarning[] {
  const path = fieldName(place.text);
  if (!ITEM_NAME.test(path) && !NO_PATH.test(path)) return [];
  const [stem = ""] = path
    .replace(/^foreach\s+\$?/, "")
    .replace(ITEM_NAME, "")
    .split(NO_PATH);
  const meant = isFieldPath(stem) ? fieldName(stem) : "Items";
  return [
    {
      code: "loop_field_not_a_path",
      ...place,
      message: `“${place.text}” as a whole is taken to be the name of a list, which no data have: the rule never fires.`,
      remedy: `Write only the list's path, such as ${meant}; in the document the members of its entries are fields: {$Name}.`,
    },
  ];
}
