import type { HierarchyNode } from "../model/chart.ts";
import type { Fill } from "../model/fill.ts";
import type { ExtendedData } from "./extended-chart-data.ts";

interface Branch {
  name: string;
  size: number;
  children: Map<string, Branch>;
}

/** The tree of the levels of a chart's categories, as they first come; `fillOf` gives each of its main branches its look. */
export function hierarchyOf(
  { levels, values }: ExtendedData,
  fillOf: (index: number, count: number) => Fill,
): HierarchyNode[] {
  const outermostFirst = [...levels].reverse();
  const top: Branch = { name: "", size: 0, children: new Map() };
  const carried: string[] = [];
  values.forEach((value, index) => {
    if (value === undefined || value <= 0) return;
    let branch = top;
    outermostFirst.forEach((level, depth) => {
      const isLeaf = depth === outermostFirst.length - 1;
      const own = level[index] ?? "";
      // Cells below the name of a branch are left empty; without a text of its own a part is that of its branch.
      if (own !== "" && carried[depth] !== own) carried.length = depth;
      const name = own || (isLeaf ? "" : (carried[depth] ?? ""));
      carried[depth] = name;
      if (name === "") return;
      let next = branch.children.get(name);
      if (!next) {
        next = { name, size: 0, children: new Map() };
        branch.children.set(name, next);
      }
      branch = next;
      branch.size += value;
    });
    if (branch === top) top.children.set(`${index}`, { name: "", size: value, children: new Map() });
  });
  const branches = [...top.children.values()];
  const nodeOf = ({ name, size, children }: Branch, fill: Fill): HierarchyNode => ({
    name,
    size,
    fill,
    children: [...children.values()].map((inner) => nodeOf(inner, fill)),
  });
  return branches.map((branch, index) => nodeOf(branch, fillOf(index, branches.length)));
}
