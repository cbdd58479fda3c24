import type { OfficePackage } from "../ooxml/office-package.ts";
import { STORY_TYPES } from "./word-parts.ts";

/**
 * Parts of custom data with tags that content controls show (ISO/IEC 29500-1, 15.2.5 and 17.5.2.6): word processors take
 * the text of such a control from there. Data that no control is bound to are an add-in's own and stay as they are.
 */
export function boundStores(source: OfficePackage): string[] {
  const relationships = source.relationshipsOf(source.mainPart());
  const stores = relationships.ofType("customXml").flatMap((item) => relationships.targetPart(item) ?? []);
  const tagged = stores.filter((part) => source.text(part)?.includes("{$"));
  if (tagged.length === 0) return [];
  const stories = [source.mainPart(), ...source.contentTypes.partsOf((type) => STORY_TYPES.test(type))];
  const bound = new Set(
    stories.flatMap((part) =>
      Array.from((source.text(part) ?? "").matchAll(/w:storeItemID="([^"]*)"/g), ([, id = ""]) => id.toUpperCase()),
    ),
  );
  return tagged.filter((part) => bound.has(storeId(source, part)));
}

/** The id by which content controls name a store, in capitals. */
export function storeId(source: OfficePackage, part: string): string {
  const relationships = source.relationshipsOf(part);
  const [properties] = relationships.ofType("customXmlProps");
  const target = properties && relationships.targetPart(properties);
  const xml = target === undefined ? "" : (source.text(target) ?? "");
  return (/\b(?:\w+:)?itemID\s*=\s*["']([^"']*)["']/.exec(xml)?.[1] ?? "").toUpperCase();
}
