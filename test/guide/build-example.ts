import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { type GuideExample, readGuide } from "../../scripts/read-guide.ts";
import { type Box, slideDeck, textBox } from "../support/gallery/product-deck.ts";
import { wordFile, wordImage, wordParagraph, wordTable } from "../support/gallery/word.ts";
import { guidePicture } from "./image.ts";
import { guideWorkbook } from "./workbook.ts";

const TWIPS_PER_CM = 567;
const EMU_PER_CM = 360_000;
const POINTS_PER_CM = 28.35;

/** The examples of all pages. */
export const guideExamples = (): GuideExample[] => readGuide().flatMap((page) => page.examples);

/** The template file of an example, built as its page shows it. */
export async function buildExample(example: GuideExample): Promise<Uint8Array> {
  switch (example.kind) {
    case "word":
      return wordExample(example);
    case "excel":
      return guideWorkbook(example.source);
    case "powerpoint":
      return slidesExample(example);
    case "pdf":
      return formExample(example);
    default:
      return new TextEncoder().encode(example.source);
  }
}

/** Width and height of the page in centimetres: an option such as `15x9`. */
export function pageSize({ options }: Pick<GuideExample, "options">): [width: number, height: number] {
  const [, width, height] = options.map((option) => /^([\d.]+)x([\d.]+)$/.exec(option)).find(Boolean) ?? [];
  return [Number(width ?? 15), Number(height ?? 9)];
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\|\s?|\s?\|$/g, "")
    .split(/\s(?<!\\)\|\s/)
    .map((cell) => cell.trim());

/** `# ` is a title, `## ` a heading, `| ` a row of a table, `header:` and `footer:` are at the page's edges. */
function wordExample(example: GuideExample): Uint8Array {
  const [width, height] = pageSize(example);
  const margin = TWIPS_PER_CM;
  const textWidth = width * TWIPS_PER_CM - 2 * margin;
  const body: string[] = [];
  const edges = { header: "", footer: "" };
  let rows: string[][] = [];
  const endTable = () => {
    const [head] = rows;
    if (!head) return;
    const isNumber = (column: number) => column > 0 && column >= head.length - 2;
    const share = textWidth / (head.length + 1);
    const widths = head.map((_, column) => Math.round(column === 0 ? share * 2 : share));
    body.push(
      wordTable(
        widths,
        rows.map((row) => row.map((cell, column) => (isNumber(column) ? `>${cell}` : cell))),
      ),
    );
    rows = [];
  };
  for (const line of example.source.split("\n")) {
    if (line.startsWith("|")) {
      if (!/^\|[-:|\s]+$/.test(line)) rows.push(cellsOf(line));
      continue;
    }
    endTable();
    const [, edge, text = ""] = /^(header|footer): (.*)$/.exec(line) ?? [];
    const image = /^\[picture (\S+), alternative text: (.*)\]$/.exec(line);
    if (edge === "header" || edge === "footer") edges[edge] = text;
    else if (image) {
      const [w, h] = pageSize({ options: [image[1] ?? ""] });
      body.push(wordImage(image[2] ?? "", w, h));
    } else if (line.startsWith("# ")) body.push(wordParagraph(line.slice(2), "Title"));
    else if (line.startsWith("## ")) body.push(wordParagraph(line.slice(3), "Heading1"));
    else body.push(wordParagraph(line));
  }
  endTable();
  return wordFile(body.join(""), edges.footer, {
    page: { width: Math.round(width * TWIPS_PER_CM), height: Math.round(height * TWIPS_PER_CM), margin },
    header: edges.header,
    image: guidePicture(),
  });
}

/** Slides are separated by lines `---`; the first line of each is its title. */
function slidesExample({ source }: GuideExample): Uint8Array {
  const box = (y: number, height: number): Box => ({
    x: 2 * EMU_PER_CM,
    y: y * EMU_PER_CM,
    width: 29.8 * EMU_PER_CM,
    height: height * EMU_PER_CM,
  });
  return slideDeck(
    source.split(/^---$/m).map((slide) => {
      const [title = "", ...lines] = slide.trim().split("\n");
      return [
        textBox(2, box(1.6, 2.4), [title], { size: 4000, colour: "0F6E64", isBold: true }),
        textBox(3, box(5, 12), lines, { size: 2400 }),
      ];
    }),
  );
}

/** `Name` is a text field, `Name: text` one with a default text, `[] Name` a box to tick. */
async function formExample(example: GuideExample): Promise<Uint8Array> {
  const [width, height] = pageSize(example).map((length) => length * POINTS_PER_CM);
  const pdf = await PDFDocument.create();
  pdf.setCreationDate(new Date("2026-01-01T00:00:00Z"));
  pdf.setModificationDate(new Date("2026-01-01T00:00:00Z"));
  const page = pdf.addPage([width ?? 0, height ?? 0]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const form = pdf.getForm();
  for (const [index, line] of example.source.split("\n").entries()) {
    const y = (height ?? 0) - 60 - index * 42;
    const [, isBox, name = "", text = ""] = /^(\[\] )?([^:]+?)(?:: (.*))?$/.exec(line) ?? [];
    page.drawText(name, { x: 30, y: y + 6, size: 11, font });
    if (isBox) form.createCheckBox(name).addToPage(page, { x: 150, y, width: 18, height: 18 });
    else {
      const field = form.createTextField(name);
      field.setText(text);
      field.addToPage(page, { x: 150, y, width: (width ?? 0) - 190, height: 22, font, borderWidth: 0.75 });
      field.setFontSize(11);
    }
  }
  return pdf.save();
}
