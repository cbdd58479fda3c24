import type { AssemblyToken } from "../../language/assembly-token.ts";

/** Around versions of one content, which is evaluated once, and between them. */
export const VERSIONS: AssemblyToken = {
  kind: "tag",
  tag: { role: "open", at: 0, source: "", name: "alternatives", block: { kind: "alternatives" } },
};
export const OTHER_VERSION: AssemblyToken = {
  kind: "tag",
  tag: { role: "middle", at: 0, source: "", name: "else" },
};
export const VERSIONS_END: AssemblyToken = {
  kind: "tag",
  tag: { role: "close", at: 0, source: "", name: "alternatives" },
};
