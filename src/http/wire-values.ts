import { z } from "zod";
import { decodeBase64 } from "./base64.ts";
import { type BodyTree, FilePart } from "./body-tree.ts";

/** JSON Schema of a value as it stands on the wire, where the validation itself says it in too many words. */
export const wireSchemas = z.registry<{ jsonSchema: z.core.JSONSchema.BaseSchema }>();

const ON: readonly unknown[] = [1, "1", true, "true", "on"];
const OFF: readonly unknown[] = [0, "0", false, "false", "off", "", null, undefined];

/** `1`, `"1"`, `true` are on; `0`, `"0"`, `false`, `""` and absence are off (decisions "Wire"). */
export function flag() {
  return described(
    z
      .unknown()
      .optional()
      .transform((value, context) => {
        if (!ON.includes(value) && !OFF.includes(value))
          context.addIssue({ code: "custom", message: "must be 1 or 0" });

        return ON.includes(value);
      }),
    { type: ["integer", "string", "boolean"], enum: [1, 0, "1", "0", true, false] },
  );
}

/** A member that may be left out; `null` counts as left out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null().transform(() => undefined)]).optional();
}

/** Text; a number counts as its digits, as form pairs cannot tell them apart. */
export function text() {
  return described(z.union([z.string(), z.number().transform(String)]), { type: "string" });
}

/** A number, or text that spells one. */
export function number() {
  const spelled = z
    .string()
    .trim()
    .regex(/^[+-]?(\d+\.?\d*|\.\d+)$/, { error: "must be a number" })
    .transform(Number);

  return described(z.union([z.number(), spelled]), { type: "number" });
}

/** A whole number, or text that spells one. */
export function integer() {
  return described(number().pipe(z.int({ error: "must be a whole number" })), { type: "integer" });
}

/**
 * The id of a document or route: decimal digits within int32 (decisions "Ids"). Any other text becomes -1, an id that
 * nothing has, so that it ends as "not found" like every other unknown id.
 */
export function numericId() {
  return described(
    text().transform((id) => (/^\d{1,10}$/.test(id) && Number(id) <= 0x7fffffff ? Number(id) : -1)),
    { type: "string", pattern: "^[0-9]{1,10}$" },
  );
}

/**
 * File bytes: base64 text in any of its spellings, or a file part of a multipart body.
 * Fails with the code `invalid_base64`.
 */
export function base64() {
  const encoded = z.string().transform((value, context) => {
    const decoded = decodeBase64(value);
    if (decoded instanceof Uint8Array) return decoded;

    context.addIssue({ code: "custom", message: decoded.wrong, params: { failureCode: "invalid_base64" } });
    return z.NEVER;
  });
  const part = z.instanceof(FilePart, { error: "must be a file part" }).transform(({ bytes }) => bytes);

  return described(z.union([encoded, part], { error: "must be base64 text or a file part" }), {
    type: "string",
    contentEncoding: "base64",
  });
}

/** Any tree: merge data. */
export function bodyTree() {
  return described(
    z.custom<BodyTree>((value) => typeof value === "object" && value !== null),
    { type: "object", additionalProperties: true },
  );
}

function described<Schema extends z.ZodType>(schema: Schema, jsonSchema: z.core.JSONSchema.BaseSchema): Schema {
  wireSchemas.add(schema, { jsonSchema });

  return schema;
}
