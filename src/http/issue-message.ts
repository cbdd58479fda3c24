import * as z from "zod";
import { didYouMean } from "./did-you-mean.ts";

type Issue = z.core.$ZodRawIssue;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with members",
  record: "an object with members",
  null: "null",
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  url: "a URL",
  datetime: "a date and time such as 2026-01-31T12:00:00Z",
  date: "a date such as 2026-01-31",
};

/** What is wrong with a value, as the words that follow the member's name: "must be one of html, pdf". */
export function issueMessage(issue: Issue): string {
  const { input } = issue;
  if (input === undefined && issue.code !== "custom") return "is required";

  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return valuesMessage(issue.values, input);
    case "invalid_format":
      return `must be ${FORMAT_NAMES[issue.format] ?? "of another form"}${butIs(input)}`;
    case "too_small":
      return issue.minimum === 1 && issue.origin === "string"
        ? "must not be empty"
        : `must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case "too_big":
      return `must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has members that are not known: ${issue.keys.map((key) => withMeant(key, issue.inst)).join(", ")}`;
    case "invalid_union":
      return unionMessage(issue.errors, input);
    case "invalid_key":
      return "has a name that is not allowed";
    case "invalid_element":
      return "has an item that is not allowed";
    default:
      return issue.message ?? "is not valid";
  }
}

/** A member that an object does not know, with the one that was probably meant. */
function withMeant(key: string, schema: unknown): string {
  const meant = schema instanceof z.ZodObject ? didYouMean(key, Object.keys(schema.shape)) : undefined;
  return meant === undefined ? key : `${key} (did you mean ${meant}?)`;
}

/** The allowed values. Empty text and null count as absent everywhere: naming them as accepted would help nobody. */
function valuesMessage(values: readonly unknown[], input: unknown): string {
  const distinct = values.filter((value) => value !== "" && value !== null);
  if (distinct.length === 0) return "";
  const list = distinct.map(String).join(", ");

  return `must be ${distinct.length === 1 ? "" : "one of "}${list}${butIs(input)}`;
}

/** Shapes that are spellings of each other on the wire: only the one that comes first is named. */
const SPELLINGS: ReadonlySet<string> = new Set(["text", "a number"]);

/** "must be text or a list": what the shapes of a union ask for. */
function unionMessage(shapes: readonly (readonly z.core.$ZodIssue[])[], input: unknown): string {
  const messages = shapes.flatMap((issues) =>
    issues.filter(({ path, message }) => path.length === 0 && message !== "").map(({ message }) => message),
  );
  const value = butIs(input);
  const asks = new Set<string>();
  for (const message of messages) {
    if (!message.startsWith("must be ")) continue;
    const demand = message.slice("must be ".length);
    const plain = value !== "" && demand.endsWith(value) ? demand.slice(0, -value.length) : demand;
    for (const ask of plain.split(" or ")) {
      const isSaid = SPELLINGS.has(ask) && [...asks].some((other) => SPELLINGS.has(other));
      if (ask !== "null" && !isSaid) asks.add(ask);
    }
  }
  if (asks.size === 0) return messages[0] ?? "is not valid";

  return `must be ${[...asks].join(" or ")}${messages.some((message) => value !== "" && message.endsWith(value)) ? value : ""}`;
}

/** The value itself, if it is short: `, not "foo"`. */
function butIs(input: unknown): string {
  if (typeof input !== "string" && typeof input !== "number" && typeof input !== "boolean") return "";
  const text = JSON.stringify(input);

  return text.length <= 60 ? `, not ${text}` : "";
}

const measure = (origin: string): string => (["string", "array", "set", "map"].includes(origin) ? "have" : "be");

function unit(origin: string, count: number | bigint): string {
  const word = origin === "string" ? " character" : origin === "array" || origin === "set" ? " item" : "";

  return word === "" || count === 1 ? word : `${word}s`;
}
