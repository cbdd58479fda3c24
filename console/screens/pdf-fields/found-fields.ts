import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import { type DrawnField, newKey } from "./placed.ts";

/** Places of a PDF that ask to be filled, and what could not be looked at. */
export interface FoundFields {
  fields: readonly DrawnField[];
  warning: string;
}

/** Has the service look for fields; those where a field is already are left out. */
export async function findFields(bytes: Uint8Array, present: readonly DrawnField[]): Promise<FoundFields> {
  const file = { name: "template.pdf", contents: bytes.toBase64() };
  const call = api.POST("/api/tools/detect_fields", { body: { file } });
  const answer = await dataOf(call);
  const fields = "fields" in answer ? answer.fields : [];
  const warning = (await call).response.headers.get("conversion-warnings") ?? "";
  const found = fields.map(
    ({ n, max_length, tooltip, ...field }): DrawnField => ({
      ...field,
      key: newKey(),
      font: "Helvetica",
      ...(tooltip && tooltip !== field.name ? { tooltip } : {}),
      ...(field.kind === "comb" && n !== null ? { n } : {}),
      ...(field.kind !== "comb" && max_length !== null ? { max_length } : {}),
    }),
  );

  return { fields: found.filter((field) => !present.some((other) => isOver(field, other))), warning };
}

/** Whether the boxes of two fields have more than a quarter of the smaller one in common. */
function isOver(one: DrawnField, other: DrawnField): boolean {
  if (one.page !== other.page) return false;
  const [a = 0, b = 0, c = 0, d = 0] = one.box;
  const [e = 0, f = 0, g = 0, h = 0] = other.box;
  const shared = Math.max(0, Math.min(c, g) - Math.max(a, e)) * Math.max(0, Math.min(d, h) - Math.max(b, f));

  return shared > 0.25 * Math.min((c - a) * (d - b), (g - e) * (h - f));
}
