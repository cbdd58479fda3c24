import * as z from "zod";
import { comparableEmail } from "../domain/access/person.ts";
import { type FillInField, isFileKind, stepsOf } from "../domain/fill-in.ts";
import { flagOf } from "../domain/flag.ts";
import { type MergeData, withoutPrototype } from "../domain/merge-data.ts";
import type { FileOf } from "./posted-file.ts";
import { readFile, readSignature } from "./read-files.ts";
import { inputName, MAX_ROWS, putAt, rowsAt, type Typed, typedAt } from "./typed.ts";
import { readNumber, writtenNumber } from "./typed-number.ts";
import type { Speech } from "./words.ts";

/** Longest answers, in characters. */
const MAX_LENGTH = { text: 1_000, long_text: 20_000 } as const;

/** What was sent, as merge data; and what is wrong with it, by the names of inputs. */
export interface Answers {
  data: MergeData;
  problems: ReadonlyMap<string, string>;
}

/** Reads what was sent for these fields, and nothing else of it. All of it is data: no text is ever taken as markup. */
export function readAnswers(
  fields: readonly FillInField[],
  typed: Typed,
  speech: Speech,
  fileOf: FileOf = () => undefined,
): Answers {
  const data: MergeData = withoutPrototype();
  const problems = new Map<string, string>();

  for (const field of fields) {
    const steps = stepsOf(field.name);
    if (field.kind === "rows") {
      putAt(data, steps, readRows(field, rowsAt(typed, field.name), speech, problems));
      continue;
    }
    const sent = typedAt(typed, steps);
    const { value, problem } = isFileKind(field.kind)
      ? readSent(field, sent, speech, fileOf)
      : readAnswer(field, sent, speech);
    if (problem !== undefined) problems.set(inputName(steps), problem);
    putAt(data, steps, value);
  }
  return { data, problems };
}

function readRows(field: FillInField, rows: readonly Typed[], speech: Speech, problems: Map<string, string>) {
  const steps = stepsOf(field.name);
  const columns = field.fields ?? [];
  if (rows.length > MAX_ROWS) problems.set(inputName(steps), speech.say("tooManyRows", MAX_ROWS));
  const read: MergeData[] = [];

  for (const [index, row] of rows.slice(0, MAX_ROWS).entries()) {
    // Rows in which nobody has written anything are only there to be written in.
    if (columns.every((column) => isUntouched(column, row[column.name]))) continue;
    const item: MergeData = withoutPrototype();
    for (const column of columns) {
      const { value, problem } = readAnswer(column, row[column.name], speech);
      if (problem !== undefined) problems.set(inputName([...steps, index, column.name]), problem);
      item[column.name] = value;
    }
    read.push(item);
  }
  if (field.required && read.length === 0) problems.set(inputName(steps), speech.say("missing"));
  return read;
}

const isUntouched = (column: FillInField, value: unknown): boolean =>
  value === undefined || (typeof value === "string" && ["", column.default ?? ""].includes(value.trim()));

function readSent(
  field: FillInField,
  sent: unknown,
  speech: Speech,
  fileOf: FileOf,
): { value: unknown; problem?: string } {
  const read =
    field.kind === "signature" ? readSignature(sent, speech, fileOf) : readFile(field.kind, sent, speech, fileOf);
  if (read.problem === undefined && read.value === "" && field.required)
    return { value: "", problem: speech.say("missing") };
  return read;
}

function readAnswer(field: FillInField, sent: unknown, speech: Speech): { value: unknown; problem?: string } {
  const isEmpty = sent === undefined || sent === null || (typeof sent === "string" && sent.trim() === "");
  if (field.kind === "yes_no") {
    const value = flagOf(sent ?? "") ?? false;
    return field.required && !value ? { value, problem: speech.say("missing") } : { value };
  }
  if (isEmpty) return field.required ? { value: "", problem: speech.say("missing") } : { value: "" };

  const result = answerSchema(field, speech).safeParse(sent);
  return result.success
    ? { value: result.data }
    : { value: "", problem: result.error.issues[0]?.message ?? speech.say("notText") };
}

/** What one answer may be. Control characters, which nobody types, are no text. */
function answerSchema(field: FillInField, { language, say }: Speech): z.ZodType {
  const text = z
    .union([z.string(), z.number().transform(String)], { error: say("notText") })
    .transform((value) => value.replace(/\r\n?/g, "\n").toWellFormed())
    .refine((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value), { error: say("notText") });
  const line = text.transform((value) => value.replace(/(?<!\s)\s*\n\s*/g, " ").trim());

  switch (field.kind) {
    case "long_text":
      return text.refine(({ length }) => length <= MAX_LENGTH.long_text, {
        error: say("tooLong", MAX_LENGTH.long_text),
      });
    case "email":
      return line.refine(isAddress, { error: say("noEmail") });
    case "number":
      return read(line, (value) => readNumber(value, language), say("noNumber", writtenNumber(1234.5, language)));
    case "amount":
      return read(
        line,
        (value) => readNumber(value, language, { decimals: 2 }),
        say("noAmount", writtenNumber(1234.5, language, { decimals: 2 })),
      );
    case "date":
      return line.refine(isDate, { error: say("noDate") });
    case "choice":
      return line.refine((value) => field.options?.includes(value) ?? false, { error: say("noChoice") });
    default:
      return line.refine(({ length }) => length <= MAX_LENGTH.text, { error: say("tooLong", MAX_LENGTH.text) });
  }
}

function read(line: z.ZodType<string>, value: (text: string) => number | undefined, error: string): z.ZodType {
  return line.transform((text, context) => {
    const found = value(text);
    if (found !== undefined) return found;
    context.addIssue({ code: "custom", message: error });
    return z.NEVER;
  });
}

/** Whether a text is one e-mail address, and nothing that could be read as more. */
const isAddress = (text: string): boolean => !/[{}<>,;"]/.test(text) && comparableEmail(text) !== undefined;

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
