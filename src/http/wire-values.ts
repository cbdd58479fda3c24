import * as z from "zod";
import { numberedList } from "../domain/collections/numbered-list.ts";
import { flagOf } from "../domain/flag.ts";
import { decodeBase64 } from "./body/base64.ts";
import { type BodyTree, FilePart } from "./body/body-tree.ts";

/** JSON Schema of a value as it is on the wire, where the validation itself would say it in too many words. */
export const wireSchemas = z.registry<{ jsonSchema: z.core.JSONSchema.BaseSchema }>();

const shownSchemas = new WeakMap<z.core.$ZodType, z.ZodType>();

/** A schema that the OpenAPI document shows as another one, which says more than the validation does in one step. */
export function shownAs<Schema extends z.ZodType>(schema: Schema, shown: z.ZodType): Schema {
  shownSchemas.set(schema, shown);

  return schema;
}

/** The schema that the OpenAPI document shows in place of this one. What is described by `meta()` is a copy of its parent. */
export function shownFor(schema: z.core.$ZodType): z.ZodType | undefined {
  const { parent } = schema._zod;
  return shownSchemas.get(schema) ?? (parent && shownFor(parent));
}

const FLAG: z.core.JSONSchema.BaseSchema = {
  type: ["integer", "string", "boolean"],
  enum: [1, 0, "1", "0", true, false],
};

/** `1`, `"1"`, `true` are on; `0`, `"0"`, `false`, `""` and absence are off (wire "Numbers and flags"). */
export function flag() {
  return described(
    z
      .unknown()
      .optional()
      .transform((value, context) => {
        const isOn = value === undefined || value === null ? false : flagOf(value);
        if (isOn === undefined) context.addIssue({ code: "custom", message: "must be 1 or 0" });

        return isOn === true;
      }),
    FLAG,
  );
}

/** A member that may be left out; `null` counts as left out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null().transform(() => undefined)]).optional();
}

/** A list of the interface; form pairs whose numbers have gaps give their values in order (wire "Bodies"). */
export function list<Schema extends z.ZodArray>(items: Schema) {
  return shownAs(z.preprocess(numberedList, items), items);
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
    .regex(/^[+-]?(\d+(\.\d*)?|\.\d+)$/, { error: "must be a number" })
    .transform(Number);

  return described(z.union([z.number(), spelled]), { type: "number" });
}

/** A whole number, or text that spells one. */
export function integer() {
  return described(number().pipe(z.int({ error: "must be a whole number" })), { type: "integer" });
}

/** A moment: a date, or a date and time (RFC 3339; UTC where no zone is given). */
export function moment() {
  return described(
    text().transform((value, context) => {
      const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value);
      const hasZone = /(Z|[+-]\d{2}:\d{2})$/i.test(value);
      const time = new Date(isDate || hasZone ? value : `${value}Z`);
      if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(value) || Number.isNaN(time.getTime())) {
        context.addIssue({ code: "custom", message: "must be a date such as 2026-11-22 or 2026-11-22T09:30:00Z" });
        return z.NEVER;
      }

      return time;
    }),
    { type: "string", examples: ["2026-11-22T09:30:00Z"] },
  );
}

/**
 * The id of a document or route: decimal digits within int32 (wire "Ids"). Any other text becomes -1, an id that
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
 * Fails with the codes `invalid_base64` and `file_missing`, for a file without any bytes.
 */
export function base64() {
  return base64Or(({ bytes }) => bytes);
}

/** The same, where a file part stays one: its name counts. */
export function base64OrPart() {
  return base64Or((part) => part);
}

function base64Or<Given>(given: (part: FilePart) => Given) {
  const encoded = z.string().transform((value, context) => {
    const decoded = decodeBase64(value);
    if (decoded instanceof Uint8Array) return decoded;

    context.addIssue({ code: "custom", message: decoded.wrong, params: { failureCode: "invalid_base64" } });
    return z.NEVER;
  });
  const part = z.instanceof(FilePart, { error: "must be a file part" }).transform((file, context) => {
    if (file.bytes.length > 0) return given(file);

    // Where a form's user chose no file, there is no part of that name.
    const message = `is empty: the file "${file.name}" has 0 bytes`;
    context.addIssue({ code: "custom", message, params: { failureCode: "file_missing" } });
    return z.NEVER;
  });

  return described(z.union([encoded, part], { error: "must be base64 text or a file part" }), {
    type: "string",
    contentEncoding: "base64",
  });
}

/** Any tree: merge data. */
export function bodyTree() {
  return described(
    z.custom<BodyTree>((value) => typeof value === "object" && value !== null, {
      error: "must be an object with members",
    }),
    {
      type: "object",
      description:
        "Merge data: members by the names of the document's fields, nested where the fields are. Others may be used by " +
        "deliveries. Members that begin with `_session` gather data over several posts.",
      additionalProperties: true,
      properties: {
        _session: {
          type: "string",
          description: "Stores the data under this key instead of merging them; at most 255 characters.",
        },
        _session_merge: { ...FLAG, description: "Merges everything that was gathered under `_session`." },
        _session_append: { ...FLAG, description: "Adds the data as one more item of the list `_rows`." },
        _session_expire: { type: ["integer", "string"], description: "Days for which gathered data wait, at most 30." },
      },
      examples: [{ Name: "Ada Lovelace", Items: [{ name: "Chair", price: 49.5 }] }],
    },
  );
}

function described<Schema extends z.ZodType>(schema: Schema, jsonSchema: z.core.JSONSchema.BaseSchema): Schema {
  wireSchemas.add(schema, { jsonSchema });

  return schema;
}
