import { decodeEntities } from "../../language/modifiers/html-entities.ts";

/** Characters of addresses that have names of their own in HTML 5, though none in HTML 4.01. */
const NAMED: Readonly<Record<string, string>> = {
  Tab: "\t",
  NewLine: "\n",
  colon: ":",
  sol: "/",
  bsol: "\\",
  quest: "?",
  num: "#",
};

/** Text of an attribute as a browser reads it (HTML 13.2.5.72): numbers count without their semicolon, too. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return decodeEntities(
    text
      .replace(/&#[xX]0*([0-9a-fA-F]{1,6});?/g, "&#x$1;")
      .replace(/&#0*(\d{1,7});?/g, "&#$1;")
      .replace(/&(Tab|NewLine|colon|sol|bsol|quest|num);/g, (whole, name: string) => NAMED[name] ?? whole),
  );
}
