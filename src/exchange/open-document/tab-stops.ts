/** Tabs of paragraphs (OpenDocument 1.3 Part 3, 17.8). */
import { twipsOf } from "./measures.ts";
import { elementsOf, type OdfNode } from "./odf-nodes.ts";

const TAB_KINDS: Readonly<Record<string, string>> = { left: "left", right: "right", center: "center", char: "decimal" };
const LEADERS: Readonly<Record<string, string>> = {
  dotted: "dot",
  solid: "underscore",
  dash: "hyphen",
  "long-dash": "hyphen",
  "dot-dash": "hyphen",
};
const MOST_TABS = 64;

/** `at` in twips. */
export interface Tab {
  at: number;
  kind: string;
  leader: string | undefined;
}

/** `style:tab-stops`. */
export function readTabs(node: OdfNode | undefined): Tab[] {
  return elementsOf(node, "style:tab-stop")
    .slice(0, MOST_TABS)
    .flatMap(({ attributes }) => {
      const at = twipsOf(attributes["style:position"]);
      if (at === undefined) return [];
      const style = attributes["style:leader-style"];
      const isDotted = attributes["style:leader-text"] === ".";
      const leader = style === undefined || style === "none" ? undefined : isDotted ? "dot" : LEADERS[style];
      return [{ at, kind: TAB_KINDS[attributes["style:type"] ?? "left"] ?? "left", leader }];
    });
}
