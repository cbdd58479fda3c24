import { expect, it } from "vitest";
import { signatureSetting, signatureValues } from "./signature-values.ts";

const FULL = {
  identity: "Sales",
  reason: "Invoice {$Number}",
  location: "Vienna",
  contact: "sales@example.com",
  field: "Approval",
  certify: "forms",
  page: -1,
  left: 56.5,
  top: 700,
  width: 180,
  height: 60,
  text: "Signed",
  timestamp_url: "https://time.example/tsa",
  level: "b-lt",
  picture: "/9j/4AAQ",
};
const asTexts = (members: object) => Object.fromEntries(Object.entries(members).map(([name, one]) => [name, `${one}`]));

it.each([
  ["all members", FULL],
  ["one that is not seen", { identity: "Sales", reason: "Approved" }],
  ["one in a field of the form", { identity: "Sales", field: "Approval", text: "Signed by {$Clerk}" }],
  ["one without a place", { identity: "Sales", width: 180, height: 60 }],
])("keeps a setting as it is: %s", (_, setting) => {
  expect(signatureSetting(signatureValues(setting))).toEqual(asTexts(setting));
});

it("is not set if nobody signs, whatever else was typed", () => {
  expect(signatureSetting(signatureValues(undefined))).toBe("");
  expect(signatureSetting({ ...signatureValues(FULL), identity: "" })).toBe("");
});

it("has a place when it becomes visible, and none when it is hidden", () => {
  const hidden = signatureValues({ identity: "Sales" });
  expect(signatureSetting({ ...hidden, isVisible: true })).toMatchObject({ page: "1", width: "180", height: "60" });
  expect(signatureSetting({ ...signatureValues(FULL), isVisible: false })).not.toHaveProperty("width");
});

it("sends an emptied size, so that it is refused at its field", () => {
  expect(signatureSetting({ ...signatureValues(FULL), width: "" })).toMatchObject({ width: "", height: "60" });
});
