import { expect, it } from "vitest";
import { alternateContent } from "./alternate-content.ts";
import { readXml } from "./xml-node.ts";

const content = (requires: string) =>
  readXml(
    `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="${requires}"/><mc:Fallback/></mc:AlternateContent>`,
  );

it("takes the first choice that is understood, among them the charts of Office 2016", () => {
  for (const known of ["wps", "cx", "cx1", "cx2", "cx4", "wps wp14"]) {
    expect(alternateContent(content(known))?.name, known).toBe("mc:Choice");
  }
});

it("falls back where a choice needs what is not understood", () => {
  for (const unknown of ["aink", "am3d", "wps aink", ""]) {
    expect(alternateContent(content(unknown))?.name, unknown).toBe("mc:Fallback");
  }
});
