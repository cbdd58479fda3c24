import { expect } from "vitest";
import { present } from "../../domain/present.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { mergeWordFiles } from "../merge-word-files.ts";
import { faultsOf } from "./package-faults.ts";
import { type TestWordFile, textsOf, wordFile } from "./word-file.ts";

/** Merges files, whose result must be a sound package. */
export function merged(...files: TestWordFile[]) {
  const bytes = mergeWordFiles(files.map((file, index) => ({ name: `${index}.docx`, bytes: wordFile(file) })));
  expect(faultsOf(bytes)).toEqual([]);
  const texts = textsOf(bytes);
  const tree = (name: string): XmlElement => parseXml(texts.get(name) ?? "<missing/>");
  const all = (name: string, part = "word/document.xml") => [...tree(part).descendants(name)];
  const values = (name: string, attribute = "w:val", part?: string) =>
    all(name, part).map((element) => element.attribute(attribute));
  return { bytes, texts, all, values, document: present(texts.get("word/document.xml")) };
}
