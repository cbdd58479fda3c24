import { expect, it } from "vitest";
import { merge } from "../testing/render.ts";
import { buildWorkbook, relationships } from "./testing/workbook-builder.ts";
import { xlsxEngine } from "./xlsx-engine.ts";

const DRAWINGML = "http://schemas.openxmlformats.org/drawingml/2006";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const PNG = new Uint8Array([137, 80, 78, 71]);

it("a repeated sheet has the pictures of its header, the texts on its charts, and what copies share", async () => {
  const chart = `<c:chartSpace xmlns:c="${DRAWINGML}/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:chart><c:plotArea/></c:chart><c:userShapes r:id="rId1"/></c:chartSpace>`;
  const frame = `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>6</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="9" cy="9"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="C"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${DRAWINGML}/chart"><c:chart xmlns:c="${DRAWINGML}/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>`;
  const template = buildWorkbook({
    sheets: [
      {
        name: "{$s.name}",
        cells: { A1: "{sheet $l as $s}{$s.name}" },
        tail: '<headerFooter><oddHeader>&amp;L&amp;G</oddHeader></headerFooter><drawing r:id="rId1"/><legacyDrawingHF r:id="rId2"/>',
        relationships: [
          ["rId1", "drawing", "../drawings/drawing1.xml"],
          ["rId2", "vmlDrawing", "../drawings/vmlDrawing1.vml"],
          ["rId3", "printerSettings", "../printerSettings/printerSettings1.bin"],
        ],
      },
    ],
    parts: {
      "xl/drawings/drawing1.xml": {
        content: `<xdr:wsDr xmlns:xdr="${DRAWINGML}/spreadsheetDrawing" xmlns:a="${DRAWINGML}/main">${frame}</xdr:wsDr>`,
        type: "application/vnd.openxmlformats-officedocument.drawing+xml",
      },
      "xl/drawings/_rels/drawing1.xml.rels": { content: relationships([["rId1", "chart", "../charts/chart1.xml"]]) },
      "xl/charts/chart1.xml": {
        content: chart,
        type: "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
      },
      "xl/charts/_rels/chart1.xml.rels": {
        content: relationships([["rId1", "chartUserShapes", "../drawings/drawing2.xml"]]),
      },
      "xl/drawings/drawing2.xml": {
        content: `<c:userShapes xmlns:c="${DRAWINGML}/chart" xmlns:a="${DRAWINGML}/main"><a:p><a:r><a:t>Best of {$s.name}</a:t></a:r></a:p></c:userShapes>`,
        type: "application/vnd.openxmlformats-officedocument.drawingml.chartshapes+xml",
      },
      "xl/drawings/vmlDrawing1.vml": {
        content:
          '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:shape id="LH"><v:imagedata o:relid="rId1"/></v:shape></xml>',
      },
      "xl/drawings/_rels/vmlDrawing1.vml.rels": { content: relationships([["rId1", "image", "../media/image1.png"]]) },
      "xl/media/image1.png": { content: PNG },
      "xl/printerSettings/printerSettings1.bin": {
        content: new Uint8Array([0, 200, 255, 1]),
        type: `${SPREADSHEET}.printerSettings`,
      },
    },
  });
  expect((await xlsxEngine.inspect(template, {})).warnings).toEqual([]);
  const file = await merge(xlsxEngine, template, { l: [{ name: "A & B" }, { name: "C" }] });
  expect(file.warnings).toEqual([]);
  const named = (pattern: RegExp) => file.zip.names().filter((name) => pattern.test(name));
  const texts = named(/drawings\/[^/]*\.xml$/).flatMap((name) => /Best of [^<]*/.exec(file.xml(name))?.[0] ?? []);
  expect(texts.sort()).toEqual(["Best of A &amp; B", "Best of C"]);
  const images = named(/\.vml\.rels$/).map((name) => /Target="([^"]*)"/.exec(file.xml(name))?.[1]);
  expect(images).toEqual(["../media/image1.png", "../media/image1.png"]);
  expect(named(/printerSettings/)).toEqual(["xl/printerSettings/printerSettings1.bin"]);
  expect([...(file.zip.read("xl/printerSettings/printerSettings1.bin") ?? [])]).toEqual([0, 200, 255, 1]);
});

it("diagrams of a repeated sheet have its texts, in their data and in what is drawn of them", async () => {
  const text = (tag: string) => `<a:p xmlns:a="${DRAWINGML}/main"><a:r><a:t>${tag}</a:t></a:r></a:p>`;
  const frame = `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>6</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="9" cy="9"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="D"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${DRAWINGML}/diagram"><dgm:relIds xmlns:dgm="${DRAWINGML}/diagram" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:dm="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>`;
  const template = buildWorkbook({
    sheets: [
      {
        name: "{$s.name}",
        cells: { A1: "{sheet $l as $s}{$s.name}" },
        tail: '<drawing r:id="rId1"/>',
        relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
      },
    ],
    parts: {
      "xl/drawings/drawing1.xml": {
        content: `<xdr:wsDr xmlns:xdr="${DRAWINGML}/spreadsheetDrawing" xmlns:a="${DRAWINGML}/main">${frame}</xdr:wsDr>`,
        type: "application/vnd.openxmlformats-officedocument.drawing+xml",
      },
      "xl/drawings/_rels/drawing1.xml.rels": {
        content: relationships([
          ["rId1", "diagramData", "../diagrams/data1.xml"],
          ["rId5", "diagramDrawing", "../diagrams/drawing1.xml"],
        ]),
      },
      "xl/diagrams/data1.xml": {
        content: `<dgm:dataModel xmlns:dgm="${DRAWINGML}/diagram"><dgm:ptLst><dgm:pt modelId="1"><dgm:t>${text("{counter} {$s.name}")}</dgm:t></dgm:pt></dgm:ptLst><dgm:extLst><a:ext xmlns:a="${DRAWINGML}/main" uri="u"><dsp:dataModelExt xmlns:dsp="s" relId="rId5"/></a:ext></dgm:extLst></dgm:dataModel>`,
        type: "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml",
      },
      "xl/diagrams/drawing1.xml": {
        content: `<dsp:drawing xmlns:dsp="s"><dsp:txBody>${text("{counter} {$s.name}")}</dsp:txBody></dsp:drawing>`,
        type: "application/vnd.ms-office.drawingml.diagramDrawing+xml",
      },
    },
  });
  expect((await xlsxEngine.inspect(template, {})).warnings).toEqual([]);
  const file = await merge(xlsxEngine, template, { l: [{ name: "A & B" }, { name: "C" }] });
  expect(file.warnings).toEqual([]);
  const texts = (kind: string) =>
    file.zip
      .names()
      .filter((name) => name.startsWith(`xl/diagrams/${kind}`))
      .map((name) => /<a:t>([^<]*)/.exec(file.xml(name))?.[1])
      .sort();
  expect(texts("data")).toEqual(["1 A &amp; B", "2 C"]);
  expect(texts("drawing")).toEqual(texts("data"));
});
