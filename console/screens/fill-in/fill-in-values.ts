/** Kinds of fields, in the order in which they are offered. */
export const KINDS = [
  { value: "text", label: "Text" },
  { value: "long_text", label: "Long text" },
  { value: "email", label: "E-mail" },
  { value: "number", label: "Number" },
  { value: "amount", label: "Amount" },
  { value: "date", label: "Date" },
  { value: "choice", label: "Choice" },
  { value: "yes_no", label: "Yes or no" },
  { value: "rows", label: "Rows" },
  { value: "picture", label: "Picture" },
  { value: "file", label: "File" },
  { value: "signature", label: "Signature" },
] as const;

/** Kinds that a column of rows can have. */
export const COLUMN_KINDS = KINDS.filter(({ value }) => !["rows", "picture", "file", "signature"].includes(value));

/** A text as the service has it: one, or one for each language. */
type SavedText = string | Record<string, string> | undefined;

/** What the service has of a field. */
export interface SavedField {
  name: string;
  kind: string;
  label?: SavedText;
  help?: SavedText;
  required?: number;
  prefill?: number;
  default?: string;
  options?: string[];
  fields?: SavedField[];
}

/** A field as the form has it; what the form does not show stays as it is. */
export interface FieldValues {
  /** For React. */
  key: string;
  saved: SavedField;
  name: string;
  kind: string;
  label: string;
  help: string;
  default: string;
  /** One a line. */
  options: string;
  required: boolean;
  prefill: boolean;
  columns: FieldValues[];
}

/** The form. */
export interface FillInValues extends Record<string, unknown> {
  on: boolean;
  title: string;
  before: string;
  after: string;
  fields: FieldValues[];
  follows: string;
  thanks: string;
  address: string;
  mail_to: string;
  mail_subject: string;
  mail_text: string;
  until: string;
  times: string | number;
  color: string;
  logo: string;
  languages: string[];
  /** Origins, one a line. */
  frames: string;
}

/** The setting as the service has it. */
export type SavedFillIn = Record<string, unknown> & { fields?: SavedField[] };

/** A text in the first language that it has. */
const shownText = (text: unknown): string =>
  typeof text === "object" && text !== null ? String(Object.values(text)[0] ?? "") : String(text ?? "");

/** The text as it is sent: the other languages stay. */
function sentText(shown: string, saved: unknown): SavedText {
  const [language] = typeof saved === "object" && saved !== null ? Object.keys(saved) : [];
  if (language === undefined) return shown === "" ? undefined : shown;
  return { ...(saved as Record<string, string>), [language]: shown };
}

let lastKey = 0;

export function fieldValues(saved: SavedField): FieldValues {
  return {
    key: `field-${++lastKey}`,
    saved,
    name: saved.name,
    kind: saved.kind,
    label: shownText(saved.label),
    help: shownText(saved.help),
    default: saved.default ?? "",
    options: (saved.options ?? []).join("\n"),
    required: saved.required === 1,
    prefill: saved.prefill === 1,
    columns: (saved.fields ?? []).map(fieldValues),
  };
}

/** @param asked what the page asks when nobody has arranged it */
export function valuesOf(saved: SavedFillIn, asked: readonly SavedField[]): FillInValues {
  const text = (name: string) => shownText(saved[name]);
  return {
    on: saved.on === 1,
    title: text("title"),
    before: text("before"),
    after: text("after"),
    fields: (saved.fields ?? asked).map(fieldValues),
    follows: text("follows") || "words",
    thanks: text("thanks"),
    address: text("address"),
    mail_to: text("mail_to"),
    mail_subject: text("mail_subject"),
    mail_text: text("mail_text"),
    until: text("until"),
    times: saved.times === undefined ? "" : Number(saved.times),
    color: text("color"),
    logo: text("logo"),
    languages: Array.isArray(saved.languages) ? saved.languages.map(String) : [],
    frames: Array.isArray(saved.frames) ? saved.frames.join("\n") : "",
  };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

const orNone = <Value>(value: Value): Value | undefined => (value === "" ? undefined : value);

function sentField(field: FieldValues): SavedField {
  const { saved, name, kind } = field;
  return withoutEmpty({
    name,
    kind,
    label: sentText(field.label, saved.label),
    help: sentText(field.help, saved.help),
    default: orNone(field.default),
    options: kind === "choice" ? linesOf(field.options) : undefined,
    required: field.required ? 1 : undefined,
    prefill: field.prefill ? 1 : undefined,
    fields: kind === "rows" ? field.columns.map(sentField) : undefined,
  });
}

/** The setting as it is sent. */
export function sentFillIn(values: FillInValues, saved: SavedFillIn): SavedFillIn {
  return withoutEmpty({
    on: values.on ? 1 : 0,
    title: sentText(values.title, saved.title),
    before: sentText(values.before, saved.before),
    after: sentText(values.after, saved.after),
    fields: values.fields.map(sentField),
    follows: values.follows,
    thanks: sentText(values.thanks, saved.thanks),
    address: values.follows === "address" ? values.address : undefined,
    ...(values.follows === "mail" ? sentMail(values, saved) : {}),
    until: orNone(values.until),
    times: orNone(values.times),
    color: orNone(values.color),
    logo: orNone(values.logo),
    languages: values.languages.length > 0 ? values.languages : undefined,
    frames: linesOf(values.frames).length > 0 ? linesOf(values.frames) : undefined,
  });
}

const isMail = ({ kind }: FieldValues): boolean => kind === "email";

/** The fields that a mail can go to. */
export const mailFields = ({ fields }: FillInValues): string[] => fields.filter(isMail).map(({ name }) => name);

/** The field that a mail goes to: the one that was chosen, else the first that there is. */
export const mailField = (values: FillInValues): string | undefined => {
  const names = mailFields(values);
  return names.includes(values.mail_to) ? values.mail_to : names[0];
};

const sentMail = (values: FillInValues, saved: SavedFillIn) => ({
  mail_to: mailField(values),
  mail_subject: sentText(values.mail_subject, saved.mail_subject),
  mail_text: sentText(values.mail_text, saved.mail_text),
});

const withoutEmpty = <Members extends object>(members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members;
