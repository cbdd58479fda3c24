import type { FieldNode } from "../field-tree.ts";
import type { Finding } from "./finding.ts";

/** Lists and objects that are printed as they are: what comes out is the word `Array`. */
export function lintReads(root: FieldNode): Finding[] {
  const findings: Finding[] = [];
  const waiting = [...root.members.values()];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    waiting.push(...node.members.values());
    const type = node.type();
    if (type !== "list" && type !== "object") continue;
    for (const site of node.prints) {
      // A tag that the format added itself, such as an end it left out.
      if (site.source === "") continue;
      findings.push({
        code: "prints_collection",
        at: site.at,
        end: site.at + site.source.length,
        message: `\`${site.source}\` prints the word "Array": elsewhere in the template ${node.name} is ${type === "list" ? "a list" : "an object"}`,
        remedy:
          type === "list"
            ? `Repeat it, \`{foreach $${node.name} as $item}{$item.name}{/foreach}\`, or join it, \`{$${node.name}|join:", "}\`.`
            : `Print one of its members: \`{$${node.name}.${[...node.members.keys()].find((name) => /^\p{L}/u.test(name)) ?? "name"}}\`.`,
      });
    }
  }
  return findings.sort((a, b) => a.at - b.at);
}
