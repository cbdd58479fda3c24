// The generated part of packages/python: a file of operations and a file of types for each resource.
import { type Interface, type Member, type Operation, pascal, type Shape, type Type } from "./model.ts";
import { byGroup, MADE, sentences, wrap } from "./writing.ts";

const WIDTH = 100;
const KEYWORDS: ReadonlySet<string> = new Set([
  "from",
  "class",
  "global",
  "import",
  "in",
  "is",
  "not",
  "or",
  "and",
  "pass",
  "async",
]);

/** File names below packages/python and their texts. */
export function pythonFiles({ operations, shapes }: Interface): Record<string, string> {
  const files: Record<string, string> = {};
  const groupOf = new Map(shapes.map(({ name, group }) => [name, group]));
  const groups = byGroup(operations);
  for (const [group, members] of groups)
    files[`docloom/operations/${group}.py`] = operationsFile(group, members, groupOf);
  for (const [group, members] of byGroup(shapes))
    files[`docloom/types/${group}.py`] = typesFile(group, members, groupOf);
  files["docloom/operations/__init__.py"] = groupsFile([...groups.keys()]);
  files["docloom/types/__init__.py"] = `"""What operations take and answer, by resource.\n\n${MADE}\n"""\n`;
  return files;
}

function operationsFile(group: string, operations: readonly Operation[], groupOf: ReadonlyMap<string, string>): string {
  const methods = operations.map((operation) => folded(method(operation, groupOf))).join("\n");
  const used = [...new Set(methods.match(/\b\w+_types(?=\.)/g) ?? [])].sort();
  const imports = used.map((alias) => `from ..types import ${alias.replace("_types", "")} as ${alias}\n`).join("");
  const typing = typingUsed(methods);
  return `"""Operations of \`${group}\`.

${MADE}
"""

from __future__ import annotations

${typing}from ..files import AnsweredFile, Contents
from ..transport import Resource, listed
${imports}

class ${pascal(group)}Operations(Resource):
${methods}`
    .replace(/from \.\.files import .*\n/, () => importsOfFiles(methods))
    .replace(/, listed\n/, methods.includes("listed(") ? ", listed\n" : "\n");
}

function importsOfFiles(text: string): string {
  const names = ["AnsweredFile", "Contents"].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return names.length > 0 ? `from ..files import ${names.join(", ")}\n` : "";
}

