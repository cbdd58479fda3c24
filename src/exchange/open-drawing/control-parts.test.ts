import { describe, expect, it } from "vitest";
import { EMU_PER_POINT } from "../../geometry/units.ts";
import { FormControls } from "../open-document/form-controls.ts";
import { readOdf } from "../open-document/odf-nodes.ts";
import { StyleBook } from "../open-document/style-book.ts";
import { controlParts, partIdentityXml } from "./control-parts.ts";

const NAMESPACES = ["form", "office", "text", "style", "draw", "fo"]
  .map((prefix) => {
    const names: Readonly<Record<string, string>> = { draw: "drawing", fo: "xsl-fo-compatible" };
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${names[prefix] ?? prefix}:1.0"`;
  })
  .join(" ");
const SIZE = { width: 100 * EMU_PER_POINT, height: 40 * EMU_PER_POINT };
const node = (markup: string) => readOdf(markup.replace(/^<([^ />]+)/, `<$1 ${NAMESPACES}`));

/** What a control of this markup shows, of a style with these properties. @param markup of its element, without its id */
function parts(markup: string, style = "", isAutomatic = true) {
  const controls = new FormControls();
  const [, name, rest] = /^<(form:[a-z-]+)(.*)$/s.exec(markup) ?? [];
  controls.add(node(`<office:forms><form:form><${name} form:id="c1"${rest}</form:form></office:forms>`));
  const book = new StyleBook();
  const styles = `<style:style style:name="S" style:family="graphic">${style}</style:style>`;
  book.addStyles(node(`<office:automatic-styles>${styles}</office:automatic-styles>`), isAutomatic);
  const drawn = node('<draw:control draw:style-name="S" draw:control="c1"/>');
  const control = controls.of(drawn);
  return control ? controlParts(control, drawn, SIZE, book) : undefined;
}
const texts = (markup: string) => parts(markup)?.flatMap(({ text }) => (text ? [text.lines.join("|")] : []));

