import { HOOK_SAMPLES } from "../../src/api/hooks/hook-samples.ts";

/** What a flow of the connector is begun with: the members of all events' examples, since its editor knows one form of it only. */
export function notificationContent() {
  const samples = Object.values(HOOK_SAMPLES).map(({ data }) => data);
  const { properties } = schemaOf(Object.assign({}, ...samples.toReversed()));
  return {
    description: "What happened",
    schema: {
      type: "object",
      properties: {
        type: { type: "string", "x-ms-summary": "Event" },
        timestamp: { type: "string", format: "date-time", "x-ms-summary": "When it happened" },
        data: { type: "object", properties },
      },
    },
  };
}

interface Schema {
  type: string;
  "x-ms-summary"?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** The form of an example. What was filled in is another in each document: an object without members. */
function schemaOf(example: unknown): Schema {
  if (Array.isArray(example)) return { type: "array", items: schemaOf(example[0] ?? "") };
  if (typeof example === "number") return { type: "integer" };
  if (typeof example !== "object" || example === null) return { type: typeof example };
  const members = Object.entries(example).map(([name, value]): [string, Schema] => [
    name,
    { ...(name === "fields" ? { type: "object" } : schemaOf(value)), "x-ms-summary": titled(name) },
  ]);
  return { type: "object", properties: Object.fromEntries(members) };
}

/** `document_id` -> `Document id` */
export function titled(name: string): string {
  const text = name.replaceAll("_", " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
