// What the clients are written from: operations and shapes of the OpenAPI document, named as a person would call them.
import { nameOf } from "./names.ts";

/** What a value is; `shape` names one of {@link Interface.shapes}. */
export type Type =
  | { kind: "any" | "text" | "integer" | "number" | "boolean" | "null" | "contents" }
  | { kind: "literal"; values: readonly (string | number | boolean)[] }
  | { kind: "list" | "map"; of: Type }
  | { kind: "either"; of: readonly Type[] }
  | { kind: "shape"; name: string };

export interface Member {
  name: string;
  type: Type;
  isRequired: boolean;
  says: string;
}

export interface Shape {
  name: string;
  says: string;
  members: readonly Member[];
  /** The group whose operations alone use it; `shared` if there are several. */
  group: string;
}

export interface Operation {
  id: string;
  /** The resource it belongs to, e.g. `documents`. */
  group: string;
  /** Its name there, e.g. `list_deliveries`. */
  name: string;
  method: string;
  path: string;
  summary: string;
  says: string;
  placed: readonly Member[];
  query: readonly Member[];
  body?: { type: Type; isRequired: boolean; isList: boolean; example: unknown };
  /** What it answers when all went well; `file` among several if it may be one. */
  answers: readonly (Type | { kind: "file" })[];
  takesKey: boolean;
  takesIfMatch: boolean;
  takesIfNoneMatch: boolean;
  /** Needs no credentials. */
  isOpen: boolean;
}

export interface Interface {
  operations: readonly Operation[];
  shapes: readonly Shape[];
}

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: string | number | boolean;
  enum?: readonly (string | number | boolean | null)[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  contentEncoding?: string;
  format?: string;
  description?: string;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly [string];
  security?: readonly object[];
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Readonly<Record<string, Content>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, Content>> }>>;
}

export interface OpenApi {
  info: { description: string };
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** Whether what the service answers may be read as text by a program that expects JSON. */
const isJson = (mediaType: string): boolean => mediaType === "application/json";

export function interfaceOf(document: OpenApi): Interface {
  const shapes = new Shapes(document.components.schemas);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(document, shapes, path, method, described)),
  );
  const names = operations.map(({ group, name }) => `${group}.${name}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two operations would be called ${twice}: name one of them in scripts/clients/names.ts.`);

  return { operations, shapes: shapes.all() };
}

function operationOf(
  document: OpenApi,
  shapes: Shapes,
  path: string,
  method: string,
  described: DescribedOperation,
): Operation {
  const answered = Object.entries(described.responses).filter(([status]) => status.startsWith("2"));
  const contents = answered.flatMap(([status, { content = {} }]) =>
    status === "202" && answered.length > 1 ? [] : Object.entries(content),
  );
  const isListed = contents.some(([mediaType, { schema }]) => isJson(mediaType) && schema?.type === "array");
  const { group, name } = nameOf(described.tags[0], method, path, isListed, document.paths);
  const title = pascal(`${group}_${name}`);

  const parameters = described.parameters ?? [];
  const taken = (kind: string) => parameters.some(({ $ref }) => $ref?.endsWith(`/${kind}`));
  const members = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({
        name: parameter.name,
        type: shapes.typeOf(parameter.schema, title + pascal(parameter.name), group, true),
        isRequired: parameter.required === true,
        says: parameter.description ?? "",
      }));

  const answers: Operation["answers"][number][] = contents.map(([mediaType, { schema = {} }]) =>
    isJson(mediaType) ? shapes.typeOf(schema, title, group, false) : { kind: "file" },
  );
  const sent = described.requestBody?.content;
  const body = sent?.["application/json"];
  return {
    id: described.operationId,
    group,
    name,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    says: described.description ?? "",
    placed: members("path"),
    query: members("query"),
    ...(body && sent
      ? {
          body: {
            type: shapes.typeOf(body.schema ?? {}, `${title}Body`, group, true),
            isRequired: described.requestBody?.required === true,
            isList: "text/csv" in sent,
            example: body.example,
          },
        }
      : {}),
    answers: distinct(answers),
    takesKey: taken("IdempotencyKey"),
    takesIfMatch: taken("IfMatch"),
    takesIfNoneMatch: taken("IfNoneMatch"),
    isOpen: !described.security?.length,
  };
}

/** Object schemas by their members: what is written twice in the document is one shape. */
class Shapes {
  private readonly schemas: OpenApi["components"]["schemas"];
  private readonly found = new Map<string, { name: string; says: string; members: Member[]; groups: Set<string> }>();
  private readonly names = new Set<string>();

  constructor(schemas: OpenApi["components"]["schemas"]) {
    this.schemas = schemas;
    for (const name of Object.keys(schemas)) this.names.add(name);
  }

