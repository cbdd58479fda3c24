import { expect, it } from "vitest";
import { OpcPackage } from "../../office/package.ts";
import { readProperties } from "./document-properties.ts";

it("knows what a file says of itself by names of any case, as fields ask for it", () => {
  const link = (type: string) => `<Relationship Id="${type}" Type="x/${type}" Target="${type}.xml"/>`;
  const properties = '<property name="Project"><lpwstr>Bridge</lpwstr></property><property name="Empty"/><property/>';
  const parts = {
    "_rels/.rels": `<Relationships>${["core-properties", "extended-properties", "custom-properties"].map(link).join("")}</Relationships>`,
    "core-properties.xml": "<c><title>Offer</title><creator>Ann</creator><lastModifiedBy>Ben</lastModifiedBy></c>",
    "extended-properties.xml": "<e><Company>Docloom</Company></e>",
    "custom-properties.xml": `<Properties>${properties}</Properties>`,
  };
  const pack = OpcPackage.ofParts(
    Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)] as const),
  );
  expect(Object.fromEntries(readProperties(pack))).toEqual({
    ...{ title: "Offer", author: "Ann", lastsavedby: "Ben", company: "Docloom" },
    ...{ project: "Bridge", empty: "" },
  });
});
