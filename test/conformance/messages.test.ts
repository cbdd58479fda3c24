import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ENDPOINTS } from "../../src/app.ts";
import { DELIVERY_KIND_HANDLERS } from "../../src/delivery/delivery-kinds.ts";
import { Failure } from "../../src/domain/failure.ts";
import { type RequestPart, validate } from "../../src/http/validate.ts";
import { MESSAGES } from "./messages.ts";

/** What the service says about values that it does not accept: every message of every endpoint, as people read them. */

/** Values that hardly any member takes. */
const STRANGE: readonly unknown[] = [
  undefined,
  null,
  "",
  "abc",
  " x\ny ",
  "{$a|bogus}",
  -1,
  1e9,
  0.5,
  true,
  [],
  [1],
  { x: 1 },
];

function messagesOf(schema: z.ZodType, value: unknown, part: RequestPart): string[] {
  try {
    validate(schema, value, part);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.errors.map(({ message }) => message);
  }
}

/** A schema without its optional parts. */
function inner(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inner(schema.unwrap());
  // What is prepared first is checked by what comes after.
  if (schema instanceof z.ZodPipe)
    return inner(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  return schema;
}

/** Every message that strange values of an object's members produce, however deep. */
function* membersMessages(
  schema: z.ZodType,
  part: RequestPart,
  wrap: (value: unknown) => unknown = (value) => value,
  root = schema,
): Generator<string> {
  const shapes = [inner(schema)].flatMap((shape) => (shape instanceof z.ZodUnion ? shape.options.map(inner) : [shape]));
  for (const shape of shapes) {
    if (shape instanceof z.ZodArray)
      yield* membersMessages(shape.element as z.ZodType, part, (value) => wrap([value]), root);
    if (!(shape instanceof z.ZodObject)) continue;
    for (const [name, member] of Object.entries(shape.shape)) {
      for (const value of STRANGE) yield* messagesOf(root, wrap({ [name]: value }), part);
      yield* membersMessages(member as z.ZodType, part, (value) => wrap({ [name]: value }), root);
    }
  }
}

function allMessages(): string[] {
  const found = new Set<string>();
  for (const { params, query, body } of ENDPOINTS) {
    if (params) for (const message of membersMessages(params, "path")) found.add(message);
    if (query) for (const message of membersMessages(query, "query")) found.add(message);
    if (body) {
      for (const message of membersMessages(body, "body")) found.add(message);
      for (const value of STRANGE) for (const message of messagesOf(body, value, "body")) found.add(message);
    }
  }
  // Settings of deliveries are checked by their kind, once the request itself is in order.
  for (const { check } of Object.values(DELIVERY_KIND_HANDLERS)) {
    const settings = z.object({ settings: check });
    for (const message of membersMessages(settings, "body")) found.add(message);
    for (const value of STRANGE)
      for (const message of messagesOf(settings, { settings: value }, "body")) found.add(message);
  }
  // One value that was sent stands for all.
  return [...new Set(Array.from(found, (message) => message.replace(/, not .*\.$/s, ", not ... .")))].sort();
}

describe("messages of all endpoints", () => {
  const messages = allMessages();

  it("are these, and somebody has read them", () => {
    expect(messages).toEqual(MESSAGES);
  });

  it.each(messages)("%s", (message) => {
    expect(message).toMatch(/^(The (body|query|path)|[a-z_]\w*(\[[^\]]+\])*) (must|is|has|needs|"|names) ?/);
    expect(message).toMatch(/[^,:;\s]\.$|, not \.\.\. \.$/);
    expect(message).not.toMatch(
      /must be (,|or |not )|undefined|\bnull\b|Invalid|NaN|\[object| {2}|expected|, not .* or /,
    );
    // A requirement is stated once.
    const options = message
      .replace(/^.*? must be /, "")
      .replace(/, not \.\.\. \.$/, "")
      .split(/ or |, /);
    expect(new Set(options).size).toBe(options.length);
  });
});
