// The generated part of packages/php: a class of operations and a file of types for each resource.
import { type Interface, type Member, type Operation, pascal, type Shape, type Type } from "./model.ts";
import { byGroup, MADE, sentences, wrap } from "./writing.ts";

const WIDTH = 110;

/** File names below packages/php and their texts. */
export function phpFiles({ operations, shapes }: Interface): Record<string, string> {
  const files: Record<string, string> = {};
  const groupOf = new Map(shapes.map(({ name, group }) => [name, group]));
  const groups = byGroup(operations);
  for (const [group, members] of groups)
    files[`src/Operations/${pascal(group)}Operations.php`] = operationsFile(group, members, groupOf);
  for (const [group, members] of byGroup(shapes))
    files[`src/Types/${pascal(group)}Types.php`] = typesFile(group, members, groupOf);
  files["src/Operations/AllOperations.php"] = groupsFile([...groups.keys()]);
  return files;
}

function operationsFile(group: string, operations: readonly Operation[], groupOf: ReadonlyMap<string, string>): string {
  const methods = operations.map(method).join("\n");
  return `<?php

declare(strict_types=1);

namespace Docloom\\Operations;

use Docloom\\AnsweredFile;
use Docloom\\LocalFile;
use Docloom\\Resource;
${usedTypes(methods, groupOf)
  .map(([, from]) => from)
  .filter((from, at, all) => all.indexOf(from) === at)
  .sort()
  .map((from) => `use Docloom\\Types\\${pascal(from)}Types;\n`)
  .join("")}
/**
 * Operations of \`${group}\`. ${MADE}
 *
${importsOf(methods, groupOf)} */
class ${pascal(group)}Operations extends Resource
{
${methods}}
`.replace(/use Docloom\\(AnsweredFile|LocalFile);\n/g, (line, name: string) => (methods.includes(name) ? line : ""));
}

/** Shapes that a text names, and the groups they are in. */
function usedTypes(text: string, groupOf: ReadonlyMap<string, string>): [string, string][] {
  const words = new Set(text.match(/\b[A-Z]\w+\b/g));
  return [...groupOf].filter(([name]) => words.has(name)).sort(([one], [other]) => (one < other ? -1 : 1));
}

function importsOf(text: string, groupOf: ReadonlyMap<string, string>, own = ""): string {
  return usedTypes(text, groupOf)
    .filter(([, group]) => group !== own)
    .map(([name, group]) => ` * @phpstan-import-type ${name} from ${pascal(group)}Types\n`)
    .join("");
}

function method(operation: Operation): string {
  const { body, query, placed } = operation;
  const named = [
    ...query.map((member) => ({ name: camel(member.name), type: member.type, sent: member.name, says: member.says })),
    ...(operation.takesKey
      ? [header("idempotencyKey", "What is sent again under the same key is not done again.")]
      : []),
    ...(operation.takesIfMatch ? [header("ifMatch", "Only if it still has this ETag.")] : []),
    ...(operation.takesIfNoneMatch ? [header("ifNoneMatch", "Null is answered if it still has this ETag.")] : []),
    ...(body?.isList ? [header("contentType", "Of a list that is sent as it is in its file.")] : []),
  ];
  const bodyType = body ? (body.isList ? "array|string|LocalFile" : "array") : "";
  const parameters = [
    ...placed.map(({ name }) => `string $${camel(name)}`),
    ...(body ? [body.isRequired ? `${bodyType} $body` : `${bodyType} $body = []`] : []),
    ...named.map(({ name, type }) => `${optional(nativeType(type))} $${name} = null`),
  ];
  const answers = operation.answers.map((each) => (each.kind === "file" ? "AnsweredFile" : described(each)));
  const natives = operation.answers.map((each) => (each.kind === "file" ? "AnsweredFile" : nativeType(each)));
  if (operation.takesIfNoneMatch) {
    answers.push("null");
    natives.push("null");
  }
  const path = placed.reduce(
    (text, { name }) => text.replace(`{${name}}`, `' . self::part($${camel(name)}) . '`),
    operation.path,
  );
  const call = [
    `'${operation.method}'`,
    `'${path}'`.replace(/ \. ''$/, ""),
    ...(query.length > 0
      ? [`query: [${query.map((member) => `'${member.name}' => $${camel(member.name)}`).join(", ")}]`]
      : []),
    ...(body ? ["body: $body"] : []),
    ...(body?.isList ? ["contentType: $contentType"] : []),
    ...(operation.takesKey ? ["idempotencyKey: $idempotencyKey", "takesKey: true"] : []),
    ...(operation.takesIfMatch ? ["ifMatch: $ifMatch"] : []),
    ...(operation.takesIfNoneMatch ? ["ifNoneMatch: $ifNoneMatch"] : []),
    ...(operation.isOpen ? ["isOpen: true"] : []),
  ];
  const lines = [
    `${operation.summary}.`,
    "",
    ...(operation.says ? [...wrap(sentences(operation.says), WIDTH - 7), ""] : []),
    ...placed.map(({ name, says }) => `@param string $${camel(name)} ${sentences(says)}`),
    ...(body
      ? [`@param ${body.isList ? `${described(body.type)}|string|LocalFile` : described(body.type)} $body`]
      : []),
    ...named.map(({ name, type, says }) => `@param ${either([described(type), "null"])} $${name} ${sentences(says)}`),
    `@return ${either(answers) || "null"}`,
    "",
    `\`${operation.method} ${operation.path}\``,
  ];
  return `    /**
${lines
  .flatMap((line) => (line.startsWith("@param") ? tagLines(line.trim()) : [line]))
  .map((line) => `     * ${line.replaceAll("*/", "* /")}`.trimEnd())
  .join("\n")}
     */
    public function ${camel(operation.name)}(${broken(parameters, `    public function ${camel(operation.name)}()`)}): ${union(natives) || "null"}${parameters.join(", ").length + operation.name.length > WIDTH - 30 ? " {" : "\n    {"}
        return $this->call(${broken(call, "        return $this->call();", 4)});
    }
`;
}

