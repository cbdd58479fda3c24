import { appendAll } from "../../domain/collections/long-lists.ts";
import type { FieldNode } from "../field-tree.ts";
import { strayReads } from "../stray-names.ts";
import type { Finding } from "./finding.ts";

/**
 * Lists and objects that are printed as they are: what comes out is the word `Array`; and names of loops' items outside
 * of their loops.
 *
 * @param loops the names that loops give here and in other texts of the same document
 */
export function lintReads(root: FieldNode, loops: ReadonlyMap<string, string> = root.loopTags): Finding[] {
  const findings: Finding[] = strayReads(root, loops).map(({ name, tag: { site }, loop }) => ({
    code: "outside_loop",
    at: site.at,
    end: site.at + site.source.length,
    message: `\`${site.source}\` is not inside \`${loop}\`, which makes \`$${name}\`: it prints what the last turn left there, or nothing`,
    remedy: `Put it inside the loop, or give the loop's item another name than the field \`$${name}\` of the data.`,
  }));
  const waiting = [...root.members.values()];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    appendAll(waiting, node.members.values());
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
