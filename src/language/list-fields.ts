import type { Template } from "./template.ts";
export interface MergeField {
  name: string;
}
export function listFields(_: Template | Template[]): MergeField[] {
  return [];
}
