import { renamed } from "./file-info.ts";
import type { ToolAnswer } from "./file-tool.ts";

/** What a tool found out about a file, as a JSON object. */
export function jsonAnswer(input: { name: string }, found: object): ToolAnswer {
  return {
    kind: "json",
    name: renamed(input.name, "json"),
    mediaType: "application/json",
    content: new TextEncoder().encode(JSON.stringify(found)),
    warnings: [],
  };
}