/** Type and name stay in the tag's own line. */
function tagLines(line: string): string[] {
  const [tag = ""] = /^@param .* \$\w+/.exec(line) ?? [];
  const lines = wrap(`${tag.replaceAll(" ", "\0")}${line.slice(tag.length)}`, WIDTH - 7, "    ");
  return lines.map((each) => each.replaceAll("\0", " "));
}

function header(name: string, says: string): { name: string; type: Type; sent: string; says: string } {
  return { name, type: { kind: "text" }, sent: "", says };
}

function broken(items: readonly string[], around: string, deeper = 0): string {
  const line = items.join(", ");
  if (around.length + line.length + 20 <= WIDTH) return line;
  const indent = " ".repeat(8 + deeper);
  return `\n${items.map((item) => `${indent}${item},\n`).join("")}${" ".repeat(4 + deeper)}`;
}

function typesFile(group: string, shapes: readonly Shape[], groupOf: ReadonlyMap<string, string>): string {
  const types = shapes.map(shapeText).join(" *\n");
  const imports = importsOf(types, groupOf, group);
  return `<?php

declare(strict_types=1);

namespace Docloom\\Types;

/**
 * Types of \`${group}\`. ${MADE}
 *
${imports}${imports ? " *\n" : ""}${types} */
interface ${pascal(group)}Types
{
}
`;
}

function shapeText({ name, members }: Shape): string {
  const line = ({ name: key, type, isRequired, says }: Member) => {
    const words = wrap(sentences(says), WIDTH - 9).filter(Boolean);
    const label = /^\w+$/.test(key) ? key : `'${key}'`;
    return [
      ...words.map((text) => ` *   // ${text.replaceAll("*/", "* /")}\n`),
      ` *   ${label}${isRequired ? "" : "?"}: ${described(type)},\n`,
    ].join("");
  };
  return ` * @phpstan-type ${name} array{\n${members.map(line).join("")} * }\n`;
}

function groupsFile(groups: readonly string[]): string {
  return `<?php

declare(strict_types=1);

namespace Docloom\\Operations;

use Docloom\\Transport;

/** Every operation of the service, by resource. ${MADE} */
class AllOperations
{
${groups.map((group) => `    public readonly ${pascal(group)}Operations $${group};\n`).join("")}
    public function __construct(Transport $transport)
    {
${groups.map((group) => `        $this->${group} = new ${group === "merge" ? "\\Docloom\\Merge" : `${pascal(group)}Operations`}($transport);\n`).join("")}    }
}
`.replace("readonly MergeOperations", "readonly \\Docloom\\Merge");
}

/** As documentation has it. */
function described(type: Type): string {
  switch (type.kind) {
    case "any":
      return "mixed";
    case "text":
      return "string";
    case "integer":
      return "int";
    case "number":
      return "float|int";
    case "boolean":
      return "bool";
    case "null":
      return "null";
    case "contents":
      return "string|LocalFile|\\SplFileInfo|resource".replace("LocalFile", "\\Docloom\\LocalFile");
    case "literal":
      return type.values
        .map((value) => (typeof value === "string" ? `'${value.replaceAll("'", "\\'")}'` : String(value)))
        .join("|");
    case "list":
      return `list<${described(type.of)}>`;
    case "map":
      return `array<string, ${described(type.of)}>`;
    case "shape":
      return type.name;
    case "either":
      return either(type.of.map(described));
  }
}

function either(types: readonly string[]): string {
  return [...new Set(types)].join("|");
}

/** As PHP itself checks it. */
function nativeType(type: Type): string {
  switch (type.kind) {
    case "any":
    case "contents":
      return "mixed";
    case "text":
      return "string";
    case "integer":
      return "int";
    case "number":
      return "int|float";
    case "boolean":
      return "bool";
    case "null":
      return "null";
    case "literal":
      return union(
        type.values.map((value) =>
          typeof value === "number" ? "int" : typeof value === "boolean" ? "bool" : "string",
        ),
      );
    case "either":
      return union(type.of.map(nativeType));
    default:
      return "array";
  }
}

function union(types: readonly string[]): string {
  const all = [...new Set(types.flatMap((type) => type.split("|")))];
  return all.includes("mixed") ? "mixed" : all.join("|");
}

function optional(type: string): string {
  return type === "mixed" ? type : union([type, "null"]);
}

/** `document_id` -> `documentId` */
function camel(name: string): string {
  const words = pascal(name);
  return words.charAt(0).toLowerCase() + words.slice(1);
}
