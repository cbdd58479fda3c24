// Pictures of the guide's examples (docs/guide/pictures), from a running service:
//   npm run tools -- guide-pictures http://127.0.0.1:8787 KEY SECRET [NAME ...]
// Each is the first page of the PDF that the service makes from the example. It deletes the documents that it makes.
import fs from "node:fs";
import path from "node:path";
import { buildExample, guideExamples, pageSize } from "../test/guide/build-example.ts";
import { guidePicture } from "../test/guide/image.ts";
import { call } from "./running-service.ts";

const IMAGES = path.resolve(import.meta.dirname, "../docs/guide/pictures");
const WIDTH_PIXELS = 720;
const CM_PER_INCH = 2.54;
const TYPES: Readonly<Record<string, string>> = {
  word: "docx",
  excel: "xlsx",
  powerpoint: "pptx",
  pdf: "pdf",
  html: "html",
};

const [, , , ...names] = process.argv.slice(2);

async function drawExample(example: ReturnType<typeof guideExamples>[number]): Promise<Uint8Array> {
  const bytes = await buildExample(example);
  const [width, height] = pageSize(example).map((length) => String(length / CM_PER_INCH));
  const size = example.kind === "html" ? { size: "custom", size_width: width, size_height: height } : {};
  const template =
    example.kind === "html"
      ? { html: example.source, ...size }
      : { file_contents: Buffer.from(bytes).toString("base64") };
  const members = { name: `Guide ${example.name}`, type: TYPES[example.kind], output: "pdf", ...template };
  const { id } = (await (await call("POST", "/api/documents", members)).json()) as { id: string };
  const picture = `data:image/png;base64,${Buffer.from(guidePicture()).toString("base64")}`;
  const data = JSON.parse(JSON.stringify(example.data).replaceAll("guide:picture", picture)) as unknown;
  const merged = await call("POST", `/api/documents/${id}/merge?download=url`, data);
  const page = await call("GET", `/api/runs/${merged.headers.get("x-run-id")}/files/0/pages/1?width=${WIDTH_PIXELS}`);
  const png = new Uint8Array(await page.arrayBuffer());
  await call("DELETE", `/api/documents/${id}`);

  return png;
}

for (const example of guideExamples()) {
  if (!(example.kind in TYPES) || (names.length > 0 && !names.includes(example.name))) continue;
  const png = await drawExample(example);
  fs.writeFileSync(path.join(IMAGES, `${example.name}.png`), png);
  console.log(`docs/guide/pictures/${example.name}.png: ${png.byteLength} bytes`);
}
