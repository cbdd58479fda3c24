import type { BinItem } from "../../api/bin.ts";

const KINDS: Readonly<Record<BinItem["type"], string>> = {
  document: "Document",
  route: "Data route",
  sample: "Sample",
  delivery: "Delivery",
  font: "Font",
  identity: "Signing identity",
};

export const kindWord = ({ type }: BinItem): string => KINDS[type];

/** What it belongs to or lies in, if that helps to know which one it is. */
export function placeWords({ type, document_id, route_id, folder }: BinItem): string {
  if (document_id !== null) return `of document ${document_id}`;
  if (route_id !== null) return `of data route ${route_id}`;
  return folder === "" || type === "font" ? "" : `in ${folder}`;
}