describe("controls of forms", () => {
  it.each([
    ["what is typed into a field", '<form:text form:value="at first" form:current-value="now"/>', "now"],
    ["what a field has at first", '<form:text form:value="at first"/>', "at first"],
    ["a field that was emptied as empty", '<form:text form:value="at first" form:current-value=""/>', ""],
    ["numbers and dates as they are stored", '<form:date form:current-value="2024-03-05"/>', "2024-03-05"],
    ["the text of a formatted field", formatted("Formatted", "12.5", ["Text", "string-value", "12.50 kg"]), "12.50 kg"],
    ["the value of one without a text", formatted("Formatted", "12.5"), "12.5"],
    ["numbers with their decimals", formatted("Numeric", "1234.5"), "1234.50"],
    ["numbers with their decimals", formatted("Numeric", "1234.5", ["DecimalAccuracy", "value", "0"]), "1235"],
    ["a field of numbers without a number", formatted("Numeric", ""), ""],
    ["amounts of money", formatted("Currency", "99.5", ["CurrencySymbol", "string-value", "€"]), "99.50 €"],
    ["times of both spellings", '<form:time form:current-value="PT9H05M00S"/>', "09:05"],
    ["times of both spellings", '<form:time form:current-value="09:05:30"/>', "09:05:30"],
    ["signs for letters of a password", '<form:password form:current-value="abc" form:echo-char="#"/>', "###"],
    ["the lines of an area", '<form:textarea form:current-value="a&#10;b"/>', "a|b"],
    ["paragraphs of an area", "<form:textarea><text:p>a</text:p><text:p>b</text:p></form:textarea>", "a|b"],
    ["a field of one line as one", '<form:text form:current-value="a&#10;b"/>', "a b"],
    ["labels", '<form:fixed-text form:label="Name:"/>', "Name:"],
    ["the label of a button, not its value", '<form:button form:label="Go" form:value="x"/>', "Go"],
    ["what is chosen of a list that drops down", list('form:dropdown="true"', "current-selected"), "Green"],
    ["what such a list has at first", list('form:dropdown="true"', "selected"), "Green"],
    [
      "what was typed into a combo box",
      '<form:combobox form:current-value="b"><form:item form:label="a"/></form:combobox>',
      "b",
    ],
  ])("show %s", (_, markup, text) => {
    expect(texts(markup)).toEqual([text]);
  });

  it("show as many entries of a list as there is room for, the chosen ones as such", () => {
    const shown = parts(list("", "current-selected"))?.flatMap(({ text }) => (text ? [text] : []));
    expect(shown?.map(({ lines }) => lines)).toEqual([["Red"], ["Green"], ["Blue"]]);
    expect(shown?.map(({ said }) => said["fo:color"])).toEqual(["#000000", "#ffffff", "#000000"]);
  });

  it("show no choice that was taken back", () => {
    const options =
      '<form:option form:label="Red" form:selected="true" form:current-selected="false"/><form:option form:label="Green"/>';
    expect(texts(`<form:listbox form:dropdown="true">${options}</form:listbox>`)).toEqual([""]);
  });

  it.each([
    ["form:checkbox", 'form:current-state="checked"', 3],
    ["form:checkbox", 'form:state="checked"', 3],
    ["form:checkbox", 'form:state="checked" form:current-state="unchecked"', 2],
    ["form:checkbox", "", 2],
    ["form:radio", 'form:current-selected="true"', 3],
    ["form:radio", 'form:selected="true" form:current-selected="false"', 2],
  ])("have a mark where they are on: %s %s", (name, state, count) => {
    const shown = parts(`<${name} form:label="Yes" ${state}/>`);
    expect(shown).toHaveLength(count);
    expect(shown?.at(-1)?.text?.lines).toEqual(["Yes"]);
  });

  it("say their state to people who do not see them, and are decoration besides", () => {
    const described = (markup: string) =>
      parts(markup)?.map((part) => {
        const identity = partIdentityXml("p:cNvPr", 2, part);
        return part.text ? "text" : identity.includes("adec:decorative") ? "" : / descr="(.*?)"/.exec(identity)?.[1];
      });
    expect(described('<form:checkbox form:label="a" form:current-state="checked"/>')).toEqual(["☒", "", "text"]);
    expect(described('<form:checkbox form:label="a"/>')).toEqual(["☐", "text"]);
    expect(described('<form:radio form:label="a" form:current-selected="true"/>')).toEqual(["◉", "", "text"]);
    expect(described('<form:text form:current-value="a"/>')).toEqual(["text"]);
    expect(described("<form:image/>")).toEqual([""]);
  });

  it("look as their own style says, not as the style of shapes that it comes from", () => {
    const look =
      '<style:graphic-properties fo:background-color="#ffff00" fo:border="1pt solid #ff0000"/><style:paragraph-properties fo:text-align="end"/><style:text-properties fo:font-size="14pt"/>';
    const field = '<form:text form:current-value="a"/>';
    const [styled] = parts(field, look) ?? [];
    expect(styled?.appearance).toContain('<a:srgbClr val="FFFF00"/>');
    expect(styled?.appearance).toContain('<a:ln w="12700"><a:solidFill><a:srgbClr val="FF0000"/>');
    expect(styled?.text).toMatchObject({ align: "right", said: { "fo:font-size": "14pt" } });
    const [plain] = parts(field, look, false) ?? [];
    expect(plain?.text).toMatchObject({ align: "left", said: { "fo:font-size": "8pt" } });
    const [bare] = parts(field, '<style:graphic-properties fo:border="none"/>') ?? [];
    expect(bare?.appearance).toContain("<a:ln><a:noFill/></a:ln>");
  });

  it("are not there where they are not to be printed, or only for programs", () => {
    expect(parts('<form:text form:printable="false" form:current-value="a"/>')).toEqual([]);
    expect(parts('<form:hidden form:value="a"/>')).toEqual([]);
    expect(parts("<form:grid/>")).toBeUndefined();
  });
});

function formatted(kind: string, value: string, [name, type, said] = ["", "", ""]): string {
  const property = `<form:properties><form:property form:property-name="${name}" office:${type || "value"}="${said}"/></form:properties>`;
  return `<form:formatted-text form:control-implementation="ooo:com.sun.star.form.component.${kind}Field" form:current-value="${value}">${name ? property : ""}</form:formatted-text>`;
}

function list(attributes: string, chosen: string): string {
  const option = (label: string) =>
    `<form:option form:label="${label}"${label === "Green" ? ` form:${chosen}="true"` : ""}/>`;
  return `<form:listbox ${attributes}>${["Red", "Green", "Blue", "White", "Black", "Pink"].map(option).join("")}</form:listbox>`;
}
