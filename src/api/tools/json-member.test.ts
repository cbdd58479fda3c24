import { expect, it } from "vitest";
import * as z from "zod";
import { objectOrJson } from "./json-member.ts";

const member = objectOrJson(z.record(z.string(), z.unknown()));

it("refuses JSON of more levels than can be read", () => {
  const levels = 1_000_000;
  const { error } = member.safeParse(`{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`);
  expect(error?.issues[0]?.message).toBe("is nested too deeply");
});
