/**
 * The custom connector for Power Automate, Power Apps and Logic Apps: OpenAPI 2.0 with Microsoft's extensions. That version knows no
 * unions and its editors show each member as a box, so it has the operations that flows are made of, and their members by name.
 */
import { notificationContent, titled } from "./connector-notification.ts";
import type { Interface, Member, Operation, Type } from "./model.ts";
import { sentences } from "./writing.ts";

interface Chosen {
  id: string;
  /** What the connector calls it: flows keep this name. */
  name: string;
  title: string;
  /** In place of what the document says first. */
  says?: string;
  /** Members of query and body that are boxes; those with an exclamation mark always, the others on demand. */
  members?: readonly string[];
  /** Query members that always have this value. */
  fixed?: Readonly<Record<string, string | number>>;
  /** Data of a merge: their schema is asked for. */
  schemaFrom?: "GetDocumentFields" | "GetRouteFields";
  /** Asked by editors only. */
  isHidden?: boolean;
  /** Begins a flow: what is said to whoever tries it. */
  triggerHint?: string;
  answers: "file" | "json";
}

const FILE = "file!";
const ACTIONS: readonly Chosen[] = [
  {
    id: "postDocumentsIdMerge",
    name: "MergeDocument",
    title: "Merge a document",
    says: "Fills a document with data; the answer is the file.",
    members: ["test"],
    fixed: { download: 1 },
    schemaFrom: "GetDocumentFields",
    answers: "file",
  },
  {
    id: "postRoutesIdMerge",
    name: "MergeRoute",
    title: "Merge a data route",
    says: "Fills the documents of a data route; the answer has links to the files.",
    members: ["test"],
    fixed: { list_files: 1 },
    schemaFrom: "GetRouteFields",
    answers: "json",
  },
  {
    id: "postToolsConvertToPdf",
    name: "ConvertToPdf",
    title: "Convert a file to PDF",
    members: [FILE, "pdf_a", "locale", "landscape"],
    answers: "file",
  },
  {
    id: "postToolsCombine",
    name: "Combine",
    title: "Combine files into one",
    members: ["output!", "files!", "bookmark"],
    answers: "file",
  },
  {
    id: "postToolsSplitPdf",
    name: "SplitPdf",
    title: "Split a PDF",
    members: [FILE, "extract", "remove"],
    answers: "file",
  },
  {
    id: "postToolsStampPdf",
    name: "StampPdf",
    title: "Stamp a PDF",
    members: [FILE, "text!", "pages", "angle", "opacity", "font_size"],
    answers: "file",
  },
  {
    id: "postToolsEncryptPdf",
    name: "EncryptPdf",
    title: "Protect a PDF with a password",
    members: [FILE, "password!", "user_password"],
    answers: "file",
  },
  {
    id: "postToolsSignPdf",
    name: "SignPdf",
    title: "Sign a PDF",
    members: [FILE, "identity!", "reason", "location", "page", "left", "top", "width", "height"],
    answers: "file",
  },
  { id: "postToolsPdfInfo", name: "PdfInfo", title: "What is in a PDF", members: [FILE], answers: "json" },
  {
    id: "postToolsValidateInvoice",
    name: "ValidateInvoice",
    title: "Check an e-invoice",
    members: [FILE],
    answers: "json",
  },
  {
    id: "getRuns",
    name: "ListRuns",
    title: "List runs",
    members: ["status", "document_id", "route_id", "limit"],
    answers: "json",
  },
  { id: "getRunsId", name: "GetRun", title: "Get a run", answers: "json" },
  {
    id: "postHooks",
    name: "WhenSomethingHappens",
    title: "When something happens",
    says: "Begins a flow when a merge is done or has failed, a form was filled in, a document was published.",
    members: ["event!", "target_url!", "filter"],
    triggerHint: "To see it work now, merge a document.",
    answers: "json",
  },
  { id: "deleteHooksHook", name: "DeleteHook", title: "Delete a hook", isHidden: true, answers: "json" },
  {
    id: "getDocuments",
    name: "ListDocuments",
    title: "List documents",
    members: ["search"],
    isHidden: true,
    answers: "json",
  },
  { id: "getRoutes", name: "ListRoutes", title: "List data routes", isHidden: true, answers: "json" },
  {
    id: "getDocumentsIdFields",
    name: "GetDocumentFields",
    title: "Fields of a document",
    fixed: { format: "json_schema" },
    isHidden: true,
    answers: "json",
  },
  {
    id: "getRoutesIdFields",
    name: "GetRouteFields",
    title: "Fields of a data route",
    fixed: { format: "json_schema" },
    isHidden: true,
    answers: "json",
  },
];

