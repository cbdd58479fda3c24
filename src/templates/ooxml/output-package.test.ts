import { describe, expect, it } from "vitest";
import { docxEngine } from "../docx/docx-engine.ts";
import { pptxEngine } from "../pptx/pptx-engine.ts";
import { docx, paragraph } from "../testing/docx-builder.ts";
import { pptx, textBox } from "../testing/pptx-builder.ts";
import { type MergedPackage, merge } from "../testing/render.ts";

const STORED = 0;
const DEFLATED = 8;
const text = "{foreach $items as $item}{$item} and more words than a header of ZIP; {/foreach}";

describe.each([
  ["a Word document", docxEngine, docx({ body: paragraph(text) }), "word/document.xml"],
  ["a presentation", pptxEngine, pptx([{ shapes: textBox(2, text) }]), "ppt/slides/slide1.xml"],
])("%s", (_, engine, template, part) => {
  const method = (file: MergedPackage, name = part) => file.zip.entry(name)?.method;
  const merged = (isIntermediate: boolean, count: number) =>
    merge(engine, template, { items: Array.from({ length: count }, (_, index) => index) }, { isIntermediate });

  it("that is read again immediately has the same parts, but merged ones are not packed", async () => {
    const [kept, passing] = [await merged(false, 20), await merged(true, 20)];
    expect([method(kept), method(passing)]).toEqual([DEFLATED, STORED]);
    expect(passing.zip.names()).toEqual(kept.zip.names());
    for (const name of kept.zip.names()) expect(passing.zip.read(name)).toEqual(kept.zip.read(name));
  });

  it("is packed all the same when it is large", async () => {
    expect(method(await merged(true, 20_000))).toBe(DEFLATED);
  });
});
