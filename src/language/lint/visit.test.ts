import { expect, it } from "vitest";
import type { TemplateNode } from "../ast.ts";
import { visitNodes } from "./visit.ts";

/** More than a function takes arguments. */
const MANY = 1_000_000;
const texts = (): TemplateNode[] => Array.from({ length: MANY }, () => ({ kind: "text", text: "x" }));

it("goes through more nodes than a function takes arguments, at the top and in a body", () => {
  let count = 0;
  visitNodes(texts(), () => void count++);
  expect(count).toBe(MANY);
  visitNodes([{ kind: "group", body: texts() }], () => void count++);
  expect(count).toBe(2 * MANY + 1);
});