function typingUsed(text: string): string {
  const names = ["Any", "Dict", "List", "Literal", "Mapping", "Optional", "Sequence", "TypedDict", "Union"];
  const used = names.filter((name) =>
    new RegExp(`\\b${name}\\b(?=[\\[,\\])=:]|\\n|$| )`).test(text.replace(/"""[\s\S]*?"""|#.*/g, "")),
  );
  return used.length > 0 ? `from typing import ${used.join(", ")}\n\n` : "";
}

function method(operation: Operation, groupOf: ReadonlyMap<string, string>): string {
  const typed = (type: Type) => written(type, (name) => `${groupOf.get(name)}_types.${name}`);
  const { body, query, placed } = operation;
  const optional = [
    ...query.map((member) => ({ name: pythonName(member.name), type: typed(member.type) })),
    ...(operation.takesKey ? [{ name: "idempotency_key", type: "str" }] : []),
    ...(operation.takesIfMatch ? [{ name: "if_match", type: "str" }] : []),
    ...(operation.takesIfNoneMatch ? [{ name: "if_none_match", type: "str" }] : []),
    ...(body?.isList ? [{ name: "content_type", type: "str" }] : []),
  ];
  const given = body ? (body.isList ? `Union[${typed(body.type)}, Contents]` : typed(body.type)) : "";
  const parameters = [
    "self",
    ...placed.map(({ name }) => `${pythonName(name)}: str`),
    ...(body ? [body.isRequired ? `body: ${given}` : `body: Optional[${given}] = None`] : []),
    ...(optional.length > 0 ? ["*", ...optional.map(({ name, type }) => `${name}: Optional[${type}] = None`)] : []),
  ];
  const answer = operation.answers.map((each) => (each.kind === "file" ? "AnsweredFile" : typed(each)));
  if (operation.takesIfNoneMatch) answer.push("None");
  const returned = answer.length === 0 ? "None" : union(answer);

  const path = placed.reduce(
    (text, { name }) => text.replace(`{${name}}`, `{self.part(${pythonName(name)})}`),
    operation.path,
  );
  const call = [
    `"${operation.method}"`,
    placed.length > 0 ? `f"${path}"` : `"${path}"`,
    ...(query.length > 0
      ? [`query={${query.map(({ name }) => `"${name}": ${queried(name, query)}`).join(", ")}}`]
      : []),
    ...(body ? ["body=body"] : []),
    ...(body?.isList ? ["content_type=content_type"] : []),
    ...(operation.takesKey ? ["idempotency_key=idempotency_key", "takes_key=True"] : []),
    ...(operation.takesIfMatch ? ["if_match=if_match"] : []),
    ...(operation.takesIfNoneMatch ? ["if_none_match=if_none_match"] : []),
    ...(operation.isOpen ? ["is_open=True"] : []),
  ];
  return `    def ${operation.name}(${parameters.join(", ")}) -> ${returned}:
${docstring(operation)}
        return self.call(${call.join(", ")})
`;
}

/** Lists of ids and the like are sent with commas between them. */
function queried(name: string, query: readonly Member[]): string {
  const type = query.find((member) => member.name === name)?.type;
  return type?.kind === "list" ? `listed(${pythonName(name)})` : pythonName(name);
}

function docstring({ summary, says, query, placed, method, path }: Operation): string {
  const described = [...placed, ...query].filter(({ says }) => says !== "");
  const lines = [
    `"""${summary}.`,
    ...(says ? ["", ...wrap(sentences(says), WIDTH - 8)] : []),
    ...(described.length > 0 ? [""] : []),
    ...described.flatMap(({ name, says }) => wrap(`:param ${pythonName(name)}: ${sentences(says)}`, WIDTH - 8, "    ")),
    "",
    `\`${method} ${path}\``,
    '"""',
  ];
  return lines.map((line) => (line ? `        ${line.replaceAll("\\", "\\\\")}` : "")).join("\n");
}

function typesFile(group: string, shapes: readonly Shape[], groupOf: ReadonlyMap<string, string>): string {
  // what is defined further down is named in quotes by the lazy annotations; unions outside of classes are not
  const typed = (type: Type) =>
    written(type, (name) => (groupOf.get(name) === group ? name : `${groupOf.get(name)}_types.${name}`));
  const classes = shapes.map((shape) => folded(typedDict(shape, typed))).join("\n\n");
  const used = [...new Set(classes.match(/\b\w+_types(?=\.)/g) ?? [])].sort();
  const imports = used.map((alias) => `from . import ${alias.replace("_types", "")} as ${alias}\n`).join("");
  return `"""Types of \`${group}\`.

${MADE}
"""

from __future__ import annotations

${typingUsed(classes)}${classes.includes("Contents") ? "from ..files import Contents\n" : ""}${imports}

${classes}`;
}

/** Python 3.9 has no `NotRequired`: members that have to be there are in a class that the other one extends. */
function typedDict({ name, says, members }: Shape, typed: (type: Type) => string): string {
  const isPlain = members.every((member) => /^[A-Za-z]\w*$/.test(member.name) && !KEYWORDS.has(member.name));
  const doc = says ? `    """${wrap(sentences(says), WIDTH - 8).join("\n    ")}"""\n\n` : "";
  if (!isPlain) {
    const lines = members.map((member) => `        "${member.name}": "${typed(member.type).replaceAll('"', "'")}",\n`);
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join("")}    },\n    total=False,\n)\n`;
  }
  const line = (member: Member) => {
    const words = wrap(sentences(member.says), WIDTH - 6).filter(Boolean);
    return `${words.map((text) => `    # ${text}\n`).join("")}    ${member.name}: ${typed(member.type)}\n`;
  };
  const required = members.filter(({ isRequired }) => isRequired);
  const optional = members.filter(({ isRequired }) => !isRequired);
  const block = (all: readonly Member[]) => all.map(line).join("");
  if (optional.length === 0) return `class ${name}(TypedDict):\n${doc}${block(required)}`;
  if (required.length === 0) return `class ${name}(TypedDict, total=False):\n${doc}${block(optional)}`;
  return `class _${name}(TypedDict):\n${block(required)}\n\nclass ${name}(_${name}, total=False):\n${doc}${block(optional)}`;
}

function groupsFile(groups: readonly string[]): string {
  return `"""Every operation of the service, by resource.\n\n${MADE}\n"""

from __future__ import annotations

from ..transport import Transport
${groups.map((group) => `from .${group} import ${pascal(group)}Operations\n`).join("")}

class Operations:
    """The resources of a service."""

    def __init__(self, transport: Transport) -> None:
${groups.map((group) => `        self.${group} = ${pascal(group)}Operations(transport)\n`).join("")}`;
}

function written(type: Type, named: (name: string) => string): string {
  switch (type.kind) {
    case "any":
      return "Any";
    case "text":
      return "str";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "contents":
      return "Contents";
    case "literal":
      return `Literal[${type.values.map((value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value))).join(", ")}]`;
    case "list":
      return `List[${written(type.of, named)}]`;
    case "map":
      return `Dict[str, ${written(type.of, named)}]`;
    case "shape":
      return named(type.name);
    case "either":
      return union(type.of.map((each) => written(each, named)));
  }
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  if (all.includes("Any")) return "Any";
  const others = all.filter((type) => type !== "None");
  const one = others.length === 1 ? String(others[0]) : `Union[${others.join(", ")}]`;
  return others.length === all.length ? one : `Optional[${one}]`;
}

function pythonName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_/, "");
  return KEYWORDS.has(plain) ? `${plain}_` : plain;
}

/** Code whose long lines are broken at their brackets, an item a line. */
function folded(code: string): string {
  return code
    .split("\n")
    .flatMap((line) => (line.length > WIDTH && !/^\s*(#|:param|"""|`)/.test(line) ? broken(line) : [line]))
    .join("\n");
}

