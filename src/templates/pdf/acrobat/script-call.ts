/** A constant in a script. */
export type ScriptConstant = string | number | boolean | readonly ScriptConstant[];

/** A call of one of Acrobat's own functions with constant arguments. */
export interface ScriptCall {
  name: string;
  arguments: readonly ScriptConstant[];
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n\r]*/g;
const CALL = /^\s*(?:event\.(?:value|rc)\s*=\s*)?([A-Za-z_]\w*)\s*\(([\s\S]*)\)\s*;?\s*$/;
const TOKEN =
  /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(true|false)\b|(new\s+Array\s*\(|\[)|([\])])|(,))/y;
/** Longer scripts are not a call with a few constants. */
const MAX_LENGTH = 20_000;

/**
 * Reads a script that is nothing but one call with constants, such as `AFNumber_Format(2, 0, 0, 0, "$", true);`. Nothing
 * is run; anything else is undefined.
 */
export function readScriptCall(script: string): ScriptCall | undefined {
  if (script.length > MAX_LENGTH) return undefined;
  const match = CALL.exec(script.replace(COMMENT, (comment, at: number) => (isInString(script, at) ? comment : " ")));
  if (!match) return undefined;
  const [, name = "", list = ""] = match;
  const constants = readConstants(list);
  return constants && { name, arguments: constants };
}

function isInString(script: string, at: number): boolean {
  let quote = "";
  for (let index = 0; index < at; index++) {
    const character = script[index] ?? "";
    if (quote === "") {
      if (character === '"' || character === "'") quote = character;
    } else if (character === "\\") index++;
    else if (character === quote) quote = "";
  }
  return quote !== "";
}

function readConstants(list: string): ScriptConstant[] | undefined {
  const root: ScriptConstant[] = [];
  const open: ScriptConstant[][] = [root];
  let expectsValue = true;
  TOKEN.lastIndex = 0;
  const end = list.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(list);
    if (!found) return undefined;
    const [, double, single, number, word, begin, close, comma] = found;
    const target = open.at(-1);
    if (!target) return undefined;
    if (comma !== undefined) {
      if (expectsValue) return undefined;
      expectsValue = true;
      continue;
    }
    if (close !== undefined) {
      open.pop();
      expectsValue = false;
      if (open.length === 0) return undefined;
      continue;
    }
    if (!expectsValue) return undefined;
    if (begin !== undefined) {
      const inner: ScriptConstant[] = [];
      target.push(inner);
      open.push(inner);
      continue;
    }
    const text = double ?? single;
    target.push(text !== undefined ? unescaped(text) : number !== undefined ? Number(number) : word === "true");
    expectsValue = false;
  }
  return open.length === 1 && !(expectsValue && root.length > 0) ? root : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", "0": "\0" };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([0-3]?[0-7]{2})|([\s\S]))/g,
    (_, unicode?: string, hex?: string, octal?: string, other?: string) => {
      const code = unicode ?? hex;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return ESCAPES[other ?? ""] ?? other ?? "";
    },
  );
}
