import { fileFacts, readFile, settled } from "./common-document.ts";
import type { HostDocument } from "./host-document.ts";
import type { OfficeApi } from "./office-api.ts";

/** The presentation that is open in PowerPoint, by the interface that all its versions have. */
export function powerPointDocument({ context: { document } }: OfficeApi): HostDocument {
  const write = (text: string) =>
    settled<void>((done) => document.setSelectedDataAsync(text, { coercionType: "text" }, done));

  async function wrapSelection(before: string, after: string): Promise<void> {
    const selected = await settled<string>((done) => document.getSelectedDataAsync("text", done));
    await write(before + selected + after);
  }

  return {
    program: "PowerPoint",
    type: "pptx",
    loops: ["text", "rows", "slide"],
    ...fileFacts(document),
    readFile: () => readFile(document),
    insertText: write,
    wrapSelection,
    // PowerPoint does not say which rows are selected: from within a single cell `tablerow` repeats the row around it.
    wrapRows: (textsFor) => wrapSelection(...textsFor(1)),
    insertPicture: (field) => write(`{image src=$${field} width="6cm"}`),

    async select({ place = "", part = "" }) {
      const [, number = ""] = /\bslide ?(\d+)\b/i.exec(`${place} ${part}`) ?? [];
      if (number === "") return false;
      await settled<void>((done) => document.goToByIdAsync(Number(number), "index", done));
      return true;
    },
  };
}