/** The last pair of a definition is what it returns: its parameters are broken first. */
function broken(line: string): string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const pairs = outermostBrackets(line);
  const [open, close] =
    pairs.find(([from, to]) => to - from > 1 && line[from] === "(") ?? pairs.find(([from, to]) => to - from > 1) ?? [];
  if (line.length <= WIDTH || open === undefined || close === undefined) return [line];
  const items = itemsIn(line.slice(open + 1, close));
  // with a comma, one type would become a tuple of types
  const comma = items.length === 1 && line[open] === "[" ? "" : ",";
  const inner = items.flatMap((item) => broken(`${indent}    ${item}${comma}`));
  return [line.slice(0, open + 1), ...inner, ...broken(indent + line.slice(close))];
}

/** Where brackets begin and end that are in no others; texts are passed over. */
function outermostBrackets(line: string): [number, number][] {
  const pairs: [number, number][] = [];
  let depth = 0;
  let from = 0;
  walk(line, (character, at) => {
    if ("([{".includes(character) && depth++ === 0) from = at;
    if (")]}".includes(character) && depth > 0 && --depth === 0) pairs.push([from, at]);
  });
  return pairs;
}

/** What is between commas that are in no brackets. */
function itemsIn(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  walk(text, (character, at) => {
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character)) depth--;
    if (character !== "," || depth > 0) return;
    items.push(text.slice(from, at).trim());
    from = at + 1;
  });
  return [...items, text.slice(from).trim()].filter(Boolean);
}

/** Each character of a line of code that is not in a text. */
function walk(line: string, visit: (character: string, at: number) => void): void {
  let isText = false;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') isText = !isText;
    else if (!isText) visit(character, at);
  }
}
