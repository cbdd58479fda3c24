import { decodeHTMLAttribute } from "entities";

/** Attributes that lead to an address, or load one (HTML 4, SVG 2). */
const ADDRESS_ATTRIBUTE = /^(?:href|xlink:href|src|action|formaction|poster|data|background|cite|longdesc|codebase)$/;
const ALLOWED = /^(?:https?|mailto|tel|cid)$/i;
const DATA_IMAGE = /^data:image\//i;

/** Whether an attribute, by its name in lower case, holds an address. */
export const isAddressAttribute = (name: string): boolean => ADDRESS_ATTRIBUTE.test(name);

/**
 * The scheme that keeps a value from the start of an address: one that may run a script or read a file. Undefined for
 * the allowed ones, http, https, mailto, tel, cid and data:image, and for relative addresses.
 *
 * @param printed the value as html
 */
export function refusedScheme(printed: string): string | undefined {
  // Data that are markup already are read once, data that somebody escaped before twice.
  const text = decodeHTMLAttribute(decodeHTMLAttribute(printed));
  // Browsers skip these (URL Standard, 4.4): blanks in front, tabs and line breaks anywhere; mail programs more.
  const address = text.replace(/^[\u0000-\u0020\u00a0\ufeff]+|[\u0000-\u001f\u007f\u00ad\u200b-\u200d\ufeff]+/g, "");
  const scheme = /^([^:/?#\\]*):/.exec(address)?.[1];
  if (scheme === undefined || ALLOWED.test(scheme) || DATA_IMAGE.test(address)) return undefined;
  // Other characters make it a relative address; what remains may as well be the end of a scheme.
  return /^[a-z0-9+.-]*$/i.test(scheme) ? scheme : undefined;
}
