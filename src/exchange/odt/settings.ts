/** What a file says of how it is laid out (`settings.xml`), in the words of Word's compatibility settings. */
import { element } from "../../binary/doc/xml-writer.ts";
import { elementsOf, type OdfNode, textOf } from "../open-document/odf-nodes.ts";
import type { ParagraphRules } from "./paragraph-format.ts";

export interface OdtSettings extends ParagraphRules {
  /** Texts that stand for what is to be written are shown. */
  showsPlaceholders: boolean;
  /** The space above the first paragraph of a page or a cell counts. */
  spacesStarts: boolean;
  /** The space below the last paragraph of a cell counts. */
  spacesCells: boolean;
  /** Endnotes follow the text, rather than stand on a page of their own. */
  endnotesFollow: boolean;
  /** `w:compat`. */
  compatXml: string;
}

export function readSettings(root: OdfNode | undefined): OdtSettings {
  const items = new Map<string, string>();
  collect(root, items);
  const isOn = (name: string, otherwise: boolean) => (items.get(name) ?? String(otherwise)) === "true";
  const compat =
    // spaces of paragraphs that follow each other: their sum, or the larger one
    (isOn("AddParaTableSpacing", true) ? "<w:doNotUseHTMLParagraphAutoSpacing/>" : "") +
    (isOn("AddParaTableSpacingAtStart", true) ? "" : "<w:suppressSpBfAfterPgBrk/>") +
    (isOn("DoNotJustifyLinesWithManualBreak", false) ? "<w:doNotExpandShiftReturn/>" : "") +
    element("w:compatSetting", {
      "w:name": "compatibilityMode",
      "w:uri": "http://schemas.microsoft.com/office/word",
      "w:val": 14,
    });
  return {
    tabsFromIndent: isOn("TabsRelativeToIndent", true),
    endFormatsNumber: isOn("ApplyParagraphMarkFormatToNumbering", false),
    showsPlaceholders: isOn("PrintTextPlaceholder", false),
    spacesStarts: isOn("AddParaTableSpacingAtStart", true),
    spacesCells: isOn("AddParaSpacingToTableCells", false),
    endnotesFollow: isOn("ContinuousEndnotes", false),
    compatXml: element("w:compat", {}, compat),
  };
}

const SETTINGS = "ooo:configuration-settings";

function collect(node: OdfNode | undefined, items: Map<string, string>): void {
  for (const child of elementsOf(node)) {
    const name = child.attributes["config:name"] ?? "";
    if (child.name === "config:config-item") items.set(name, textOf(child));
    else if (child.name !== "config:config-item-set" || name === SETTINGS) collect(child, items);
  }
}
