import { expect, it } from "vitest";
import { sentFillIn, valuesOf } from "./fill-in-values.ts";

it("sends back what it was filled from, languages and all", () => {
  const saved = {
    on: 1,
    title: { en: "Order", de: "Bestellung" },
    fields: [
      { name: "Size", kind: "choice", label: "Your size", options: ["small", "large"], required: 1 },
      { name: "Items", kind: "rows", fields: [{ name: "Part", kind: "text" }] },
    ],
    follows: "words",
    times: 3,
    frames: ["https://www.example.com"],
  };
  expect(sentFillIn(valuesOf(saved, []), saved)).toEqual(saved);
});

it("changes the text of the first language only", () => {
  const saved = { on: 0, title: { en: "Order", de: "Bestellung" } };
  const values = { ...valuesOf(saved, [{ name: "Name", kind: "text" }]), title: "Orders" };
  expect(sentFillIn(values, saved)).toMatchObject({
    title: { en: "Orders", de: "Bestellung" },
    fields: [{ name: "Name", kind: "text" }],
  });
});

it("mails to a field that asks for an address, and to no other", () => {
  const saved = { on: 1, follows: "mail", mail_to: "Gone", mail_subject: "Your order" };
  const values = valuesOf(saved, [
    { name: "Name", kind: "text" },
    { name: "Email", kind: "email" },
  ]);
  expect(sentFillIn(values, saved)).toMatchObject({ mail_to: "Email", mail_subject: "Your order" });
  expect(sentFillIn({ ...values, follows: "words" }, saved)).not.toHaveProperty("mail_to");
});
