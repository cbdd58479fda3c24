import { Failure } from "../domain/failure.ts";
import { beginsText } from "../exchange/decode-text.ts";
import { describeFormat, type FileFormat, identify } from "./identify.ts";
import { quotedName } from "./quoted-name.ts";

/** What a file is converted as. */
export interface SourceFormat {
  format: FileFormat;
  /** A sentence if the name promises something other than what the content is. */
  warning: string | undefined;
}

/** Extensions of the interface (2.1), with those of templates and of files with macros, whose content is the same. */
const FORMAT_OF_EXTENSION: Readonly<Record<string, FileFormat>> = {
  pdf: "pdf",
  ...{ docx: "docx", docm: "docx", dotx: "docx", dotm: "docx" },
  ...{ xlsx: "xlsx", xlsm: "xlsx", xltx: "xlsx", xltm: "xlsx" },
  ...{ pptx: "pptx", pptm: "pptx", potx: "pptx", potm: "pptx", ppsx: "pptx", ppsm: "pptx" },
  ...{ doc: "doc", dot: "doc", xls: "xls", xlt: "xls", xlsb: "xlsb", ppt: "ppt", pps: "ppt", pot: "ppt" },
  ...{ jpeg: "jpeg", jpg: "jpeg", jpe: "jpeg", png: "png", gif: "gif" },
  ...{ webp: "webp", bmp: "bmp", dib: "bmp", tiff: "tiff", tif: "tiff" },
  ...{
    odt: "odt",
    ott: "odt",
    odp: "odp",
    otp: "odp",
    ods: "ods",
    ots: "ods",
    rtf: "rtf",
    txt: "txt",
    text: "txt",
    csv: "csv",
    tsv: "csv",
    tab: "csv",
  },
  ...{ html: "html", htm: "html", xhtml: "html" },
};

const SUPPORTED_FORMATS =
  "docx, doc, xlsx, xls, xlsb, pptx, ppt, odt, ods, odp, rtf, txt, csv, jpeg, jpg, png, gif, webp, tiff, tif, bmp, htm, html and pdf files can be converted";

/** How html begins (HTML 13.1), after a byte order mark, an XML declaration and comments. */
const MARKUP =
  /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->)*<(?:!doctype\s+html|html|head|body|title|meta|table|div|p|h[1-6])[\s/>]/i;
const MARKUP_BYTES = 4_096;
/** Pictures and archives have controls that no text has sooner. */
const TEXT_BYTES = 16_384;

/**
 * Decides by content what a file is; the name only tells html from other texts.
 *
 * @throws Failure `file_missing` for an empty file, `file_encrypted`, `file_type_mismatch` when the content is not what
 *   the name promises and nothing else that could be converted, `file_type_unsupported` otherwise, and what a damaged
 *   archive causes
 */
export function sourceFormat(bytes: Uint8Array, name: string): SourceFormat {
  if (bytes.byteLength === 0) throw new Failure("file_missing", `${quotedName(name)} is empty.`);
  const promised = FORMAT_OF_EXTENSION[extensionOf(name)];
  const identity = identify(bytes);
  if (identity.encrypted) {
    const kind = /^od[tsp]$/.test(identity.format ?? "") ? "OpenDocument" : "Office";
    const message = `${quotedName(name)} is a password-protected ${kind} file: save it without the password and send it again.`;
    throw new Failure("file_encrypted", message);
  }
  if (identity.tooOld) {
    const message = `${quotedName(name)} is ${identity.description}: save it as ${identity.tooOld} and send it again.`;
    throw new Failure("file_type_unsupported", message);
  }
  const format =
    identity.format === undefined || identity.format === "html"
      ? textFormat(bytes, identity.format, promised)
      : identity.format;
  if (format === undefined) throw refusal(name, promised, identity.description);
  // markup is text, too
  const isSource = promised === "txt" && format === "html";
  const differs = promised !== undefined && promised !== format && !isSource;

  return {
    format,
    warning: differs
      ? `${quotedName(name)} is ${describeFormat(format)} by its content and was converted as such.`
      : undefined,
  };
}

/** Text is html when its name or its beginning says so, else what its name says; that of old encodings is not valid UTF-8. */
function textFormat(
  bytes: Uint8Array,
  identified: "html" | undefined,
  promised: FileFormat | undefined,
): "html" | "txt" | "csv" | undefined {
  if (identified === "html" && promised === "html") return "html";
  const beginning = new TextDecoder(encodingOfMark(bytes)).decode(bytes.subarray(0, MARKUP_BYTES));
  if (!beginning.includes("\0") && MARKUP.test(beginning)) return "html";
  const isText = (promised === "txt" || promised === "csv") && beginsText(bytes.subarray(0, TEXT_BYTES));
  return isText ? promised : undefined;
}

function encodingOfMark([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function refusal(name: string, promised: FileFormat | undefined, description: string): Failure {
  const found = description === describeFormat("html") ? "plain text" : description;
  if (promised !== undefined) {
    const message = `${quotedName(name)} is not ${describeFormat(promised)}: by its content it is ${found}.`;
    return new Failure("file_type_mismatch", message);
  }
  return new Failure("file_type_unsupported", `${quotedName(name)} is ${found}; ${SUPPORTED_FORMATS}.`);
}

function extensionOf(name: string): string {
  return (/\.([A-Za-z0-9]+)\s*$/.exec(name)?.[1] ?? "").toLowerCase();
}
