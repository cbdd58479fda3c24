import { Failure } from "../domain/failure.ts";

/** As much of a file as its declaration can take. */
const DECLARATION_BYTES = 200;
const DECLARED = /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;

/**
 * Text of an XML file in the encoding that its mark or its declaration names, UTF-8 without either (XML 1.0, 4.3.3).
 * @throws Failure `xml_invalid` for an encoding that is not known, and for bytes that it does not have
 */
export function decodeXml(bytes: Uint8Array): string {
  const label = encodingOf(bytes);
  let decoder: TextDecoder;
  try {
    // every byte is a character in the others
    decoder = new TextDecoder(label, { fatal: /^utf-?(?:8|16)/i.test(label), ignoreBOM: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure("xml_invalid", `The XML says that it is in the encoding ${label}, which is not known here.`);
  }
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `The XML has bytes that its encoding ${label} does not have: it is written in another one than it says.`;
    throw new Failure("xml_invalid", message);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // without a mark the zeros around "<?" tell
  if (first === 0x3c && second === 0 && fourth === 0) return "utf-16le";
  if (first === 0 && second === 0x3c && third === 0) return "utf-16be";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_BYTES));
  const declared = DECLARED.exec(head.replace(/^\u00ef\u00bb\u00bf/, "").trimStart())?.[1];
  // a file whose bytes are single cannot be in UTF-16, whatever it says
  return declared === undefined || /^utf-?16/i.test(declared) ? "utf-8" : declared;
}
