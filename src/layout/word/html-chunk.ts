/** The text of HTML as WordprocessingML: paragraphs, headings, lists, bold, italic and underlined text. */

import { decodeHTML } from "entities";
import { escapeXmlText } from "../../office/xml-text.ts";

const WORDPROCESSING = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const TOKEN = /<!--|<\/?([a-z][a-z0-9]*)\b[^<>]*>|<![^<>]*>|[^<]+|</gi;
const HIDDEN = new Set(["script", "style", "head", "title", "template"]);
const BLOCKS = new Set(
  "p div h1 h2 h3 h4 h5 h6 li ul ol table tr td th blockquote pre section article header footer body html dl dt dd hr".split(
    " ",
  ),
);
const APPEARANCES: Readonly<Record<string, string>> = {
  b: "<w:b/>",
  strong: "<w:b/>",
  i: "<w:i/>",
  em: "<w:i/>",
  u: '<w:u w:val="single"/>',
  s: "<w:strike/>",
  sup: '<w:vertAlign w:val="superscript"/>',
  sub: '<w:vertAlign w:val="subscript"/>',
};
const HEADING_HALF_POINTS = [48, 36, 28, 24, 20, 16];
const LIST_INDENT_TWIPS = 360;
const MAX_PARAGRAPHS = 20_000;

interface List {
  ordered: boolean;
  count: number;
}

/** `source`: HTML, however broken. Returns an element whose children are `w:p`. */
export function htmlToWordprocessing(source: string): string {
  const paragraphs: string[] = [];
  const appearances: string[] = [];
  const lists: List[] = [];
  let runs = "";
  let heading = 0;
  let keepsSpace = false;
  const push = (text: string) => {
    const size = heading ? `<w:b/><w:sz w:val="${HEADING_HALF_POINTS[heading - 1]}"/>` : "";
    const properties = size + [...new Set(appearances.map((name) => APPEARANCES[name]))].join("");
    if (text) runs += `<w:r><w:rPr>${properties}</w:rPr>${text}</w:r>`;
  };
  const flush = () => {
    if (runs === "" || paragraphs.length >= MAX_PARAGRAPHS) return;
    const indent = lists.length * LIST_INDENT_TWIPS;
    const properties = indent > 0 ? `<w:ind w:left="${indent}" w:hanging="${LIST_INDENT_TWIPS}"/>` : "";
    paragraphs.push(`<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`);
    runs = "";
  };
  const lowerCase = source.toLowerCase();
  const tokens = new RegExp(TOKEN);
  for (let match = tokens.exec(source); match; match = tokens.exec(source)) {
    const token = match[0];
    const name = match[1]?.toLowerCase();
    if (token === "<!--") {
      const end = source.indexOf("-->", tokens.lastIndex);
      if (end < 0) break;
      tokens.lastIndex = end + 3;
      continue;
    }
    if (name === undefined) {
      if (!token.startsWith("<!")) push(textRun(token, keepsSpace, runs === ""));
      continue;
    }
    const opens = !token.startsWith("</");
    if (HIDDEN.has(name)) {
      const end = opens ? lowerCase.indexOf(`</${name}`, tokens.lastIndex) : tokens.lastIndex;
      if (end < 0) break;
      tokens.lastIndex = end;
    } else if (name === "br") push("<w:br/>");
    else if (name in APPEARANCES) {
      if (opens) appearances.push(name);
      else if (appearances.lastIndexOf(name) >= 0) appearances.splice(appearances.lastIndexOf(name), 1);
    } else if (BLOCKS.has(name)) {
      // Cells of a row come after tabs.
      if ((name === "td" || name === "th") && runs !== "") {
        if (opens) push("<w:tab/>");
        continue;
      }
      flush();
      keepsSpace = opens && name === "pre";
      heading = opens && /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
      if (name === "ul" || name === "ol") {
        if (opens) lists.push({ ordered: name === "ol", count: 0 });
        else lists.pop();
      }
      const list = lists[lists.length - 1];
      if (name === "li" && opens && list) {
        list.count += 1;
        push(`<w:t>${list.ordered ? `${list.count}.` : "•"}</w:t><w:tab/>`);
      }
    }
  }
  flush();
  return `<w:body xmlns:w="${WORDPROCESSING}">${paragraphs.join("")}</w:body>`;
}

function textRun(source: string, keepsSpace: boolean, startsParagraph: boolean): string {
  let text = decodeHTML(source);
  if (!keepsSpace) text = text.replace(/[ \t\r\n]+/g, " ");
  if (startsParagraph && !keepsSpace) text = text.trimStart();
  if (text === "") return "";
  return `<w:t xml:space="preserve">${escapeXmlText(text)}</w:t>`;
}
