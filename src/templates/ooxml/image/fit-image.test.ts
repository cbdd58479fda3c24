import { describe, expect, it } from "vitest";
import { anchorOf, fitOf, fittedEmbed, settleFittedImage } from "./fit-image.ts";

/** A placeholder of 3 by 1 whose picture is as wide as it is high. */
function placeholder(fit: string, anchor = "", width = 100, height = 100): string {
  const embed = fittedEmbed({ relationshipId: "rId5", fit: fitOf(fit), anchor: anchorOf(anchor), width, height });
  return `<p:pic><p:blipFill><a:blip r:embed="${embed}"/><a:srcRect l="1"/><a:stretch/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000" cy="1000"/></a:xfrm></p:spPr></p:pic>`;
}

const fitted = (...wanted: Parameters<typeof placeholder>) => settleFittedImage(placeholder(...wanted));

describe("a picture in the box of its placeholder", () => {
  it.each([
    ["", "", '<a:srcRect l="-100000" r="-100000"/>'],
    ["contain", "left", '<a:srcRect r="-200000"/>'],
    ["contain", "top right", '<a:srcRect l="-200000"/>'],
    ["cover", "", '<a:srcRect t="33333" b="33333"/>'],
    ["cover", "top", '<a:srcRect b="66667"/>'],
    ["cover", "bottom left", '<a:srcRect t="66667"/>'],
    ["fill", "", ""],
  ])("keeps the box with fit=%s anchor=%s", (fit, anchor, rectangle) => {
    const xml = fitted(fit, anchor);
    expect(xml).toContain(`<a:blip r:embed="rId5"/>${rectangle}<a:stretch/>`);
    expect(xml).toContain('<a:ext cx="3000" cy="1000"/>');
  });

  it("changes one side of the box with fit=width and fit=height", () => {
    expect(fitted("width")).toContain('<a:ext cx="3000" cy="3000"/>');
    expect(fitted("height")).toContain('<a:ext cx="1000" cy="1000"/>');
  });

  it("needs no rectangle if the proportions are the box's", () => {
    expect(fitted("contain", "", 600, 200)).not.toContain("srcRect");
  });

  it("takes the box of the layout if the markup has none", () => {
    const xml = placeholder("contain")
      .replace(/<a:xfrm>.*<\/a:xfrm>/, "")
      .replace(" r:embed", ' docloom-box="1000 3000" r:embed');
    expect(settleFittedImage(xml)).toContain('<a:blip r:embed="rId5"/><a:srcRect t="-100000" b="-100000"/>');
  });

  it("leaves cells if its height is its own", () => {
    const corner = "<xdr:from><xdr:col>1</xdr:col></xdr:from><xdr:to><xdr:col>4</xdr:col></xdr:to>";
    const xml = `<xdr:twoCellAnchor editAs="oneCell">${corner}${placeholder("width").replaceAll("p:", "xdr:")}</xdr:twoCellAnchor>`;
    expect(settleFittedImage(xml)).toMatch(
      /^<xdr:oneCellAnchor><xdr:from><xdr:col>1<\/xdr:col><\/xdr:from><xdr:ext cx="3000" cy="3000"\/>.*<\/xdr:oneCellAnchor>$/,
    );
  });
});
