import { expect, it } from "vitest";
import { bodyTexts, layOut, section, wordDocument } from "../testing/word-document.ts";

const field = (list: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>${list}</w:ddList></w:ffData></w:fldChar></w:r>` +
  "<w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r>" +
  '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';

it.each([
  ["that is chosen", '<w:result w:val="2"/><w:default w:val="1"/>', "three"],
  ["that the list starts with", '<w:default w:val="1"/>', "two"],
  ["that stands first", "", "one"],
])("a drop-down list shows the entry %s", (_, state, shown) => {
  const entries = ["one", "two", "three"].map((name) => `<w:listEntry w:val="${name}"/>`).join("");
  expect(bodyTexts(layOut(wordDocument(field(state + entries) + section(5, 40))))).toEqual([[shown]]);
});

it("a drop-down list without entries shows nothing", () => {
  expect(bodyTexts(layOut(wordDocument(field('<w:result w:val="7"/>') + section(5, 40))))).toEqual([[""]]);
});

it.each(["SET who", "ASK who"])("what %s keeps for a bookmark is not shown where it is kept", (instruction) => {
  const character = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const kept = `<w:p><w:r><w:t>Dear</w:t></w:r>${character("begin")}<w:r><w:instrText> ${instruction} "Ann" </w:instrText></w:r>${character("separate")}<w:r><w:t>Ann</w:t></w:r>${character("end")}</w:p>`;
  expect(bodyTexts(layOut(wordDocument(kept + section(5, 40))))).toEqual([["Dear"]]);
});
