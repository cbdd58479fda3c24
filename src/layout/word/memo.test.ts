import { expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { Memo, markupKey } from "./memo.ts";

it("tells markup apart by names, values and order, and leaves out what does not count", () => {
  const key = (xml: string) => markupKey(readXml(xml), new Set(["c"]));
  expect(key('<a x="1"><b/><c/></a>')).toBe(key('<a x="1"><b></b></a>'));
  const different = ['<a x="1"><b/></a>', '<a x="2"><b/></a>', '<a y="1"><b/></a>', '<a x="1"><d/></a>', "<a><b/></a>"];
  const nested = ["<a><b/><d/></a>", "<a><d/><b/></a>", "<a><b><d/></b></a>"];
  expect(new Set([...different, ...nested].map(key)).size).toBe(8);
});

it("works out once what is asked for in the same surroundings", () => {
  const memo = new Memo<{ value: number }>();
  const [here, there] = [{}, {}];
  let count = 0;
  const ask = (surroundings: object, key: string) => memo.get(surroundings, key, () => ({ value: count++ }));
  expect(ask(here, "a")).toBe(ask(here, "a"));
  expect(ask(here, "b")).not.toBe(ask(here, "a"));
  expect(ask(there, "a")).not.toBe(ask(here, "a"));
  expect(count).toBe(3);
});
