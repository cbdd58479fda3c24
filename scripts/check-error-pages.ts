/**
 * Holds docs/errors to the service: the example of each page has the code, title and status of
 * src/domain/failure-codes.ts, and says what strings of src can say. Run by `npm run imports`.
 */
import fs from "node:fs";
import path from "node:path";
import { FAILURE_CODES } from "../src/domain/failure-codes.ts";

const root = path.resolve(import.meta.dirname, "..");
const pages = path.join(root, "docs/errors");
/** Shorter strings, and single words, are everywhere: any text could be put together of them. */
const LEAST_LETTERS = 11;
/** Half of a text has to be from literals; of one with a long value, such as a list, this many letters. */
const ENOUGH_LETTERS = 28;

/** The texts of a string or template literal between its holes: `no ${a} in ${b}` is "no ", " in ", "". */
type Literal = readonly string[];

/** The literals of a source file. Comments and regular expressions are passed over: they may hold quotes. */
function literalsOf(code: string): Literal[] {
  const literals: Literal[] = [];
  let at = 0;

  const skipPast = (end: string): void => {
    const found = code.indexOf(end, at);
    at = found < 0 ? code.length : found + end.length;
  };

  /** What an escape stands for. Messages have only those of the signs themselves. */
  const escaped = (): string => {
    const sign = code[at + 1] ?? "";
    at += 2;
    return sign === "n" ? "\n" : sign;
  };

  function readLiteral(quote: string): void {
    const parts = [""];
    at++;
    while (at < code.length && code[at] !== quote) {
      if (code.startsWith("${", at) && quote === "`") {
        at += 2;
        readCode();
        parts.push("");
      } else parts.push((parts.pop() ?? "") + (code[at] === "\\" ? escaped() : code[at++]));
    }
    at++;
    literals.push(parts);
  }

  function readRegularExpression(): void {
    let inClass = false;
    for (at++; at < code.length && code[at] !== "\n"; at++) {
      if (code[at] === "\\") at++;
      else if (code[at] === "[") inClass = true;
      else if (code[at] === "]") inClass = false;
      else if (code[at] === "/" && !inClass) break;
    }
    at++;
  }

  /** Reads until the brace that ends a hole, or the end of the file. */
  function readCode(): void {
    let depth = 0;
    let before = "";
    while (at < code.length) {
      const sign = code[at] ?? "";
      if (code.startsWith("//", at)) skipPast("\n");
      else if (code.startsWith("/*", at)) skipPast("*/");
      else if (sign === "/" && (code.slice(at - 7, at) === "return " || !/[\w$)\]}"'`]/.test(before)))
        readRegularExpression();
      else if (sign === '"' || sign === "'" || sign === "`") readLiteral(sign);
      else at++;
      if (sign === "{") depth++;
      if (sign === "}" && depth-- === 0) return;
      if (sign.trim() !== "") before = sign;
    }
  }

  while (at < code.length) readCode();
  return literals;
}

const lettersOf = (literal: Literal): number => literal.join("").length;

/** Where a literal that begins at `start` of a text may end: its holes take anything. */
function endsOf(literal: Literal, text: string, start: number): number[] {
  const [first = "", ...rest] = literal;
  if (!text.startsWith(first, start)) return [];
  const last = rest.pop();
  let at = start + first.length;
  if (last === undefined) return [at];
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return [];
    at = found + part.length;
  }
  const ends: number[] = [];
  for (let end = at + last.length; end <= text.length; end++)
    if (text.startsWith(last, end - last.length)) ends.push(end);
  return ends;
}

/** How many letters of a text can be from literals that follow each other; between them are values. */
function knownLetters(text: string, literals: readonly Literal[]): number {
  const fitting = literals.filter((literal) => literal.every((part) => text.includes(part)));
  /** For each beginning of the text, by its length: how many of its letters are from literals. */
  const best: number[] = Array(text.length + 1).fill(0);
  for (let start = 0; start < text.length; start++) {
    const before = best[start] ?? 0;
    const reach = (end: number, letters: number) => {
      best[end] = Math.max(best[end] ?? 0, before + letters);
    };
    reach(start + 1, 0);
    for (const literal of fitting) for (const end of endsOf(literal, text, start)) reach(end, lettersOf(literal));
  }
  return best[text.length] ?? 0;
}

function sources(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "testing" ? [] : sources(full);
    return entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts") ? [full] : [];
  });
}

function exampleOf(page: string): Record<string, unknown> | undefined {
  const [, block] = page.split("\n## Example\n\n```json\n");
  try {
    return JSON.parse(block?.split("\n```")[0] ?? "");
  } catch {
    return undefined;
  }
}

function faultsOf(page: string, code: string, literals: readonly Literal[]): string[] {
  const known = Object.entries(FAILURE_CODES).find(([name]) => name === code)?.[1];
  if (known === undefined) return ["src/domain/failure-codes.ts has no such code"];
  const [status, title] = known;
  const example = exampleOf(page);
  if (example === undefined) return ["its example is not JSON"];
  const faults: string[] = [];
  if (example.code !== code) faults.push("the code of its example is not the name of the page");
  if (example.title !== title) faults.push(`the title of its example is not "${title}"`);
  if (example.status !== status) faults.push(`the status of its example is not ${status}`);
  if (example.error !== example.detail) faults.push('"error" and "detail" of its example differ');
  const detail = String(example.detail);
  const enough = Math.min(detail.length / 2, ENOUGH_LETTERS);
  if (detail !== title && knownLetters(detail, literals) < enough) faults.push(`no message of src says "${detail}"`);
  return faults;
}

const literals = sources(path.join(root, "src"))
  .filter((file) => path.basename(file) !== "failure-codes.ts")
  .flatMap((file) => literalsOf(fs.readFileSync(file, "utf8")))
  .filter((literal) => lettersOf(literal) >= LEAST_LETTERS && literal.join("").trim().includes(" "));
let count = 0;
for (const name of fs.readdirSync(pages).filter((each) => each.endsWith(".md"))) {
  const page = fs.readFileSync(path.join(pages, name), "utf8");
  const faults = faultsOf(page, path.basename(name, ".md"), literals);
  if (faults.length === 0) continue;
  count++;
  console.error(`docs/errors/${name}: ${faults.join("; ")}`);
}
if (count === 0) console.log("the examples of docs/errors say what the service says");
process.exit(count > 0 ? 1 : 0);