  all(): Shape[] {
    return [...this.found.values()]
      .map(({ groups, ...shape }) => ({ ...shape, group: groups.size === 1 ? String([...groups][0]) : "shared" }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** @param suggested the name of an object that has none in the document */
  typeOf(schema: Schema, suggested: string, group: string, isSent: boolean): Type {
    if (schema.$ref) {
      const name = schema.$ref.replace(/^.*\//, "");
      return this.typeOf(this.schemas[name] ?? {}, name, group, isSent);
    }
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices) return either(choices.map((choice, at) => this.typeOf(choice, suggested + (at || ""), group, isSent)));
    if (schema.const !== undefined) return { kind: "literal", values: [schema.const] };
    if (schema.enum) {
      const values = schema.enum.filter((value) => value !== null);
      // flags are written in six ways
      if (values.includes(true) && values.includes("1")) return { kind: "boolean" };
      const literal: Type = { kind: "literal", values };
      return values.length === schema.enum.length ? literal : either([literal, { kind: "null" }]);
    }
    if (Array.isArray(schema.type))
      return either(schema.type.map((type) => this.typeOf({ ...schema, type }, suggested, group, isSent)));
    if (schema.type === "array")
      return { kind: "list", of: this.typeOf(schema.items ?? {}, singular(suggested), group, isSent) };
    if (schema.type === "object" || schema.properties) return this.objectType(schema, suggested, group, isSent);
    if (schema.contentEncoding === "base64" && isSent) return { kind: "contents" };
    if (schema.type === "string") return { kind: "text" };
    if (schema.type === "integer" || schema.type === "number" || schema.type === "boolean" || schema.type === "null")
      return { kind: schema.type };
    return { kind: "any" };
  }

  private objectType(schema: Schema, suggested: string, group: string, isSent: boolean): Type {
    const { properties, additionalProperties, required = [] } = schema;
    if (!properties || Object.keys(properties).length === 0 || additionalProperties === true) {
      const inner = typeof additionalProperties === "object" ? additionalProperties : {};
      return { kind: "map", of: this.typeOf(inner, singular(suggested), group, isSent) };
    }
    const key = JSON.stringify([isSent, withoutWords(schema)]);
    const known = this.found.get(key);
    if (known) {
      if (known.groups.has(group)) return { kind: "shape", name: known.name };
      known.groups.add(group);
    }
    const shape = known ?? {
      name: this.freeName(suggested),
      says: schema.description ?? "",
      members: [],
      groups: new Set([group]),
    };
    this.found.set(key, shape);
    // once more for another group: what it holds belongs to that, too
    shape.members = Object.entries(properties).map(([name, member]) => ({
      name,
      type: this.typeOf(member, shape.name + pascal(name), group, isSent),
      isRequired: required.includes(name),
      says: member.description ?? "",
    }));
    return { kind: "shape", name: shape.name };
  }

  private freeName(suggested: string): string {
    const name = GIVEN[suggested] ?? suggested;
    if (name in this.schemas && ![...this.found.values()].some((shape) => shape.name === name)) return name;
    let free = name;
    for (let count = 2; this.names.has(free); count++) free = `${name}${count}`;
    this.names.add(free);
    return free;
  }
}

/** Names of shapes that several operations share; the others are called by the operation that comes first. */
const GIVEN: Readonly<Record<string, string>> = {
  ToolsMergeBodyFile: "FileInput",
  ToolsMergeBodySettingsMargins1: "Margins",
  ToolsMergeBodySettingsSignature: "SignatureSettings",
  DocumentsCreateBodySettings: "DocumentSettings",
  DocumentsCreateBodySettingsTest: "DocumentTest",
  DocumentsCreate: "SavedDocument",
  DocumentsDelete: "Deleted",
  DocumentsDeleteDelivery: "Done",
  AccountGet: "Account",
  AccountGetUser: "User",
  RoutesCreate: "SavedRoute",
  RoutesCreateBodyRule: "RouteRuleInput",
  RoutesCreateBodySettings: "RouteSettings",
  DocumentsGet: "Document",
  RunsGet: "Run",
  RunsList: "ListedRun",
  MergeBatchAtDocumentAddress: "BatchAccepted",
  MergeBatchAtDocumentAddressBody1: "RecordsToMerge",
};

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, inner]) => {
    return !(
      ["description", "example", "examples"].includes(name) &&
      (name !== "description" || typeof inner === "string")
    );
  });
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutWords(inner)]));
}

function either(types: readonly Type[]): Type {
  const of = distinct(types.flatMap((type) => (type.kind === "either" ? type.of : [type])));
  const [only] = of;
  return of.length === 1 && only ? only : { kind: "either", of };
}

function distinct<Kind>(all: readonly Kind[]): Kind[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** `list_failed_rows` -> `ListFailedRows` */
export function pascal(name: string): string {
  return name
    .replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, "");
}

/** `deliveries` -> `delivery`; names of the interface have no other plurals. */
export function singular(noun: string): string {
  return noun.replace(/(?:(ie)|(dress)e|)s$/, (_, ie: string, dress: string) => (ie ? "y" : (dress ?? "")));
}