type Json = Record<string, unknown>;

export function connectorFiles(service: Interface): Record<string, string> {
  const paths: Record<string, Json> = {};
  for (const chosen of ACTIONS) {
    const operation = service.operations.find(({ id }) => id === chosen.id);
    if (!operation) throw new Error(`The connector uses ${chosen.id}, which the document does not have.`);
    paths[operation.path] = {
      ...paths[operation.path],
      ...(chosen.triggerHint ? { "x-ms-notification-content": notificationContent() } : {}),
      [operation.method.toLowerCase()]: described(service, operation, chosen),
    };
  }
  const definition = {
    swagger: "2.0",
    info: {
      title: "Docloom",
      version: "1.0",
      description: "Fill documents with data, convert, combine, sign and check files.",
      contact: { name: "Docloom" },
    },
    host: "docs.example.com",
    basePath: "/",
    schemes: ["https"],
    consumes: ["application/json"],
    produces: ["application/json"],
    securityDefinitions: { apiKey: { type: "basic" } },
    security: [{ apiKey: [] }],
    paths,
  };
  const properties = {
    properties: {
      connectionParameters: {
        username: {
          type: "securestring",
          uiDefinition: {
            displayName: "API key",
            description: "Made in the console: Account, API keys.",
            tooltip: "API key",
            constraints: { tabIndex: 2, clearText: true, required: "true" },
          },
        },
        password: {
          type: "securestring",
          uiDefinition: {
            displayName: "Secret",
            description: "The secret that was shown with the key.",
            tooltip: "Secret of the key",
            constraints: { tabIndex: 3, clearText: false, required: "true" },
          },
        },
      },
      iconBrandColor: "#2f6f5e",
      capabilities: [],
    },
  };
  const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  return { "apiDefinition.swagger.json": text(definition), "apiProperties.json": text(properties) };
}

const CREATING = /^POST \/api\/(?:hooks|(?:documents|routes)\/\{id\}\/merge)$/;

function described(service: Interface, operation: Operation, chosen: Chosen): Json {
  const { members = [], fixed = {} } = chosen;
  const shown = new Map(members.map((name) => [name.replace("!", ""), name.endsWith("!")]));
  const boxOf = (member: Member, place: string): Json => ({
    name: member.name,
    in: place,
    required: place === "path",
    description: sentence(member.says),
    "x-ms-summary": titled(member.name),
    ...(place === "path"
      ? { "x-ms-url-encoding": "single", ...valuesOf(operation) }
      : { "x-ms-visibility": shown.get(member.name) ? "important" : "advanced" }),
    ...plain(schemaOf(service, member.type, true)),
  });
  const inBody = new Set(operation.body ? membersOf(service, operation.body.type).map(({ name }) => name) : []);
  const isFixed = ({ name }: Member) => name in fixed;
  const parameters: Json[] = [
    ...operation.placed.map((member) => boxOf(member, "path")),
    ...operation.query
      .filter((member) => shown.has(member.name) && !isFixed(member) && !inBody.has(member.name))
      .map((member) => boxOf(member, "query")),
    ...operation.query.filter(isFixed).map(({ name }) => {
      const value = fixed[name];
      return {
        name,
        in: "query",
        required: true,
        type: typeof value === "number" ? "integer" : "string",
        default: value,
        enum: [value],
        "x-ms-visibility": "internal",
      };
    }),
    ...bodyOf(service, operation, chosen, shown),
  ];
  return {
    operationId: chosen.name,
    summary: chosen.title,
    description: chosen.says ?? sentence(operation.says || operation.summary),
    "x-ms-visibility": chosen.isHidden ? "internal" : "important",
    ...(chosen.triggerHint ? { "x-ms-trigger": "single", "x-ms-trigger-hint": chosen.triggerHint } : {}),
    ...(chosen.answers === "file" ? { produces: ["application/octet-stream"] } : {}),
    parameters,
    responses: {
      [CREATING.test(`${operation.method} ${operation.path}`) ? "201" : "200"]: {
        description: "Done",
        schema:
          chosen.answers === "file"
            ? { type: "string", format: "binary", "x-ms-summary": "File" }
            : answerOf(service, operation),
      },
      default: {
        description: "It could not be done",
        schema: {
          type: "object",
          properties: {
            error: { type: "string", "x-ms-summary": "What went wrong" },
            code: { type: "string", "x-ms-summary": "Its code" },
          },
        },
      },
    },
  };
}

/** Documents and data routes are chosen from a list. */
const chosenFrom = (list: "ListDocuments" | "ListRoutes"): Json => ({
  "x-ms-dynamic-values": { operationId: list, "value-path": "id", "value-title": "name" },
});

