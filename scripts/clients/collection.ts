// The collection for Postman and Bruno: each operation with the document's example, and a first minute that runs as it is.
import { SAMPLE_PDF } from "../../src/http/openapi/sample-file.ts";
import type { Interface, Operation } from "./model.ts";
import { byGroup, MADE } from "./writing.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Variables for the ids of what the first minute makes. */
const IDS: Readonly<Record<string, string>> = { documents: "{{document}}", routes: "{{route}}", runs: "{{run}}" };

interface Item {
  name: string;
  request: {
    method: string;
    description: string;
    header: { key: string; value: string; disabled?: boolean }[];
    url: { raw: string; host: string[]; path: string[]; query?: object[]; variable?: object[] };
    auth?: { type: "noauth" };
    body?: { mode: "raw"; raw: string; options: object };
  };
  event?: object[];
}

export function collectionFiles({ operations }: Interface): Record<string, string> {
  const collection = {
    info: {
      name: "Docloom",
      schema: SCHEMA,
      description: `Every operation of the service. Set the variables \`url\`, \`key\` and \`secret\`, then send the requests of "First minute" one after the other. ${MADE}`,
    },
    auth: {
      type: "basic",
      basic: [
        { key: "username", value: "{{key}}", type: "string" },
        { key: "password", value: "{{secret}}", type: "string" },
      ],
    },
    variable: Object.entries({
      url: "http://127.0.0.1:8787",
      key: "",
      secret: "",
      document: "",
      merge_address: "",
      route: "",
      run: "",
      pdf: SAMPLE_PDF,
    }).map(([key, value]) => ({ key, value, type: "string" })),
    item: [
      { name: "First minute", item: firstMinute(operations) },
      ...[...byGroup(operations)].map(([group, all]) => ({
        name: group,
        item: all.map((operation) => itemOf(operation)),
      })),
    ],
  };
  return { "docloom.postman_collection.json": `${JSON.stringify(collection, null, 1)}\n` };
}

/** A document is made, merged, looked at and deleted; what one answers, the next one uses. */
function firstMinute(operations: readonly Operation[]): Item[] {
  const of = (id: string): Item => {
    const operation = operations.find((each) => each.id === id);
    if (!operation) throw new Error(`The collection's first minute uses ${id}, which the document does not have.`);
    return itemOf(operation);
  };
  const keeps = (item: Item, ...lines: string[]): Item => ({
    ...item,
    event: [{ listen: "test", script: { type: "text/javascript", exec: lines } }],
  });
  const body = (value: object) => ({ mode: "raw" as const, raw: JSON.stringify(value, null, 2), options: JSON_BODY });

  const create = of("postDocuments");
  create.request.body = body({
    name: "Hello {{$randomUUID}}",
    type: "html",
    output: "pdf",
    html: "<h1>Hello {$Name}!</h1>{foreach $Items as $item}<p>{$item.name}: {$item.price}</p>{/foreach}",
  });
  const merge = of("postDocumentsIdMerge");
  merge.name = "Merge it: a PDF";
  merge.request.body = body({ Name: "Ann", Items: [{ name: "Chair", price: 49.5 }] });
  merge.request.url = {
    ...merge.request.url,
    raw: `${merge.request.url.raw}?download=1`,
    query: [{ key: "download", value: "1" }],
  };
  const runs = of("getRuns");
  runs.request.url = {
    ...runs.request.url,
    raw: `${runs.request.url.raw}?document_id={{document}}`,
    query: [{ key: "document_id", value: "{{document}}" }],
  };
  const info = of("postToolsPdfInfo");
  return [
    keeps(
      { ...create, name: "Create a document" },
      'pm.collectionVariables.set("document", pm.response.json().id);',
      'pm.collectionVariables.set("merge_address", pm.response.json().url);',
    ),
    keeps(merge, 'pm.collectionVariables.set("run", pm.response.headers.get("X-Run-Id"));'),
    { ...runs, name: "List its runs" },
    { ...of("getRunsId"), name: "See the run" },
    { ...info, name: "What is in a PDF" },
    { ...of("deleteDocumentsId"), name: "Delete the document" },
  ];
}

const JSON_BODY = { raw: { language: "json" } };

function itemOf({ method, path, summary, says, placed, query, body, takesKey, group, isOpen }: Operation): Item {
  const parts = path
    .slice(1)
    .split("/")
    .map((part) => part.replace(/^\{(.*)\}$/, ":$1"));
  const raw = `{{url}}/${parts.join("/")}`;
  const example = body ? JSON.stringify(body.example ?? {}, null, 2).replaceAll(SAMPLE_PDF, "{{pdf}}") : "";
  // what belongs to a document or a run is found by its id
  const owner = parts.find((part) => part in IDS) ?? group;
  return {
    name: summary,
    request: {
      method,
      description: says,
      header: [
        ...(body ? [{ key: "Content-Type", value: "application/json" }] : []),
        ...(takesKey ? [{ key: "Idempotency-Key", value: "{{$randomUUID}}", disabled: true }] : []),
      ],
      url: {
        raw,
        host: ["{{url}}"],
        path: parts,
        ...(query.length > 0
          ? {
              query: query.map((member) => ({ key: member.name, value: "", description: member.says, disabled: true })),
            }
          : {}),
        ...(placed.length > 0
          ? {
              variable: placed.map(({ name, says: description }) => ({
                key: name,
                value: name === "id" ? (IDS[owner] ?? "") : "",
                description,
              })),
            }
          : {}),
      },
      ...(isOpen ? { auth: { type: "noauth" as const } } : {}),
      ...(body ? { body: { mode: "raw" as const, raw: example, options: JSON_BODY } } : {}),
    },
  };
}
