import type { Finding } from "../../language/lint/finding.ts";
import { parseFieldInstruction } from "../../office/field-instruction.ts";
import type { FieldSources } from "./document-settings.ts";
import { readNames } from "./greeting-fields.ts";

interface FieldWarning {
  message: string;
  remedy: string;
}

const NEXT: FieldWarning = {
  message: "does nothing here, because each record has a document of its own",
  remedy: "Repeat what is printed for each record with `{foreach $Records as $record}` and `{/foreach}`.",
};
const ASKED: FieldWarning = {
  message: "asks nobody anything: it has the text of its switch \\d",
  remedy: "Write a field of the data in its place, such as `{$Answer}`.",
};
const NUMBERED: FieldWarning = {
  message: "is always 1, because each record has a document of its own",
  remedy: "Send the number with the data, and write its field, such as `{$Number}`.",
};
const FOREIGN: FieldWarning = {
  message: "is not calculated: merged files have what the template shows",
  remedy: "Write a field of the data in its place.",
};

/** Fields that need somebody at Word, or a data source of Word's own. */
const FIELD_WARNINGS: Readonly<Record<string, FieldWarning>> = {
  NEXT,
  NEXTIF: NEXT,
  SKIPIF: {
    message: "skips no record, because each record has a document of its own",
    remedy: "Send only the records that are to be printed.",
  },
  ASK: ASKED,
  FILLIN: ASKED,
  MERGEREC: NUMBERED,
  MERGESEQ: NUMBERED,
  DATABASE: FOREIGN,
  DDE: FOREIGN,
  DDEAUTO: FOREIGN,
};

/** What to say about a field when its template is saved; undefined for those that do what they do in Word. */
export function findingOfField(instruction: string, sources: FieldSources): Omit<Finding, "at" | "end"> | undefined {
  const { name, arguments: given, switches } = parseFieldInstruction(instruction);
  const finding = (allWarnings: FieldWarning) => ({
    code: "mail_merge_field" as const,
    message: `The field ${name} ${allWarnings.message}`,
    remedy: allWarnings.remedy,
  });
  const allWarnings = FIELD_WARNINGS[name];
  if (allWarnings) return finding(allWarnings);
  if ((name === "INCLUDEPICTURE" || name === "INCLUDETEXT") && given.length === 0)
    return finding(
      name === "INCLUDETEXT" ? FOREIGN : { ...FOREIGN, remedy: "Write `{image src=$Picture}` in its place." },
    );
  if (name === "DOCVARIABLE" && !sources.variables.has((given[0] ?? "").toLowerCase()))
    return finding({
      message: `shows nothing new: the document has no variable “${given[0] ?? ""}”`,
      remedy: "Write a field of the data in its place.",
    });
  if (name !== "GREETINGLINE" && name !== "ADDRESSBLOCK") return undefined;
  if (sources.mappedNames.size > 0) return undefined;
  const names = readNames(switches.get("f")?.[0], name);
  if (names.length === 0) return undefined;
  return finding({
    message: `is filled from the fields ${names.map((each) => `\`${each}\``).join(", ")}, because the file does not say which columns it means`,
    remedy: "Give the data fields of these names, or write the fields that they have in its place.",
  });
}