function valuesOf({ path }: Operation): Json {
  if (path.startsWith("/api/documents/")) return chosenFrom("ListDocuments");
  return path.startsWith("/api/routes/") ? chosenFrom("ListRoutes") : {};
}

/** Members of bodies that editors fill in by themselves, or let people choose. */
const FILLED_IN: Readonly<Record<string, Json>> = {
  document_id: chosenFrom("ListDocuments"),
  route_id: chosenFrom("ListRoutes"),
  password: { "x-ms-visibility": "advanced" },
};

function bodyOf(
  service: Interface,
  { body }: Operation,
  { schemaFrom }: Chosen,
  shown: ReadonlyMap<string, boolean>,
): Json[] {
  if (!body) return [];
  if (schemaFrom) {
    const dynamic = { operationId: schemaFrom, parameters: { id: { parameter: "id" } } };
    return [
      {
        name: "body",
        in: "body",
        required: true,
        schema: { type: "object", "x-ms-summary": "Data", "x-ms-dynamic-schema": dynamic },
      },
    ];
  }
  const members = membersOf(service, body.type).filter(({ name }) => shown.has(name));
  const required = members.filter(({ name }) => shown.get(name)).map(({ name }) => name);
  const properties = Object.fromEntries(
    members.map((member) => [
      member.name,
      {
        ...schemaOf(service, member.type, true),
        ...words(member),
        "x-ms-visibility": shown.get(member.name) ? "important" : "advanced",
        ...(member.name === "target_url" ? { "x-ms-notification-url": true, "x-ms-visibility": "internal" } : {}),
      },
    ]),
  );
  return [
    {
      name: "body",
      in: "body",
      required: true,
      schema: { type: "object", properties, ...(required.length > 0 ? { required } : {}) },
    },
  ];
}

function answerOf(service: Interface, { answers }: Operation): Json {
  // the first of a merge's is what it would do
  const answer = answers.findLast((each): each is Type => each.kind !== "file");
  return answer ? schemaOf(service, answer, false) : { type: "object" };
}

function membersOf(service: Interface, type: Type): readonly Member[] {
  if (type.kind === "shape") return service.shapes.find(({ name }) => name === type.name)?.members ?? [];
  return type.kind === "either"
    ? (type.of.map((each) => membersOf(service, each)).find(({ length }) => length > 0) ?? [])
    : [];
}

/** Files that are sent: their name and their contents. */
const FILE_MEMBERS: ReadonlySet<string> = new Set(["name", "contents", "password"]);

/** Without unions: the first choice that has members, else the first that is not nothing. */
function schemaOf(service: Interface, type: Type, isSent: boolean, depth = 0): Json {
  switch (type.kind) {
    case "text":
    case "integer":
    case "number":
    case "boolean":
      return { type: type.kind === "text" ? "string" : type.kind };
    case "contents":
      return { type: "string", format: "byte" };
    case "literal":
      return {
        type:
          typeof type.values[0] === "number" ? "integer" : typeof type.values[0] === "boolean" ? "boolean" : "string",
        ...(typeof type.values[0] === "string" ? { enum: type.values } : {}),
      };
    case "list":
      return { type: "array", items: schemaOf(service, type.of, isSent, depth + 1) };
    case "map":
      return { type: "object" };
    case "either": {
      const shape = type.of.find(({ kind }) => kind === "shape") ?? type.of.find(({ kind }) => kind !== "null");
      return shape ? schemaOf(service, shape, isSent, depth) : {};
    }
    case "shape": {
      if (depth > 4) return { type: "object" };
      const members = membersOf(service, type).filter(
        ({ name }) => !isSent || type.name !== "FileInput" || FILE_MEMBERS.has(name),
      );
      const properties = members.map((member) => [
        member.name,
        {
          ...schemaOf(service, member.type, isSent, depth + 1),
          ...words(member),
          ...(isSent ? FILLED_IN[member.name] : {}),
        },
      ]);
      return {
        type: "object",
        properties: Object.fromEntries(properties),
        ...(type.name === "FileInput" && isSent ? { required: ["name", "contents"] } : {}),
      };
    }
    default:
      return {};
  }
}

/** What a parameter outside of a body may say. */
function plain({ type = "string", enum: values }: Json): Json {
  return { type, ...(values ? { enum: values } : {}) };
}

function words({ name, says }: Member): Json {
  return { "x-ms-summary": titled(name), ...(says ? { description: sentence(says) } : {}) };
}

/** Editors show a line of it. */
function sentence(text: string): string {
  const [first = ""] = /^.*?[.;](?=\s|$)|^.+$/.exec(sentences(text)) ?? [];
  return first.replace(/;$/, ".");
}
