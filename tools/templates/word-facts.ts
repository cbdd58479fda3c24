import { decodeXmlText } from "../../src/office/xml-text.ts";
import { parseXml } from "../../src/office/xml-tree.ts";
import { checkText, collapse, type Facts, occurrences, type Verdict } from "./facts.ts";
import { type OfficeFile, visibleText } from "./office-file.ts";

/** Facts of a merged Word document. */
export function checkWord(facts: Facts, file: OfficeFile, verdict: Verdict): void {
  const document = file.xml("word/document.xml");
  const text = visibleText(document);
  checkText(facts, text, verdict);
  for (const [what, count] of Object.entries(facts.counts ?? {})) {
    const found =
      what === "table rows" ? occurrences(document, "</w:tr>") : occurrences(collapse(text), collapse(what));
    verdict.expect(found === count, `${found} of "${what}" instead of ${count}`);
  }
  const story = (pattern: RegExp) =>
    collapse(
      file
        .names(pattern)
        .map((name) => visibleText(file.xml(name)))
        .join("\n"),
    );
  for (const part of facts.header ?? []) verdict.includes(story(/^word\/header\d*\.xml$/), part, "the header");
  for (const part of facts.footer ?? []) verdict.includes(story(/^word\/footer\d*\.xml$/), part, "the footer");
  for (const part of facts.footnotes ?? []) verdict.includes(story(/^word\/footnotes\.xml$/), part, "the footnotes");
  checkShared(facts, file, verdict, occurrences(document, "<pic:pic"));
  if (facts.emptyParagraphsMax !== undefined) {
    const empty = emptyParagraphs(document);
    verdict.expect(empty <= facts.emptyParagraphsMax, `${empty} empty paragraphs`);
  }
  if (facts.pagesMin !== undefined) {
    const pages = file.pages("docx");
    verdict.expect(
      pages !== undefined && pages >= facts.pagesMin,
      `${pages} pages instead of ${facts.pagesMin} or more`,
    );
  }
  checkIds(document, verdict);
}

/** Paragraphs of the body, not of cells, that show nothing. */
function emptyParagraphs(document: string): number {
  const body = parseXml(document).child("w:body");
  return (body?.elements("w:p") ?? []).filter(
    (paragraph) =>
      collapse(visibleText(paragraph.outer())) === "" && !/<w:(?:drawing|pict|sectPr|br)\b/.test(paragraph.outer()),
  ).length;
}

/** What word processors repair: ids that are not unique, cells that do not end with a paragraph. */
function checkIds(document: string, verdict: Verdict): void {
  const unique = (pattern: RegExp) => {
    const ids = Array.from(
      document.replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, "").matchAll(pattern),
      ([, id]) => id,
    );
    return new Set(ids).size === ids.length;
  };
  verdict.expect(unique(/<wp:docPr\b[^>]*? id="(\d+)"/g), "drawing ids are not unique");
  verdict.expect(unique(/<w:bookmarkStart\b[^>]*? w:id="(\d+)"/g), "bookmark ids are not unique");
  verdict.expect(unique(/<w:bookmarkStart\b[^>]*? w:name="([^"]+)"/g), "bookmark names are not unique");
  verdict.expect(unique(/ w14:paraId="([^"]+)"/g), "paragraph ids are not unique");
  const cells = [...parseXml(document).descendants("w:tc")];
  verdict.expect(
    cells.every((cell) => cell.elements().at(-1)?.name === "w:p"),
    "a cell does not end with a paragraph",
  );
}

/** Facts that Word and PowerPoint share. */
export function checkShared(facts: Facts, file: OfficeFile, verdict: Verdict, pictures: number): void {
  verdict.expect(file.malformed().length === 0, `malformed: ${file.malformed().join(", ")}`);
  verdict.expect(file.dangling().length === 0, `dangling relationships: ${file.dangling().join(", ")}`);
  const targets = file.hyperlinkTargets();
  for (const target of facts.hyperlinkTargets ?? [])
    verdict.expect(targets.includes(target), `no link to ${target} but ${targets.join(", ")}`);
  if (facts.coreTitle !== undefined) {
    const title = decodeXmlText(/<dc:title>([^<]*)</.exec(file.xml("docProps/core.xml"))?.[1] ?? "");
    verdict.expect(title === facts.coreTitle, `the title is ${JSON.stringify(title)}`);
  }
  if (facts.images !== undefined)
    verdict.expect(pictures === facts.images, `${pictures} pictures instead of ${facts.images}`);
  const codes = facts.qrDecodesTo ? file.qrCodes() : [];
  for (const text of facts.qrDecodesTo ?? []) verdict.expect(codes.includes(text), `no QR code says ${text}`);
}
