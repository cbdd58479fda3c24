import { wordFile } from "./word.ts";

/** One centimetre at each side of an A4 page, and two columns of labels. */
const PAGE = { width: 11906, height: 16838, margin: 567 };
const BETWEEN = 340;
/** The text and the code of a label, in twips. */
const WIDTHS = [3716, 1500] as const;
/** 34 mm. */
const HEIGHT = 1928;

const line = (text: string, halfPoints: number, isBold = false): string =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="40" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:rPr>${isBold ? "<w:b/>" : ""}<w:sz w:val="${halfPoints}"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

const cell = (width: number, content: string): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/><w:vAlign w:val="center"/></w:tcPr>${content}</w:tc>`;

/** A sheet of address labels in two columns, each with a QR code. */
export function wordLabels(): Uint8Array {
  const sides = ["top", "left", "bottom", "right"].map(
    (side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C9CED6"/>`,
  );
  const address = [
    line("{$From}", 14),
    line("{$address.name}", 24, true),
    line("{$address.street}", 21),
    line("{$address.city}", 21),
  ];
  const [text, code] = WIDTHS;
  const label = `<w:tbl><w:tblPr><w:tblW w:w="${text + code}" w:type="dxa"/><w:tblBorders>${sides.join("")}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="170" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid><w:gridCol w:w="${text}"/><w:gridCol w:w="${code}"/></w:tblGrid><w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${HEIGHT}" w:hRule="exact"/></w:trPr>${cell(text, address.join(""))}${cell(code, line('{qrcode value=$address.parcel width="2cm"}', 20))}</w:tr></w:tbl>`;
  // Tables that touch are one in Word.
  const gap = '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="220" w:lineRule="exact"/></w:pPr></w:p>';
  const body = line("{foreach $Addresses as $address}", 2) + label + gap + line("{/foreach}", 2);
  return wordFile(body, "", { page: PAGE, columns: { count: 2, between: BETWEEN } });
}
