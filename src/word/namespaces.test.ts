import { describe, expect, it } from "vitest";
import { NAMESPACES, usualMarkup } from "./namespaces.ts";

const { w, w14, mc } = NAMESPACES;

describe("usualMarkup", () => {
  it("leaves markup alone that is usual", () => {
    const xml = `<w:document xmlns:w="${w}" xmlns:zz="http://example.com"><w:p zz:x="1"/></w:document>`;
    expect(usualMarkup(xml)).toBe(xml);
  });

  it("renames prefixes that another program has chosen, those of what readers may ignore, too", () => {
    expect(
      usualMarkup(
        `<x:document xmlns:x="${w}" xmlns:c="${mc}" xmlns:y="${w14}" xmlns:zz="http://example.com" c:Ignorable="y zz"><x:p y:paraId="1" zz:x="2"/></x:document>`,
      ),
    ).toBe(
      `<w:document xmlns:w="${w}" xmlns:mc="${mc}" xmlns:w14="${w14}" xmlns:zz="http://example.com" mc:Ignorable="w14 zz"><w:p w14:paraId="1" zz:x="2"/></w:document>`,
    );
  });

  it("gives elements without a prefix theirs, and a prefix another one where it is declared again", () => {
    expect(
      usualMarkup(
        `<document xmlns="${w}"><p plain="1"/><y:mark xmlns:y="${w14}"><y:x xmlns:y="y"/></y:mark></document>`,
      ),
    ).toBe(
      `<w:document xmlns:w="${w}"><w:p plain="1"/><w14:mark xmlns:w14="${w14}"><y:x xmlns:y="y"/></w14:mark></w:document>`,
    );
  });
});
