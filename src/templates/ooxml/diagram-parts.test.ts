import { expect, it } from "vitest";
import { docxEngine } from "../docx/docx-engine.ts";
import { pptxEngine } from "../pptx/pptx-engine.ts";
import { docx, paragraph as p } from "../testing/docx-builder.ts";
import { pptx, textBox } from "../testing/pptx-builder.ts";
import { type MergedPackage, merge, outline } from "../testing/render.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const DRAWING = "application/vnd.openxmlformats-officedocument.drawingml";
const MICROSOFT = "http://schemas.microsoft.com/office/2007/relationships";

const text = (tag: string) => `<a:p><a:r><a:t>${tag}</a:t></a:r></a:p>`;

/** A diagram of boxes with these texts, as Office writes it: data, and the drawing that was made of them. */
function diagram(folder: string, texts: readonly string[]) {
  const points = texts.map((each, index) => `<dgm:pt modelId="${index}"><dgm:t>${text(each)}</dgm:t></dgm:pt>`);
  const shapes = texts.map(
    (each, index) => `<dsp:sp modelId="${index}"><dsp:txBody>${text(each)}</dsp:txBody></dsp:sp>`,
  );
  return {
    parts: {
      [`${folder}/diagrams/data1.xml`]: {
        content: `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst>${points.join("")}</dgm:ptLst><dgm:extLst><a:ext uri="u"><dsp:dataModelExt xmlns:dsp="s" relId="rId9" minVer="m"/></a:ext></dgm:extLst></dgm:dataModel>`,
        type: `${DRAWING}.diagramData+xml`,
      },
      [`${folder}/diagrams/drawing1.xml`]: {
        content: `<dsp:drawing xmlns:dsp="s" xmlns:a="a">${shapes.join("")}</dsp:drawing>`,
        type: "application/vnd.ms-office.drawingml.diagramDrawing+xml",
      },
    },
    related: (up: string) => ({
      rId5: { type: "diagramData", target: `${up}diagrams/data1.xml` },
      rId9: { type: `${MICROSOFT}/diagramDrawing`, target: `${up}diagrams/drawing1.xml` },
    }),
  };
}

const FRAME = `<a:graphic><a:graphicData uri="u"><dgm:relIds xmlns:dgm="d" xmlns:r="${OFFICE}" r:dm="rId5"/></a:graphicData></a:graphic>`;
const IN_WORD = `<w:p><w:r><w:drawing><wp:inline>${FRAME}</wp:inline></w:drawing></w:r></w:p>`;
const TEAMS = { teams: [{ name: "Red" }, { name: "Blue" }], n: 0 };

const shown = (file: MergedPackage, kind: string) =>
  file.zip
    .names()
    .filter((name) => new RegExp(`diagrams/${kind}\\d`).test(name))
    .sort()
    .map((name) => outline(file.xml(name)));

it("a diagram of Word is evaluated once: its data and its drawing show the same", async () => {
  const { parts, related } = diagram("word", ["{counter}. {$name}", "{counter}. {$n = $n + 5}{$n}"]);
  const body = IN_WORD + p("{counter}, {$n}");
  const file = await merge(docxEngine, docx({ body, parts, relationships: related("") }), { name: "Ann", n: 1 });
  // The document comes first; what its diagrams count goes on from there.
  expect(outline(file.xml("word/document.xml"))).toBe("¶1, 1¶");
  expect(shown(file, "data")).toEqual(["2. Ann¶3. 6¶"]);
  expect(shown(file, "drawing")).toEqual(shown(file, "data"));
});

it("so are the diagrams that a loop of Word makes", async () => {
  const { parts, related } = diagram("word", ["{counter} {$t.name}", "{counter} {cycle values='odd,even'}"]);
  const body = p("{foreach $teams as $t}") + IN_WORD + p("{counter}") + p("{/foreach}");
  const file = await merge(docxEngine, docx({ body, parts, relationships: related("") }), TEAMS);
  expect(shown(file, "data")).toEqual(["1 Red¶2 odd¶", "4 Blue¶5 even¶"]);
  expect(shown(file, "drawing")).toEqual(shown(file, "data"));
  expect(outline(file.xml("word/document.xml"))).toBe("¶3¶¶6¶");
});

it("and those of repeated slides", async () => {
  const { parts, related } = diagram("ppt", ["{counter} {$t.name}", "{$n = $n + 1}{$n}"]);
  const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Diagram"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="1" cy="1"/></p:xfrm>${FRAME}</p:graphicFrame>`;
  const slides = [
    { shapes: textBox(2, "{slide $teams as $t}") + frame, relationships: related("../") },
    { shapes: textBox(2, "{counter}, {$n}") },
  ];
  const file = await merge(pptxEngine, pptx(slides, { parts }), TEAMS);
  expect(shown(file, "data")).toEqual(["1 Red¶1¶", "2 Blue¶2¶"]);
  expect(shown(file, "drawing")).toEqual(shown(file, "data"));
  expect(outline(file.xml("ppt/slides/slide2.xml"))).toBe("3, 2¶");
});
