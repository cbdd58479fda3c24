import { excelDocument } from "./excel-document.ts";
import type { HostDocument } from "./host-document.ts";
import type { OfficeApi } from "./office-api.ts";
import { powerPointDocument } from "./powerpoint-document.ts";
import { wordDocument } from "./word-document.ts";

/** The program around the pane, and the file that is open in it. */
export interface OpenOffice {
  office: OfficeApi;
  document: HostDocument;
}

/** Undefined outside of Office, where office.js may be missing. */
export async function openOffice(): Promise<OpenOffice | undefined> {
  const { Office: office } = window;
  if (!office) return undefined;
  const { host } = await office.onReady();
  const document = documentOf(host, office);

  return document && { office, document };
}

function documentOf(host: string | null, office: OfficeApi): HostDocument | undefined {
  // Each program has its own interface, which is there once office.js is ready.
  const { Word: word, Excel: excel } = window;
  if (host === "Word" && word) return wordDocument(office, word);
  if (host === "Excel" && excel) return excelDocument(office, excel);
  if (host === "PowerPoint") return powerPointDocument(office);
  return undefined;
}
