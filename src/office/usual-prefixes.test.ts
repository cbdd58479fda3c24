import { describe, expect, it } from "vitest";
import { withUsualPrefixes } from "./usual-prefixes.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const A = "http://schemas.openxmlformats.org/drawingml/2006/main";
const MC = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const W14 = "http://schemas.microsoft.com/office/word/2010/wordml";
const AP = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties";

describe("usual prefixes", () => {
  it.each([
    [
      "others",
      `<ns0:p xmlns:ns0="${W}"><ns0:t ns0:x='1' y="2">a</ns0:t><ns0:b/></ns0:p>`,
      `<w:p xmlns:w="${W}"><w:t w:x='1' y="2">a</w:t><w:b/></w:p>`,
    ],
    ["none", `<p xmlns="${W}" xmlns:w="${W}"><t w:x="1">a</t></p>`, `<w:p xmlns:w="${W}"><w:t w:x="1">a</w:t></w:p>`],
    [
      "within",
      `<w:p xmlns:w="${W}"><graphic xmlns="${A}"><t/></graphic><w:t/></w:p>`,
      `<w:p xmlns:w="${W}"><a:graphic xmlns:a="${A}"><a:t/></a:graphic><w:t/></w:p>`,
    ],
    [
      "lists of them",
      `<q:p xmlns:q="${W}" xmlns:z="${W14}" xmlns:m1="${MC}" m1:Ignorable="z zz"><m1:Choice Requires="z"/></q:p>`,
      `<w:p xmlns:w="${W}" xmlns:w14="${W14}" xmlns:mc="${MC}" mc:Ignorable="w14 zz"><mc:Choice Requires="w14"/></w:p>`,
    ],
    [
      "foreign ones",
      `<q:p xmlns:q="${W}" xmlns:w="urn:mine"><w:t w:a="1"/></q:p>`,
      `<w:p xmlns:w="${W}" xmlns:w_0="urn:mine"><w_0:t w_0:a="1"/></w:p>`,
    ],
    [
      "properties",
      `<ap:Properties xmlns:ap="${AP}"><ap:Company>A</ap:Company></ap:Properties>`,
      `<Properties xmlns="${AP}"><Company>A</Company></Properties>`,
    ],
  ])("in place of %s", (_, xml, expected) => {
    expect(withUsualPrefixes(xml)).toBe(expected);
  });

  it("leave everything else as it is", () => {
    for (const xml of [
      `<?xml version="1.0"?><w:p xmlns:w="${W}" xmlns:x="urn:x"><x:y/></w:p>`,
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>',
      "<a><b></a>",
    ])
      expect(withUsualPrefixes(xml)).toBe(xml);
  });
});
