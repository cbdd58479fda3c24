import type { HostDocument } from "./host-document.ts";

/** The open file as one that can be sent. @param name without what it ends with @throws Error of the program */
export async function fileOf(host: HostDocument, name: string): Promise<File> {
  return new File([await host.readFile()], `${name.trim() || "template"}.${host.type}`);
}
