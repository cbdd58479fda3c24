import { expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

it("writes the examples of RFC 8785", () => {
  const numbers: unknown = JSON.parse("[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]");
  const example = { numbers, string: '€$\u000f\nA\'B"\\\\"/', literals: [null, true, false] };
  expect(canonicalJson(example)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = { "€": 1, "\r": 2, "\ufb33": 3, "1": 4, "😀": 5, "\u0080": 6, ö: 7 };
  expect(canonicalJson(names)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

it("does not depend on the order of members, and leaves out what there is not", () => {
  expect(canonicalJson({ b: [{ y: 1, x: undefined }], a: "" })).toBe('{"a":"","b":[{"y":1}]}');
  expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
});
