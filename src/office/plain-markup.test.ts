import { expect, it } from "vitest";
import { plainMarkup } from "./plain-markup.ts";

it("leaves out comments, and makes text of CDATA sections", () => {
  expect(plainMarkup("<?xml version='1.0'?><a><!-- <b> --><c/><![CDATA[<d> & ]]>e</a>")).toBe(
    "<?xml version='1.0'?><a><c/>&lt;d&gt; &amp; e</a>",
  );
  expect(plainMarkup("<a><?x <!-- ?><b/><![CDATA[<!--]]><c/></a>")).toBe("<a><?x <!-- ?><b/>&lt;!--<c/></a>");
});

it.each(["<a><!-- b</a>", "<a><!--></a>", "<a><![CDATA[b</a>", "<a><?b</a>"])("leaves what never ends: %s", (xml) => {
  expect(plainMarkup(xml)).toBe(xml);
});

it("looks once for an end that there is not", () => {
  const open = "<!--".repeat(300_000);
  expect(plainMarkup(`<a/>${open}`)).toBe(`<a/>${open}`);
});
